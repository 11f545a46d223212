//===- coding/FrameExpander.h - the words of a coded frame ----------------===//

#ifndef MEMFACET_CODING_FRAMEEXPANDER_H
#define MEMFACET_CODING_FRAMEEXPANDER_H

#include "analysis/coding/FrameParts.h"
#include "analysis/coding/FrameWords.h"

namespace memfacet {

/// What FrameCoder was given.
struct ExpandedFrame {
  struct Lane {
    ThreadId Thread;
    size_t Begin; ///< in Words
  };
  std::vector<uint64_t> Words; ///< lane after lane
  std::vector<Lane> Lanes;
  std::vector<FramePiece> Pieces;
};

/// Knows nothing of other frames. Takes any bytes: what is wrong is an error,
/// and memory is bounded.
class FrameExpander {
public:
  /// \p Words: words and pieces of the frame, as its writer says.
  Status expand(std::span<const char> Coded, size_t Words, ExpandedFrame &To);

private:
  struct Row {
    uint64_t Header;
    const uint64_t *Next; ///< differences of its next record
    uint32_t Slots;
    uint32_t FirstColumn;
  };
  struct Column {
    ColumnOrder Order;
    unsigned Planes;
    uint64_t Difference, Step; ///< the last one, and its change
  };

  Status readDirectory(size_t Words, ExpandedFrame &To);
  Status readPieces(std::span<const uint64_t> Lists, size_t Lanes,
                    size_t Pieces, ExpandedFrame &To);
  Status readRows(std::span<const uint64_t> Lists, size_t Rows, size_t Columns);
  Status readNumbers(size_t Words);
  Status readColumns();
  void readRow(const Row &R, size_t Count, uint64_t *To);
  void restore(const Row &R, uint32_t Slot, std::span<const uint64_t> Residuals,
               uint64_t *To);
  void assemble(uint64_t *To);

  FramePartsReader Parts;
  std::vector<uint64_t> Directory;
  std::vector<Row> Rows;         ///< [0]: a word as it is
  std::vector<Column> Columns;   ///< [0] is none
  std::vector<uint32_t> Sources; ///< by column
  std::vector<uint64_t> Last;    ///< by column; [0] stays 0
  std::vector<uint32_t> Records; ///< by row
  std::vector<uint16_t> Numbers;
  std::vector<uint64_t> Differences; ///< row after row, record after record
  std::array<size_t, PlaneCount> PlaneUsed;
};

} // namespace memfacet

#endif
