//===- FastCounting.h - where the fast body advances the cursor -----------===//
//
// The fast body writes nothing, so its cursor need be right only where somebody
// looks: at checks, calls and exits. In between it may lag behind, by an amount
// that is a constant at each place, and be brought up to date where that is
// cheapest.
//
// Let D be by how much the cursor lags. A block without a look at it turns D
// into D + its words; at a look, D must be 0. Wanted is a D for the beginning
// of each block such that as little as possible is added on edges and before
// looks: each edge and each look asks for an equation between two of these
// numbers, and a spanning tree of those that are executed most often can be
// granted. So a loop whose paths are of different lengths has one addition on
// the path that is rarest. (The placement of counters on the chords of a
// spanning tree goes back to Knuth and Stevenson, "Optimal measurement points
// for program frequency counts", BIT 13, 1973; the weights are constants here.)
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_VERSIONS_FASTCOUNTING_H
#define MEMFACET_PASS_VERSIONS_FASTCOUNTING_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace memfacet {

/// How often an edge is taken, or a block executed (To is null), in any unit.
using EdgeFrequency = llvm::function_ref<uint64_t(const llvm::BasicBlock *From,
                                                  const llvm::BasicBlock *To)>;

/// Moves \p Advances of \p Cursor, all in \p Blocks, to where they cost least.
/// The first of the blocks is the one that the body is entered by. Returns, for
/// each block that is not 0, by how many bytes the cursor must lag behind where
/// the block is entered; edges between \p Blocks are taken care of already.
llvm::DenseMap<const llvm::BasicBlock *, int64_t>
placeAdvances(llvm::AllocaInst &Cursor,
              llvm::ArrayRef<llvm::BasicBlock *> Blocks,
              const llvm::DenseMap<llvm::StoreInst *, int64_t> &Advances,
              EdgeFrequency Frequency);

/// Adds \p Bytes to \p Cursor before \p Where; nothing where that is 0.
void advanceCursor(llvm::AllocaInst &Cursor, llvm::Instruction &Where,
                   int64_t Bytes);

} // namespace memfacet

#endif
