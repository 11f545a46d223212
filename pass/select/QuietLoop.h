//===- QuietLoop.h - a loop that skips checks -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In many innermost loops, addresses advance by constant strides. Then it is
// known how many iterations pass until an address comes to a chosen line. For
// these iterations, a copy of the loop runs, its quiet twin:
//
//   loop:       counts; checks each access
//               if it ends, goto exit
//               if an access with a stride was chosen, goto loop
//               N = the next iterations for which no address with a stride will
//               be in a chosen line, and the interval goes on
//               if (N > 0) goto twin
//               goto loop
//   twin:       checks only accesses without a constant stride
//               if it ends, counts the iterations; goto exit
//               if (--N != 0) goto twin
//               counts the iterations; goto loop
//
// The interval does not end within these N iterations. So threads choose other
// lines for themselves only in the loop, and the twin needs no counter of
// iterations. Where paths through the loop differ, both of them count these.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_SELECT_QUIETLOOP_H
#define MEMFACET_PASS_SELECT_QUIETLOOP_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <optional>

namespace memfacet::select {

/// For each check of a run (planChecks): the bytes by which its address
/// advances in an iteration, or nothing where that is not known.
using CheckStrides = llvm::SmallVector<std::optional<int64_t>, 8>;

/// A loop that has a twin.
struct QuietLoop {
  llvm::BasicBlock *Header = nullptr;
  llvm::SmallVector<size_t, 4> Runs; ///< numbers of the loop's runs
  /// Strides of each of Runs, by number.
  llvm::DenseMap<size_t, CheckStrides> Strides;
  /// Whether an access with a stride was chosen in the iteration.
  llvm::AllocaInst *Chosen = nullptr;
  /// Maps the loop's values and blocks to those of the twin.
  llvm::ValueToValueMapTy Twins;
};

} // namespace memfacet::select

#endif
