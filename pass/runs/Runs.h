//===- Runs.h - functions cut into runs without a call --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_RUNS_RUNS_H
#define MEMFACET_PASS_RUNS_RUNS_H

#include "pass/accesses/LibraryAccesses.h"
#include "pass/stack/StackLocals.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include <vector>

namespace memfacet::runs {

/// An instruction that is counted.
struct CountedInstruction {
  llvm::Instruction *Instruction;
  /// How many of the run's next accesses belong to this instruction, or to a
  /// call before it.
  uint32_t Accesses;
};

/// Consecutive instructions of one block, entered only at the first and left
/// only after the last: one record. See Block in memfacet/Tables.h.
struct Run {
  /// The record's header is written before this instruction.
  llvm::Instruction *Start = nullptr;
  /// For the table: where the run is in the source.
  llvm::Instruction *First = nullptr;
  uint32_t Instructions = 0;
  bool IsContinuation = false;
  bool EntersFunction = false;
  /// 1 more than the number of the first run of the header of the innermost
  /// loop around it; 0: there is none.
  uint32_t Loop = 0;
  /// Follows a call: how much room is left is not known.
  bool IsAfterCall = false;
  /// Ends with a call, or includes one that surely returns, which may write
  /// records of its own.
  bool HasCall = false;
  llvm::SmallVector<accesses::Access, 8> Accesses;
  /// All that Instructions counts, in order.
  llvm::SmallVector<CountedInstruction, 8> Counted;
};

/// Returns whether other code may write records or allocation events during
/// \p Call, or control may not come back from it.
bool mayWriteRecords(const llvm::CallBase &Call);

/// Returns the runs of \p F in block order, with the accesses of \p Library and
/// the marks of \p Locals. Runs are cut so that a record needs at most
/// MaxRecordWords words, even with \p WordsPerAccess words for each access in
/// addition to the slots. Moves static allocas to the top of the entry block,
/// so that code can be inserted after them.
std::vector<Run> collectRuns(llvm::Function &F,
                             const accesses::LibraryAccesses &Library,
                             const stack::StackLocals &Locals,
                             unsigned WordsPerAccess);

/// The first and the last run of every block.
class BlockRuns {
public:
  explicit BlockRuns(const std::vector<Run> &Runs) {
    for (size_t I = 0; I != Runs.size(); ++I) {
      const llvm::BasicBlock *Block = Runs[I].First->getParent();
      Last[Block] = I;
      if (!Runs[I].IsContinuation)
        First[Block] = I;
    }
  }
  /// The number of the run, or -1: the block has none.
  int first(const llvm::BasicBlock *Block) const { return find(First, Block); }
  int last(const llvm::BasicBlock *Block) const { return find(Last, Block); }

private:
  using Map = llvm::DenseMap<const llvm::BasicBlock *, size_t>;
  static int find(const Map &M, const llvm::BasicBlock *Block) {
    auto Entry = M.find(Block);
    return Entry == M.end() ? -1 : int(Entry->second);
  }
  Map First, Last;
};

} // namespace memfacet::runs

#endif
