//===- Checks.h - what MemFacet needs of a system -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_DOCTOR_CHECKS_H
#define MEMFACET_DOCTOR_CHECKS_H

#include "tools/toolchain/Installation.h"
#include <string>
#include <vector>

namespace memfacet::doctor {

enum class CheckState {
  Good,
  Missing, ///< without it, programs cannot be recorded
  Note,    ///< something else needs it; the text says what
};

struct Check {
  std::string Name;
  CheckState State = CheckState::Good;
  std::string Found;  ///< what was found, or why it is not enough
  std::string Remedy; ///< how to get it; "" if the state is Good
};

/// Returns the clang that the wrapper runs: that of the environment, or the one
/// that MemFacet was built for.
std::string usedClang();

/// Checks compiler, plugin, runtime and linkers.
std::vector<Check> checkToolchain(toolchain::Installation I);
/// Checks memory, limits, the kernel and the caches of this machine.
std::vector<Check> checkSystem();
/// Compiles, records and reads a small program.
std::vector<Check> checkProgram(const toolchain::Installation &I);

} // namespace memfacet::doctor

#endif
