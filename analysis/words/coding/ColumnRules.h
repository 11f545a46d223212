//===- ColumnRules.h - rows, and rules that predict their columns ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_CODING_COLUMNRULES_H
#define MEMFACET_WORDS_CODING_COLUMNRULES_H

#include "analysis/words/coding/CodedFrame.h"
#include "analysis/words/coding/FrameWords.h"
#include "analysis/words/stream/RecordLength.h"
#include <vector>

namespace memfacet::words {

/// Records with the same header, as the coder knows them from frame to frame.
struct CodedRow {
  uint64_t Header;
  uint32_t Slots;       ///< words after the header
  uint32_t FirstColumn; ///< column of the first slot
};

/// Numbers rows and their columns. Row 0 is none. Columns begin with 1, so that
/// 0 can mean "no column".
class RowDirectory {
public:
  explicit RowDirectory(const RecordLength &Lengths);

  /// Returns the row with this header, or 0 if it is not known.
  uint32_t find(uint64_t Header) const {
    for (size_t Slot = slotOf(Header);; Slot = (Slot + 1) & Mask)
      if (Table[Slot].Header == Header || Table[Slot].Row == 0)
        return Table[Slot].Row;
  }
  /// Returns the row with this header, and adds it if it is new. Returns 0 if
  /// that is no header, or if its records are too long to be a row.
  uint32_t add(uint64_t Header);
  const CodedRow &operator[](uint32_t Row) const { return Rows[Row]; }
  uint32_t rows() const { return uint32_t(Rows.size()); }
  uint32_t columns() const { return uint32_t(RowOfColumn.size()); }
  uint32_t rowOfColumn(uint32_t Column) const { return RowOfColumn[Column]; }
  /// Returns whether the tables still give records of \p Row this length.
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

/// Holds for each column which other column predicts it best, if any, and how
/// the difference is coded. Rules are learned from samples of a frame and used
/// for the frames after it. A bad rule costs bytes, nothing else.
class ColumnRules {
public:
  /// Called before each frame. Learns rules where that is worth it, and adds
  /// new rows to \p Rows.
  void learn(const FrameWords &Frame, RowDirectory &Rows);
  /// Makes room for \p Columns columns.
  void makeRoom(size_t Columns);
  void clear();

  /// Returns the source of \p Column, or 0. A source in the same row stands
  /// before \p Column.
  uint32_t source(uint32_t Column) const { return Source[Column]; }
  ColumnOrder order(uint32_t Column) const { return Order[Column]; }
  /// Returns whether \p Column has a rule. noteUnlearned() takes the number of
  /// words of the last frame that were in columns without one.
  bool isLearned(uint32_t Column) const { return Step[Column] == Learned; }
  void noteUnlearned(size_t Words) { Unlearned = Words; }

private:
  /// First the source is chosen; in another frame, the order of the
  /// differences.
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
