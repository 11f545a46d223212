//===- VariableLocations.h - what debug information costs a compiler ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_VARIABLELOCATIONS_H
#define MEMFACET_PASS_VARIABLELOCATIONS_H

#include "llvm/IR/Function.h"

namespace memfacet {

/// Drops where variables of \p F are from the debug information, if that would
/// take the compiler too much memory.
///
/// LLVM follows each variable that has memory of its own through each block:
/// 200 bytes for each variable and block. A recorded function has
/// several times as many blocks. Example: 1600 variables in a function of 1600
/// calls took 2.3 GB; without recording, it is one block. Must be called when
/// all code is inserted.
void dropCostlyLocations(llvm::Function &F);

/// Has LLVM follow variables through machine code by its older method, unless
/// the command line chooses one (-experimental-debug-variable-locations).
///
/// The newer method, which x86-64 has by default, follows the values of all
/// registers and stack slots through all blocks, of which recorded functions
/// have several times as many. Example: 1000 statements with strings and maps
/// in one function took 2.17 GB, with the older method 0.84 GB. Where a
/// variable is can be less often known to a debugger. Called before code is
/// generated.
void followVariablesCheaply();

} // namespace memfacet

#endif
