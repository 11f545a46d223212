//===- DrMemtrace.h - traces of DynamoRIO's drmemtrace --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The converted ("final") form: a list of entries of 12 bytes, plain,
// compressed by gzip, or in a zip archive. Raw, unconverted traces are refused.
//
// The iterations of a string instruction behind the first are entries without a
// fetch, and no instructions.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_IMPORT_DRMEMTRACE_H
#define MEMFACET_MEASURE_IMPORT_DRMEMTRACE_H

#include "analysis/measure/import/AccessSource.h"
#include "analysis/measure/import/ForeignFile.h"
#include <memory>
#include <unordered_map>

namespace memfacet::measure {

/// One file, of one thread or of several by turns.
class DrMemtraceFile {
public:
  static Expected<DrMemtraceFile> open(ForeignFile File);
  /// The next one, without its thread; none at the end.
  Expected<std::optional<TextAccess>> next();
  /// Of what was told last: the id of its thread, and when it happened, in
  /// microseconds, as far as the trace says.
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
  /// By thread: the instruction that is executed, and where the next one is.
  struct Place {
    uint64_t Pc = 0, Next = 0;
  };
  std::unordered_map<uint64_t, Place> Places;
  unsigned Bundled = 0;      ///< instructions to tell
  uint64_t BundledSizes = 0; ///< of them, a byte each, the next one lowest
};

Expected<std::unique_ptr<AccessSource>> openDrMemtrace(ForeignFile File);

/// A folder with a file for each thread, as DynamoRIO writes it: merged by the
/// times that the files say.
Expected<std::unique_ptr<AccessSource>>
openDrMemtraceFolder(const std::string &Path);

} // namespace memfacet::measure

#endif
