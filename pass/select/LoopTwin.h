//===- LoopTwin.h - the twin of a quiet loop ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_SELECT_LOOPTWIN_H
#define MEMFACET_PASS_SELECT_LOOPTWIN_H

#include "pass/counting/CountEmitter.h"
#include "pass/select/QuietLoop.h"
#include "pass/select/SelectEntries.h"
#include "llvm/Analysis/LoopInfo.h"

namespace memfacet {

/// Adds the twin of \p Quiet, whose iterations \p Edge counts. Nothing is
/// checked yet, in neither of them. \p Runs are those of the function.
void addTwin(QuietLoop &Quiet, const std::vector<Run> &Runs,
             const BackEdge &Edge, const SelectEntries &Runtime);

/// Whether \p V follows from values of the header of \p L and from outside by
/// few operations, so that it can be computed before an iteration.
bool canBeKnownFirst(const llvm::Value *V, const llvm::Loop &L);

/// The number of iterations until \p Address, which advances by \p Stride,
/// comes to a line whose bit is set in \p Lines; 0 or less: it is there. \p
/// Stride is not 0.
llvm::Value *quietIterations(PlainBuilder &B, llvm::Value *Address,
                             llvm::Value *Lines, int64_t Stride);

} // namespace memfacet

#endif
