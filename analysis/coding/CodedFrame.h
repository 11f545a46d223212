//===- coding/CodedFrame.h - what a coded frame consists of ---------------===//
//
// The words of a frame are cut into records; records with the same header are
// a row, the words at one place behind it a column. A column is told as what
// is left of each word when a prediction is taken away:
//
//   difference = word - the last word of the column's source
//   residual   = difference - what its order expects, zigzag
//
// so that most residuals are small, and their upper bytes equal. The bytes are
// kept in planes: all lowest bytes, column after column, then all second ones,
// and so on, each plane compressed by itself. Which row comes when is a list of
// row numbers, 0 for a word that is told as it is.
//
// A frame knows nothing of others. It does not need the tables either: the rows
// that it has are listed in it. So any sequence of words can be told, and a
// frame can be read alone.
//
// The directory is a sequence of words:
//
//   lanes, pieces, rows, columns              how many
//   thread of each lane
//   lane of each piece; words of each piece
//   header of each row; slots of each row
//   of each column: its source, 0 for none, else 1 + the source's number;
//   of each column: order | planes << 2
//   of each column: the first difference
//
// Columns are numbered in the order of rows. Lanes follow one another, in the
// list of row numbers as well; a source is the last word that was told.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CODING_CODEDFRAME_H
#define MEMFACET_CODING_CODEDFRAME_H

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace memfacet {

/// Parts of a coded frame, in their order. Those of bytes are compressed with
/// zstd where that saves anything.
enum class FramePart : uint32_t {
  Directory, ///< words, in eight planes
  Rows,      ///< low bytes of row numbers
  RowsHigh,  ///< their high bytes; empty where all are 0
  Plain,     ///< words that are told as they are
  Planes,    ///< the first of PlaneCount
};
constexpr unsigned PlaneCount = 8;
constexpr unsigned FramePartCount = unsigned(FramePart::Planes) + PlaneCount;

/// At the beginning of a coded frame; then the parts' bytes.
struct FramePartSizes {
  struct {
    uint32_t Bytes;
    uint32_t Packed; ///< in the file; equal to Bytes where not compressed
  } Of[FramePartCount];
};
static_assert(sizeof(FramePartSizes) == 96);
static_assert(std::is_trivially_copyable_v<FramePartSizes>);

/// What the residuals of a column are.
enum class ColumnOrder : uint8_t {
  Value = 0,  ///< differences, less the first one
  Delta = 1,  ///< changes of the difference
  Change = 2, ///< changes of these changes
};

constexpr uint64_t zigzag(uint64_t Signed) {
  return Signed << 1 ^ (0 - (Signed >> 63));
}
constexpr uint64_t fromZigzag(uint64_t Z) { return Z >> 1 ^ (0 - (Z & 1)); }

/// Rows of a frame, beside row 0.
constexpr uint32_t MaxFrameRows = 0xffff;
/// Records with more slots are told as they are.
constexpr uint32_t MaxRowSlots = 1023;
/// Words of the directory before its lists.
constexpr size_t DirectoryCounts = 4;

/// Most bytes of a coded frame's payload.
constexpr size_t maxCodedBytes(size_t Words) {
  return sizeof(FramePartSizes) + Words * 96 + 4096;
}

} // namespace memfacet

#endif
