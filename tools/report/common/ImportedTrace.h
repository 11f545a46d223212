//===- ImportedTrace.h - how imported traces are looked at again ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_COMMON_IMPORTEDTRACE_H
#define MEMFACET_REPORT_COMMON_IMPORTEDTRACE_H

#include "analysis/result/profile/KnownWords.h"
#include "tools/support/Say.h"

namespace memfacet {

/// What the commands that are proposed call the trace.
inline constexpr const char *ImportedTrace = "memfacet.mft";

/// The command that makes a trace of MemFacet of what \p P was imported from.
inline std::string importCommand(const result::Profile &P) {
  return fmt::format("memfacet import {} --trace {}", shellLine({P.Program}),
                     ImportedTrace);
}

} // namespace memfacet

#endif
