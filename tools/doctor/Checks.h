//===- Checks.h - what MemFacet needs of a system -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_DOCTOR_CHECKS_H
#define MEMFACET_DOCTOR_CHECKS_H

#include "tools/toolchain/Installation.h"
#include <string>
#include <vector>

namespace memfacet {

enum class CheckState {
  Good,
  Missing, ///< without it, programs cannot be recorded
  Note,    ///< something else lacks it; the text says what
};

struct Check {
  std::string Name;
  CheckState State = CheckState::Good;
  std::string Found;  ///< what is there, or why it is not enough
  std::string Remedy; ///< how to get it; "" if it is good
};

/// The clang that the wrapper runs: that of the environment, or the one that
/// this was built for.
std::string usedClang();

/// Compiler, plugin, runtime and linkers.
std::vector<Check> checkToolchain(Installation I);
/// Memory, limits, the kernel, the caches of this machine.
std::vector<Check> checkSystem();
/// Compiles, records and reads a small program.
std::vector<Check> checkProgram(const Installation &I);

} // namespace memfacet

#endif
