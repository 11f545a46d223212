//===- DrMemtrace.h - traces of DynamoRIO's drmemtrace --------------------===//
//
// The converted ("final") form: a list of entries of 12 bytes, plain or
// compressed by gzip. Files of raw, unconverted traces and zip archives are
// refused.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_IMPORT_DRMEMTRACE_H
#define MEMFACET_IMPORT_DRMEMTRACE_H

#include "analysis/import/AccessSource.h"
#include <memory>
#include <string>
#include <unordered_map>

namespace memfacet {

class DrMemtraceReader final : public AccessSource {
public:
  static Expected<DrMemtraceReader> open(const std::string &Path);
  Expected<std::optional<TextAccess>> next() override;

private:
  /// Of a gzFile of zlib, whose name no header needs to know.
  struct Close {
    void operator()(void *File) const;
  };
  struct Entry;

  DrMemtraceReader(void *File, std::string Path)
      : File(File), Path(std::move(Path)) {}
  Expected<bool> read(Entry &To);
  uint32_t threadNumber(uint64_t Id);

  std::unique_ptr<void, Close> File;
  std::string Path;
  uint64_t Entries = 0;
  std::unordered_map<uint64_t, uint32_t> Threads; ///< by their ids
  uint32_t Thread = 0;                            ///< of what follows
  unsigned Bundled = 0;                           ///< instructions to tell
};

} // namespace memfacet

#endif
