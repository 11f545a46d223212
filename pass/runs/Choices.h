//===- Choices.h - comparisons that choose a value --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MEMFACET_PASS_RUNS_CHOICES_H
#define MEMFACET_PASS_RUNS_CHOICES_H

#include "llvm/IR/Instructions.h"

namespace memfacet::runs {

/// Returns whether \p V is the result of a function that compares what two
/// addresses lead to, like strcmp().
bool isComparisonOfTwo(const llvm::Value *V);

/// Adds to \p List what \p Condition compares. A comparison with a constant
/// does not count: programs that parse text decide so how far to go on.
void addCompared(llvm::Value *Condition,
                 llvm::SmallVectorImpl<llvm::Value *> &List,
                 unsigned Depth = 0);

/// Returns whether no value of \p Phi goes with both results of \p B.
bool decides(const llvm::PHINode &Phi, const llvm::BranchInst &B);

} // namespace memfacet::runs

#endif // MEMFACET_PASS_RUNS_CHOICES_H
