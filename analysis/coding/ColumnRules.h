//===- ColumnRules.h - how columns are predicted --------------------------===//

#ifndef MEMFACET_CODING_COLUMNRULES_H
#define MEMFACET_CODING_COLUMNRULES_H

#include "analysis/coding/CodedFrame.h"
#include "analysis/coding/FrameWords.h"
#include "analysis/coding/RowDirectory.h"

namespace memfacet {

/// For each column, which other one predicts it best, if any, and what becomes
/// of the difference: learned from samples of a frame, used for those that
/// follow. A bad rule costs bytes, nothing else.
class ColumnRules {
public:
  /// Before each frame; learns what is worth it, and gets to know new rows.
  void learn(const FrameWords &Frame, RowDirectory &Rows);
  /// There are at least so many columns.
  void makeRoom(size_t Columns);
  void clear();

  /// A column, or 0. One of the same row is in front of \p Column.
  uint32_t source(uint32_t Column) const { return Source[Column]; }
  ColumnOrder order(uint32_t Column) const { return Order[Column]; }
  /// Tells how many words of the last frame were in columns without a rule.
  bool isLearned(uint32_t Column) const { return Step[Column] == Learned; }
  void noteUnlearned(size_t Words) { Unlearned = Words; }

private:
  /// First the source is chosen, in another frame the order of what is left.
  enum LearningStep : uint8_t { NeedsSource, NeedsOrder, Learned };
  struct Samples;
  class Learner;

  std::vector<uint32_t> Source;
  std::vector<ColumnOrder> Order;
  std::vector<LearningStep> Step;
  size_t Unlearned = 0;
  uint64_t Frames = 0;
};

} // namespace memfacet

#endif
