//===- ImportTrace.h - a foreign trace becomes a profile ------------------===//

#ifndef MEMFACET_PIPELINE_IMPORTTRACE_H
#define MEMFACET_PIPELINE_IMPORTTRACE_H

#include "analysis/import/ImportFormats.h"
#include "analysis/profile/Profile.h"

namespace memfacet {

struct ImportOptions {
  CacheModel Caches;
  ImportFormat Format = ImportFormat::Lackey;
  /// As in Lackey.h: what Cachegrind would count. Of the model,
  /// sizes, ways and policies are used.
  bool WholeAccesses = false;
};

/// Simulates the trace at \p Path, by MemorySystem unless whole accesses are
/// wanted. Names are not known: the profile has one
/// structure "[data]" and, with whole accesses, one "[instructions]".
Expected<Profile> importTrace(const std::string &Path,
                              const ImportOptions &Options);

/// Makes a trace of MemFacet at \p To of the one at \p Path.
Status convertTrace(const std::string &Path, ImportFormat Format,
                    const std::string &To);

} // namespace memfacet

#endif
