//===- Questions.h - where code asks whether a line is watched ------------===//
//
// A sample of reuse pairs (memfacet/ReusePairs.h) needs to know of an access
// only where it is chosen, or goes to a line that is watched. A question is
// asked once for several accesses of a run, behind them, and tells them all, in
// order, where the answer is yes for one.
//
// Between threads, an access counts where its question is asked. So no question
// spans an access by which threads may tell each other something: questions are
// asked just before each atomic or volatile access, for it and for what comes
// before it.
//
// No question relies on one before it: a thread whose line stays watched would
// have to be told of everything meanwhile, which costs more than asking again.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_VERSIONS_QUESTIONS_H
#define MEMFACET_PASS_VERSIONS_QUESTIONS_H

#include "pass/runs/Paths.h"

namespace memfacet {

/// Bytes of one line or two next to each other, which are asked for at once.
struct Spot {
  llvm::Value *Base;
  int64_t Add; ///< bytes; the line of Base + Add and the next one cover all
  /// From Base on, what is accessed.
  int64_t First;
  uint32_t Bytes; ///< at most a line's and one more
  /// Alignment tells that all are in the line of Base + Add.
  bool OneLine;
};

struct Question {
  size_t Run;
  uint32_t First, Count; ///< of the run's accesses, those that it is for
  /// How many units (ReusePairs.h) they are; 0 where that is not known: Always.
  uint32_t Units;
  /// Something among them is longer than a line, or one of a vector's lanes:
  /// they are always told.
  bool Always;
  llvm::Instruction *Before; ///< where it is asked
  llvm::SmallVector<Spot, 4> Spots;
  /// Of the run's accesses, those whose length only the program knows: they are
  /// told unless it is that of one unit.
  llvm::SmallVector<uint32_t, 2> Ranges;
};

/// Those of all \p Runs, in order.
std::vector<Question> findQuestions(const std::vector<Run> &Runs,
                                    const Paths &P);

/// The slot with number \p Number of the record of run \p Run; null: there is
/// none.
const Slot *findSlot(const RunPlan &Plan, unsigned Number);

} // namespace memfacet

#endif
