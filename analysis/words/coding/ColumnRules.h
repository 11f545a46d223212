//===- ColumnRules.h - rows, and rules that predict their columns ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_CODING_COLUMNRULES_H
#define MEMFACET_WORDS_CODING_COLUMNRULES_H

#include "analysis/words/coding/CodedFrame.h"
#include "analysis/words/coding/FrameWords.h"
#include "analysis/words/stream/RecordLength.h"
#include <vector>

namespace memfacet::words {

/// Records with the same header: what the coder knows of them all along.
struct CodedRow {
  uint64_t Header;
  uint32_t Slots;       ///< words behind the header
  uint32_t FirstColumn; ///< of Slots
};

/// Numbers of rows and of their columns. Row 0 is none; columns begin with 1,
/// so that 0 can say "no column".
class RowDirectory {
public:
  explicit RowDirectory(const RecordLength &Lengths);

  /// The row with this header, 0 where it is not known (yet).
  uint32_t find(uint64_t Header) const {
    for (size_t Slot = slotOf(Header);; Slot = (Slot + 1) & Mask)
      if (Table[Slot].Header == Header || Table[Slot].Row == 0)
        return Table[Slot].Row;
  }
  /// The same, and gets to know it; 0: that is no header, or its records are
  /// too long to be a row.
  uint32_t add(uint64_t Header);
  const CodedRow &operator[](uint32_t Row) const { return Rows[Row]; }
  uint32_t rows() const { return uint32_t(Rows.size()); }
  uint32_t columns() const { return uint32_t(RowOfColumn.size()); }
  uint32_t rowOfColumn(uint32_t Column) const { return RowOfColumn[Column]; }
  /// Whether the tables still say that its records are so long.
  bool isCurrent(uint32_t Row) const;
  void clear();

private:
  struct Entry {
    uint64_t Header;
    uint32_t Row;
  };
  size_t slotOf(uint64_t Header) const {
    return Header * 0x9e3779b97f4a7c15 >> Shift;
  }
  void enter(uint32_t Row);
  void grow();

  const RecordLength &Lengths;
  std::vector<CodedRow> Rows;
  std::vector<uint32_t> RowOfColumn;
  std::vector<Entry> Table; ///< open addressing, at most half full
  unsigned Shift;
  size_t Mask;
};

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

} // namespace memfacet::words

#endif
