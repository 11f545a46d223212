//===- CodeGenerationCosts.h - what large functions cost a compiler -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recorded function has several times as many blocks as the program's. Some
// of LLVM's methods take time or memory by the square of that number.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_CODEGENERATIONCOSTS_H
#define MEMFACET_PASS_CODEGENERATIONCOSTS_H

#include "llvm/IR/Function.h"

namespace memfacet {

/// Drops where variables of \p F are from the debug information, if that would
/// take the compiler too much memory.
///
/// LLVM follows each variable that has memory of its own through each block:
/// 200 bytes for each variable and block. Example: 1600 variables in a function
/// of 1600 calls took 2.3 GB; without recording, it is one block. Must be
/// called when all code is inserted.
void dropCostlyLocations(llvm::Function &F);

/// Has LLVM generate code by methods whose costs grow less, unless the command
/// line chooses. Called before code is generated, by any thread. Without effect
/// where the linker generates code (-flto), which has no plugin.
///
/// - Variables are followed through machine code by the older method
///   (-experimental-debug-variable-locations). The newer one, which x86-64 has
///   by default, follows the values of all registers and stack slots through
///   all blocks. Example: 1000 statements with strings and maps in one function
///   took 2.17 GB, with the older method 0.84 GB. A debugger knows less often
///   where a variable is.
/// - The register allocator looks through fewer blocks for the region where it
///   keeps a value in a register (-grow-region-complexity-budget). Example: a
///   switch with 5300 blocks took 11.8 s, with a tenth of the budget 5.8 s.
///   Nearly all functions of usual size have the same code.
void limitCodeGeneration();

} // namespace memfacet

#endif
