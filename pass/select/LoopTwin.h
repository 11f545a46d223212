//===- LoopTwin.h - the twin of a quiet loop ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_SELECT_LOOPTWIN_H
#define MEMFACET_PASS_SELECT_LOOPTWIN_H

#include "pass/counting/CountEmitter.h"
#include "pass/select/QuietLoop.h"
#include "pass/select/SelectEntries.h"
#include "llvm/Analysis/LoopInfo.h"

namespace memfacet::select {

/// Adds the twin of \p Quiet, whose iterations \p Edge counts. Neither loop may
/// have checks yet. \p Runs are those of the function. Quiet.Chosen must be
/// set, and the loop must have a single latch that jumps to its header.
void addTwin(QuietLoop &Quiet, const std::vector<runs::Run> &Runs,
             const counting::BackEdge &Edge, const SelectEntries &Runtime);

/// Returns whether few operations compute \p V from phi nodes of the header of
/// \p L and values from outside, so that it is known before an iteration.
bool canBeKnownFirst(const llvm::Value *V, const llvm::Loop &L);

/// Returns the number of iterations until \p Address, which advances by \p
/// Stride, comes to a line whose bit is set in \p Lines; 0 or less if it is in
/// one. \p Stride must not be 0.
llvm::Value *quietIterations(interface::PlainBuilder &B, llvm::Value *Address,
                             llvm::Value *Lines, int64_t Stride);

} // namespace memfacet::select

#endif
