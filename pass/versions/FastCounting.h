//===- FastCounting.h - where the counting body advances the cursor -------===//
//
// The counting body writes nothing, so its cursor must be right only where
// somebody looks at it: at checks, calls and exits. In between it may lag
// behind, by an amount that is a constant at each place, and is brought up to
// date where that is cheapest.
//
// Let D be this lag. A block without a look turns D into D + its words; at a
// look, D must be 0. Wanted is a D for the start of each block such that
// corrections on edges and before looks are executed as rarely as possible.
// Each edge and each look gives an equation between two of these numbers; those
// of a spanning tree can hold together, so the tree of the most frequent ones
// is chosen. So a loop whose paths have different lengths has one addition, on
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
#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet {

/// How often an edge is taken, or a block executed (To is null), in any unit.
using EdgeFrequency = llvm::function_ref<uint64_t(const llvm::BasicBlock *From,
                                                  const llvm::BasicBlock *To)>;

/// Moves \p Advances of \p Cursor, all in \p Blocks, to where they cost least.
/// The body is entered at the first of the blocks. Returns by how many bytes
/// the cursor must lag behind where a block is entered, for each block where
/// that is not 0; edges between \p Blocks already have their corrections.
llvm::DenseMap<const llvm::BasicBlock *, int64_t>
placeAdvances(llvm::AllocaInst &Cursor,
              llvm::ArrayRef<llvm::BasicBlock *> Blocks,
              const llvm::DenseMap<llvm::StoreInst *, int64_t> &Advances,
              EdgeFrequency Frequency);

/// Adds \p Bytes to \p Cursor before \p Where; nothing where that is 0.
void advanceCursor(llvm::AllocaInst &Cursor, llvm::Instruction &Where,
                   int64_t Bytes);

/// Disjoint sets of unknowns; inside a set, all differences are known.
class WeightedUnions {
public:
  explicit WeightedUnions(size_t Count) : Parent(Count), Above(Count, 0) {
    for (size_t I = 0; I != Count; ++I)
      Parent[I] = I;
  }

  /// Adds the equation \p To = \p From + \p Difference. False: another equation
  /// between the two follows from earlier ones.
  bool unite(size_t From, size_t To, int64_t Difference) {
    auto [RootOfFrom, OfFrom] = find(From);
    auto [RootOfTo, OfTo] = find(To);
    if (RootOfFrom == RootOfTo)
      return false;
    Parent[RootOfTo] = RootOfFrom;
    Above[RootOfTo] = OfFrom + Difference - OfTo;
    return true;
  }

  /// Unknown \p To minus unknown \p From; an arbitrary number if they are in
  /// different sets.
  int64_t difference(size_t From, size_t To) {
    return find(To).Value - find(From).Value;
  }

private:
  struct Place {
    size_t Root;
    int64_t Value; ///< minus the root's
  };
  Place find(size_t I) {
    size_t Root = I;
    int64_t Value = 0;
    for (; Parent[Root] != Root; Root = Parent[Root])
      Value += Above[Root];
    for (int64_t Rest = Value; I != Root;) {
      size_t Next = Parent[I];
      int64_t Step = Above[I];
      Parent[I] = Root;
      Above[I] = Rest;
      Rest -= Step;
      I = Next;
    }
    return {Root, Value};
  }

  std::vector<size_t> Parent;
  std::vector<int64_t> Above; ///< minus the parent's
};

} // namespace memfacet

#endif
