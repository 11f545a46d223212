//===- DrMemtrace.h - traces of DynamoRIO's drmemtrace --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The format is the converted ("final") one: a list of entries of 12 bytes,
// plain, compressed by gzip, or in a zip archive. Raw, unconverted traces are
// refused.
//
// The iterations of a string instruction after the first are entries without a
// fetch, and are no instructions.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_IMPORT_DRMEMTRACE_H
#define MEMFACET_MEASURE_IMPORT_DRMEMTRACE_H

#include "analysis/measure/import/AccessSource.h"
#include "analysis/measure/import/ForeignFile.h"
#include <memory>
#include <unordered_map>

namespace memfacet::measure {

/// One file, with entries of one thread or of several by turns.
class DrMemtraceFile {
public:
  static Expected<DrMemtraceFile> open(ForeignFile Input);
  /// Returns the next access, without its thread; none at the end.
  Expected<std::optional<TextAccess>> next();
  /// Return the thread id and the time, in microseconds, of the last access
  /// that next() returned, as far as the trace has them.
  uint64_t thread() const { return Thread; }
  uint64_t time() const { return Time; }

private:
  struct Entry;

  explicit DrMemtraceFile(ForeignFile File) : File(std::move(File)) {}
  Expected<bool> read(Entry &Target);
  std::optional<TextAccess> take(const Entry &E);
  TextAccess takeBundled();

  ForeignFile File;
  uint64_t Entries = 0, Time = 0, Thread = 0;
  /// The executed instruction of a thread, and the address of the next one.
  struct Place {
    uint64_t Pc = 0, Next = 0;
  };
  std::unordered_map<uint64_t, Place> Places;
  unsigned Bundled = 0;      ///< instructions that are left of a bundle
  uint64_t BundledSizes = 0; ///< of these, a byte each, the next one lowest
};

Expected<std::unique_ptr<AccessSource>> openDrMemtrace(ForeignFile File);

/// Opens a folder with a file for each thread, as DynamoRIO writes it. The
/// files are merged by the times in them.
Expected<std::unique_ptr<AccessSource>>
openDrMemtraceFolder(const std::string &Path);

} // namespace memfacet::measure

#endif
