//===- FrameCoder.h - codes the words of a frame --------------------------===//

#ifndef MEMFACET_CODING_FRAMECODER_H
#define MEMFACET_CODING_FRAMECODER_H

#include "analysis/coding/ColumnRules.h"
#include "analysis/coding/FrameParts.h"
#include "analysis/coding/RecordWalk.h"

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
  void codeRow(const RecordBuffers::InFrame &R);
  void findColumn(const RecordBuffers::InFrame &R, uint32_t Slot, size_t Count);
  void writeOrder();
  void writeDirectory(const FrameWords &Frame);
  uint64_t sourceInFrame(uint32_t Column) const;

  RecordWalk Walk;
  ColumnRules Rules;
  FramePartsWriter Parts;
  std::vector<uint64_t> Residuals; ///< of one column
  std::vector<uint64_t> Directory, Sources, Kinds, Firsts;
};

} // namespace memfacet

#endif
