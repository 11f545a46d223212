//===- ImportTrace.h - a foreign trace becomes a profile ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_PIPELINE_IMPORTTRACE_H
#define MEMFACET_MEASURE_PIPELINE_IMPORTTRACE_H

#include "analysis/measure/import/ImportFormats.h"
#include "analysis/result/profile/Profile.h"

namespace memfacet::measure {

struct ImportOptions {
  caches::CacheModel Caches;
  std::optional<ImportFormat> Format; ///< none: by the first bytes
  /// Counts as Cachegrind does, as in Lackey.h. Only sizes, ways and policies
  /// of the model are used.
  bool WholeAccesses = false;
  /// A trace of MemFacet is written there, too; empty: none.
  std::string TracePath = {};
};

/// Simulates the trace at \p Path, by MemorySystem unless whole accesses are
/// wanted. It is read once, so that it may be a pipe. Names are not known: the
/// profile has one structure "[data]" and, with whole accesses, one
/// "[instructions]".
Expected<result::Profile> importTrace(const std::string &Path,
                                      const ImportOptions &Options);

} // namespace memfacet::measure

#endif
