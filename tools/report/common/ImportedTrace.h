//===- ImportedTrace.h - commands for imported traces ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_COMMON_IMPORTEDTRACE_H
#define MEMFACET_REPORT_COMMON_IMPORTEDTRACE_H

#include "analysis/result/profile/KnownWords.h"
#include "tools/support/Say.h"

namespace memfacet::report {

/// The name of the trace in proposed commands.
inline constexpr const char *ImportedTrace = "memfacet.mft";

/// Returns the command that makes a MemFacet trace of the file that \p P was
/// imported from.
inline std::string importCommand(const result::Profile &P) {
  return fmt::format("memfacet import {} --trace {}", shellLine({P.Program}),
                     ImportedTrace);
}

} // namespace memfacet::report

#endif
