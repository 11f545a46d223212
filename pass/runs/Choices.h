//===- Choices.h - comparisons that choose a value ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_RUNS_CHOICES_H
#define MEMFACET_PASS_RUNS_CHOICES_H

#include "llvm/ADT/SmallPtrSet.h"
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

/// The values of a cycle.
using Members = llvm::SmallPtrSet<llvm::Value *, 16>;
/// Returns whether the values that \p V, of \p Cycle, is chosen from are not
/// all a constant apart. Code that goes on by one element or two reads a list
/// from its beginning to its end.
bool choosesFarApart(llvm::Value *V, const Members &Cycle);
/// Returns whether \p V is a multiple or a part of another value: what is one
/// apart before is far apart afterwards, as the children in a heap are.
bool scales(const llvm::Value *V);

} // namespace memfacet::runs

#endif
