//===- ImportTrace.h - a foreign trace becomes a profile ------------------===//

#ifndef MEMFACET_PIPELINE_IMPORTTRACE_H
#define MEMFACET_PIPELINE_IMPORTTRACE_H

#include "analysis/profile/Profile.h"

namespace memfacet {

struct ImportOptions {
  CacheModel Caches;
  /// As in Lackey.h: what Cachegrind would count. Of the model,
  /// sizes, ways and policies are used.
  bool WholeAccesses = false;
};

/// Simulates the text trace at \p Path (Lackey.h), by MemorySystem unless
/// whole accesses are wanted. Names are not known: the profile has one
/// structure "[data]" and, with whole accesses, one "[instructions]".
Expected<Profile> importTrace(const std::string &Path,
                              const ImportOptions &Options);

} // namespace memfacet

#endif
