//===- FrameExpander.h - the words of a coded frame -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_CODING_FRAMEEXPANDER_H
#define MEMFACET_WORDS_CODING_FRAMEEXPANDER_H

#include "analysis/words/coding/FrameParts.h"
#include "analysis/words/coding/FrameWords.h"

namespace memfacet::words {

/// A frame as FrameCoder got it.
struct ExpandedFrame {
  struct Lane {
    ThreadId Thread;
    size_t Begin; ///< in Words
  };
  std::vector<uint64_t> Words; ///< lane after lane
  std::vector<Lane> Lanes;
  std::vector<FramePiece> Pieces;
};

/// Expands a frame without other frames. Accepts any bytes: damage is an error,
/// and memory is bounded.
class FrameExpander {
public:
  /// \p Words is the number of words and pieces of the frame, as its writer
  /// says.
  Status expand(std::span<const char> Coded, size_t Words,
                ExpandedFrame &Frame);

private:
  /// A column that the words of another column are relative to.
  struct Source {
    uint32_t Row;
    /// Slot in the row's own record, and in the source's.
    uint16_t Slot, SourceSlot;
  };
  struct Row {
    uint64_t Header;
    const uint64_t *Next;   ///< differences of the row's next record
    const uint64_t *Latest; ///< slots of the row's last record
    uint32_t Slots, FirstColumn;
    uint32_t FirstSource, Sources; ///< in Sources
  };
  struct Column {
    ColumnOrder Order;
    unsigned Planes;
    uint64_t Difference, Step; ///< the last difference, and its change
  };
  /// Stands in place of words.
  struct Copy {
    size_t Records; ///< since the copy before
    size_t Distance, Words;
  };
  class Assembler;
  /// The lists of a frame's directory.
  struct Lists;

  Status readDirectory(size_t Words, ExpandedFrame &Frame);
  Status readPieces(const Lists &L, ExpandedFrame &Frame);
  Status readRows(const Lists &L);
  Status readColumns(const Lists &L);
  Status readSource(uint32_t Row, uint32_t Slot, uint64_t Source);
  Status readCopies(const Lists &L);
  Status readNumbers(size_t Words);
  Status followExpected();
  Status readPlanes();
  void readRow(const Row &R, size_t Count, uint64_t *Target);
  void restore(const Row &R, uint32_t Slot, std::span<const uint64_t> Residuals,
               uint64_t *Target);
  Status assemble(std::span<uint64_t> Words);

  FramePartsReader Parts;
  std::vector<uint64_t> Directory;
  std::vector<Row> Rows;       ///< [0]: a plain word
  std::vector<Column> Columns; ///< [0] is none
  std::vector<uint32_t> RowOf; ///< index: column
  std::vector<Source> Sources;
  std::vector<Copy> Copies;
  std::vector<uint32_t> Records;  ///< index: row
  std::vector<uint16_t> Numbers;  ///< the row of each record
  std::vector<uint16_t> Expected; ///< index: row
  size_t CopiedWords = 0;
  std::vector<uint64_t> Differences; ///< row after row, record after record
  std::array<size_t, PlaneCount> PlaneUsed;
};

} // namespace memfacet::words

#endif
