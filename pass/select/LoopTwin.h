//===- LoopTwin.h - the twin of a quiet loop ------------------------------===//

#ifndef MEMFACET_PASS_SELECT_LOOPTWIN_H
#define MEMFACET_PASS_SELECT_LOOPTWIN_H

#include "pass/select/QuietLoops.h"
#include "llvm/Analysis/LoopInfo.h"

namespace memfacet {

/// Adds the twin of \p Quiet, which is run \p R and now loop \p L, whose
/// iterations \p Edge counts. Nothing is checked yet, in neither of them.
void addTwin(QuietLoop &Quiet, const Run &R, const llvm::Loop &L,
             const BackEdge &Edge, const SelectEntries &Runtime);

/// The number of iterations behind this one until \p Address, which is not in
/// \p Lines and advances by \p Stride, comes to a line whose bit is set there.
/// \p Stride is not 0.
llvm::Value *quietIterations(PlainBuilder &B, llvm::Value *Address,
                             llvm::Value *Lines, int64_t Stride);

} // namespace memfacet

#endif
