//===- coding/FrameCoder.h - codes the words of a frame -------------------===//

#ifndef MEMFACET_CODING_FRAMECODER_H
#define MEMFACET_CODING_FRAMECODER_H

#include "analysis/coding/ColumnRules.h"
#include "analysis/coding/FrameParts.h"
#include "analysis/coding/RecordBuffers.h"

namespace memfacet {

/// Codes frames, one after the other. What it learns from one makes the next
/// ones smaller; each can be read without the others.
class FrameCoder {
public:
  /// \p Lengths may learn more at any time. What it says makes frames smaller,
  /// or larger where it is wrong; they are never wrong.
  explicit FrameCoder(const RecordLength &Lengths);

  /// Appends a FramePartSizes and the parts to \p To. Words and pieces of
  /// \p Frame are at most 2^24. An error: no memory for zstd.
  Status code(const FrameWords &Frame, std::vector<char> &To);

private:
  /// What a column of a row is while it is coded.
  struct Column {
    ColumnOrder Order;
    uint64_t First, Before, Step; ///< the difference before, and its change
    uint64_t Any;                 ///< all bits of the residuals
  };

  void begin(const FrameWords &Frame);
  void walk(std::span<const uint64_t> Words);
  const uint64_t *walkSlowly(const uint64_t *At, const uint64_t *End);
  const uint64_t *plain(const uint64_t *At, const uint64_t *End, size_t Count);
  void makeRoom();
  void codeRow(const RecordBuffers::InFrame &R);
  void residuals(std::span<const uint64_t> Records, uint32_t Slots,
                 size_t Count, uint64_t *To);
  void writePlanes(const uint64_t *Residuals, size_t Count);
  void writeDirectory(const FrameWords &Frame);
  uint64_t sourceInFrame(uint32_t Column) const;

  RowDirectory Rows;
  ColumnRules Rules;
  RecordBuffers Records;
  FramePartsWriter Parts;
  std::vector<uint64_t> Last;    ///< by column; [0] stays 0
  std::vector<uint16_t> Numbers; ///< of the rows, as they come
  size_t NumberCount = 0;
  std::vector<Column> Columns; ///< of one row
  std::vector<uint64_t> Scratch;
  std::vector<uint64_t> Directory, Sources, Kinds, Firsts;
  bool Outdated = false; ///< the tables have changed
};

} // namespace memfacet

#endif
