//===- BlockRuns.h - the runs at a block's ends ---------------------------===//

#ifndef MEMFACET_PASS_RUNS_BLOCKRUNS_H
#define MEMFACET_PASS_RUNS_BLOCKRUNS_H

#include "pass/runs/Runs.h"
#include "llvm/ADT/DenseMap.h"

namespace memfacet {

/// First and last run of every block.
class BlockRuns {
public:
  explicit BlockRuns(const std::vector<Run> &Runs) {
    for (size_t I = 0; I != Runs.size(); ++I) {
      const llvm::BasicBlock *Block = Runs[I].First->getParent();
      Last[Block] = I;
      if (!Runs[I].Continuation)
        First[Block] = I;
    }
  }
  /// -1: none.
  int first(const llvm::BasicBlock *Block) const { return find(First, Block); }
  int last(const llvm::BasicBlock *Block) const { return find(Last, Block); }

private:
  using Map = llvm::DenseMap<const llvm::BasicBlock *, size_t>;
  static int find(const Map &M, const llvm::BasicBlock *Block) {
    auto It = M.find(Block);
    return It == M.end() ? -1 : int(It->second);
  }
  Map First, Last;
};

} // namespace memfacet

#endif
