//===- CodedFrame.h - what a coded frame consists of ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words of a frame are cut into records. Records with the same header are a
// row; the words at one position after the header are a column. A column stores
// what is left of each word when a prediction is subtracted:
//
//   difference = word - word of the column's source
//   residual   = difference - what the column's order expects, as zigzag
//
// So most residuals are small, and their upper bytes are equal. The word of a
// source is taken from the last record of the source's row, which may be the
// same record; it is 0 before the first record of that row. Residuals are kept
// in planes of bytes: all lowest bytes, column after column, then all second
// ones, and so on.
//
// A row is stored only where another row than expected comes: each row expects
// the row that followed it last time, and row 0 at first. Row 0 stands for a
// word that is stored unchanged. It also counts as the row before the first
// record.
//
// Whole records that a lane had before may be stored as a copy. Copied records
// do not count as records of their rows: the row before a copy expects the row
// after it.
//
// A frame can be read without other frames and without the tables, because it
// lists its rows. Any sequence of words can be stored.
//
// The directory is a sequence of words:
//
//   numbers of lanes, pieces, rows, columns, copies, records
//   thread of each lane
//   lane of each piece; words of each piece
//   header of each row; slots of each row
//   source of each column: 0 for none, else 1 + the number of the source;
//   order | planes << 2 of each column
//   first difference of each column
//   for each copy, the records since the copy before; the distance in words;
//   the number of words
//
// Columns are numbered in the order of rows. Records are stored lane after
// lane. A plain word counts as one record.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_WORDS_CODING_CODEDFRAME_H
#define MEMFACET_WORDS_CODING_CODEDFRAME_H

#include "analysis/support/Varint.h"
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace memfacet::words {

/// Parts of a coded frame, in their order.
enum class FramePart : uint32_t {
  Directory, ///< words, in eight planes
  Rows,      ///< low bytes of the stored rows
  RowsHigh,  ///< high bytes of the stored rows; empty where all are 0
  Expected,  ///< for each stored row, the records before it that came as
             ///< expected; 255: 255 such records, and no row
  Plain,     ///< words that are stored unchanged
  Planes,    ///< the first of PlaneCount
};
constexpr unsigned PlaneCount = 8;
constexpr unsigned FramePartCount = unsigned(FramePart::Planes) + PlaneCount;
constexpr uint8_t LongExpected = 255;

enum class PartPacking : uint32_t {
  None = 0,
  Blocks = 1, ///< coding/PackedBlocks.h
  Zstd = 2,
};

struct FramePartSize {
  uint32_t Bytes;
  uint32_t Packed; ///< bytes in the file
  PartPacking Packing;
};

/// The head of a coded frame. The bytes of the parts follow it.
struct FramePartSizes {
  FramePartSize Parts[FramePartCount];
};
static_assert(sizeof(FramePartSizes) == 156);
static_assert(std::is_trivially_copyable_v<FramePartSizes>);

/// How the residuals of a column are computed.
enum class ColumnOrder : uint8_t {
  Value = 0,  ///< differences minus the first difference
  Delta = 1,  ///< changes of the difference
  Change = 2, ///< changes of these changes
};

/// Most rows of a frame, without row 0.
constexpr uint32_t MaxFrameRows = 0xffff;
/// Records with more slots are stored as plain words.
constexpr uint32_t MaxRowSlots = 1023;
/// The record that a row's columns refer to before the row's first record.
inline constexpr uint64_t ZeroRecord[MaxRowSlots] = {};
/// Words of the directory in front of the lists.
constexpr size_t DirectoryCounts = 6;
/// Number of lists in the directory. Each has at most one entry for each word
/// and segment.
constexpr size_t DirectoryLists = 11;

/// Returns the most bytes of a coded frame's payload.
constexpr size_t maxCodedBytes(size_t Words) {
  return sizeof(FramePartSizes) + Words * 128 + 4096;
}

} // namespace memfacet::words

#endif
