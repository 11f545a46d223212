//===- CodedFrame.h - what a coded frame consists of ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words of a frame are cut into records. Records with the same header are a
// row; the words at one place behind the header are a column. A column stores
// what is left of each word when a prediction is subtracted:
//
//   difference = word - that of the column's source
//   residual   = difference - what its order expects, zigzag
//
// So most residuals are small, and their upper bytes are equal. The word of a
// source is the one that the last record of its row has there, this record
// included; 0 before there is one. Residuals are kept in planes of bytes: all
// lowest bytes, column after column, then all second ones, and so on.
//
// The order of rows: each row expects the row that followed it last time, at
// first row 0. A row is stored only where another one comes. Row 0 is a word
// that is stored as it is. It is also expected before the first record.
//
// Words that a lane had before, whole records, may be stored as a copy. They
// are then no records of their rows, and what follows them follows the record
// before them.
//
// A frame knows nothing of other frames. It does not need the tables either,
// because it lists its rows. So any sequence of words can be stored, and a
// frame can be read alone.
//
// The directory is a sequence of words:
//
//   lanes, pieces, rows, columns, copies, records     how many
//   thread of each lane
//   lane of each piece; words of each piece
//   header of each row; slots of each row
//   of each column: its source, 0 for none, else 1 + the source's number;
//   of each column: order | planes << 2
//   of each column: the first difference
//   of each copy: the records since the copy before; how many words back it
//   is; its words
//
// Columns are numbered in the order of rows. Lanes follow one another, in the
// order of records as well. Words as they are count as records.
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
  Rows,      ///< low bytes of the rows that are told
  RowsHigh,  ///< their high bytes; empty where all are 0
  Expected,  ///< before each row that is told, how many came as expected; 255:
             ///< so many and no row told
  Plain,     ///< words that are told as they are
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
  uint32_t Packed; ///< in the file
  PartPacking Packing;
};

/// At the beginning of a coded frame; then the parts' bytes.
struct FramePartSizes {
  FramePartSize Parts[FramePartCount];
};
static_assert(sizeof(FramePartSizes) == 156);
static_assert(std::is_trivially_copyable_v<FramePartSizes>);

/// What the residuals of a column are.
enum class ColumnOrder : uint8_t {
  Value = 0,  ///< differences, less the first one
  Delta = 1,  ///< changes of the difference
  Change = 2, ///< changes of these changes
};

/// Rows of a frame, beside row 0.
constexpr uint32_t MaxFrameRows = 0xffff;
/// Records with more slots are told as they are.
constexpr uint32_t MaxRowSlots = 1023;
/// What a row's records are relative to before there is one.
inline constexpr uint64_t ZeroRecord[MaxRowSlots] = {};
/// Words of the directory before its lists.
constexpr size_t DirectoryCounts = 6;
/// Its lists, each of which has at most an entry for each word and segment.
constexpr size_t DirectoryLists = 11;

/// Most bytes of a coded frame's payload.
constexpr size_t maxCodedBytes(size_t Words) {
  return sizeof(FramePartSizes) + Words * 128 + 4096;
}

} // namespace memfacet::words

#endif
