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

} // namespace memfacet

#endif
