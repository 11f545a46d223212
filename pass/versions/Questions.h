//===- Questions.h - where code asks whether a line is watched ------------===//
//
// A sample of reuse pairs (memfacet/ReusePairs.h) needs to know only of
// accesses that are chosen or go to a watched line. One question is about
// several accesses of a run and is asked after them. If the answer is yes for
// one of them, the runtime is told of all, in order.
//
// For the order between threads, an access happens where its question is asked.
// So no question spans an access by which threads may tell each other
// something: questions are asked just before each atomic or volatile access,
// about it and what comes before it.
//
// No question relies on an earlier one: a thread whose line stays watched would
// have to report everything meanwhile, which costs more than to ask again.
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
  /// Their units (ReusePairs.h); 0 if the number is not known: Always.
  uint32_t Units;
  /// One of them is longer than a line, or is a lane of a vector: the runtime
  /// is always told.
  bool Always;
  llvm::Instruction *Before; ///< where it is asked
  llvm::SmallVector<Spot, 4> Spots;
  /// Those accesses of the run whose length is known only at run time: the
  /// runtime is told unless the length is that of one unit.
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
