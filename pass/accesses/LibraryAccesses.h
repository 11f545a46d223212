//===- LibraryAccesses.h - what calls of the C library touch --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_ACCESSES_LIBRARYACCESSES_H
#define MEMFACET_PASS_ACCESSES_LIBRARYACCESSES_H

#include "pass/accesses/Accesses.h"
#include "pass/accesses/LibraryFunctions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Function.h"

namespace memfacet::accesses {

/// The ranges that the C library touches in one function's calls. A range whose
/// length follows only from the call's result comes after the call, in the run
/// that follows it.
class LibraryAccesses {
public:
  /// Inserts the code that computes the lengths into \p F.
  LibraryAccesses(llvm::Function &F, const LibraryFunctions &Known);

  /// Appends the ranges of the call in front of \p I whose lengths depend on
  /// its result, and those that \p I touches itself.
  void collect(const llvm::Instruction &I,
               llvm::SmallVectorImpl<Access> &Accesses) const;
  /// Returns whether \p I was inserted to compute a length.
  bool isInserted(const llvm::Instruction &I) const {
    return Inserted.contains(&I);
  }

private:
  using Ranges =
      llvm::DenseMap<const llvm::Instruction *, llvm::SmallVector<Access, 2>>;
  Ranges RangesBeforeCall; ///< by call
  Ranges RangesAfterCall;  ///< by the instruction that follows the call
  llvm::DenseSet<const llvm::Instruction *> Inserted;
};

} // namespace memfacet::accesses

#endif
