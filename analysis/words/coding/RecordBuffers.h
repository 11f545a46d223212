//===- RecordBuffers.h - the records of a frame, row by row ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_CODING_RECORDBUFFERS_H
#define MEMFACET_WORDS_CODING_RECORDBUFFERS_H

#include "analysis/support/LazyMemory.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace memfacet::words {

/// Room for the records of each row of a frame, side by side: the differences
/// of columns with a source, and words of the others. It grows while they come,
/// and what a frame needed is a guess for the next one.
class RecordBuffers {
public:
  /// What a word of a row is told relative to.
  struct Source {
    uint32_t Row;
    uint16_t Slot,
        SourceSlot; ///< of the row's own records, and of the source's
  };
  /// A row, whether it is in the frame or not. The walk over records touches
  /// one cache line of it.
  struct alignas(64) Row {
    uint64_t Header = 0;
    uint64_t *Next = nullptr; ///< where the next record goes
    uint64_t *End = nullptr;  ///< equal to Next: no room, or not in the frame
    const uint64_t *Latest = nullptr; ///< slots of its last record
    uint32_t Slots = 0, FirstColumn = 0;
    uint32_t Number = 0;                       ///< in the frame, from 1 on
    uint32_t Expected = 0;                     ///< the row that followed it
    uint32_t FirstSource = 0, SourcePairs = 0; ///< in sources()
    uint32_t UsualRecords = 0; ///< records that it had in earlier frames, about
  };
  struct FrameRow {
    uint32_t Row;
    uint64_t *Begin;
    uint32_t FirstColumn; ///< counted in this frame, from 0 on
  };

  RecordBuffers();
  /// Ends the frame before; this one has at most \p Words words.
  void begin(size_t Words);
  /// Forgets all rows.
  void clear();
  void add(uint64_t Header, uint32_t Slots, uint32_t FirstColumn);

  Row *rows() { return Rows.data(); }
  const Row &operator[](uint32_t Number) const { return Rows[Number]; }
  /// Of all rows of this frame.
  const Source *sources() const { return Sources.data(); }
  /// Rows that are known, row 0 included.
  size_t rowCount() const { return Rows.size(); }
  /// Rows of this frame, by their numbers, less 1.
  const std::vector<FrameRow> &frameRows() const { return Present; }
  /// Columns of this frame.
  uint32_t columns() const { return ColumnCount; }
  /// Of one that is in the frame.
  uint32_t records(const FrameRow &R) const;

  /// Makes room for another record. False: the frame has too many rows.
  bool makeRoom(uint32_t Row);
  /// One more for the row that entered the frame last, which gets an even
  /// number.
  void addSource(const Source &S);

  /// Words of a record that may always be stored, however long it is.
  static constexpr size_t WriteBeyond = 8;

private:
  uint64_t *allocate(size_t Words);
  bool enter(uint32_t Row);

  std::vector<Row> Rows; ///< [0] is none, and never has room
  std::vector<FrameRow> Present;
  std::vector<Source> Sources;
  uint32_t ColumnCount = 0;
  std::optional<LazyMemory> Memory;
  size_t MemoryWords = 0, Used = 0;
  size_t GuessesLeft = 0; ///< words
};

} // namespace memfacet::words

#endif
