//===- RecordBuffers.h - the records of a frame, row by row ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_CODING_RECORDBUFFERS_H
#define MEMFACET_WORDS_CODING_RECORDBUFFERS_H

#include "analysis/support/LazyMemory.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace memfacet::words {

/// Holds the records of each row of a frame, row by row: the differences of
/// columns with a source, and words of the others. The buffers grow while
/// records come. What a frame needed is a guess for the next frame.
class RecordBuffers {
public:
  /// A column that the words of another column are relative to.
  struct Source {
    uint32_t Row;
    /// Slot in the row's own record, and in the source's.
    uint16_t Slot, SourceSlot;
  };
  /// A row, in the frame or not. The walk over records touches one cache line
  /// of it.
  struct alignas(64) Row {
    uint64_t Header = 0;
    uint64_t *Next = nullptr; ///< where the next record goes
    uint64_t *End = nullptr;  ///< equal to Next: no room, or not in the frame
    const uint64_t *Latest = nullptr; ///< slots of the row's last record
    uint32_t Slots = 0, FirstColumn = 0;
    uint32_t Number = 0;   ///< in the frame, from 1 on
    uint32_t Expected = 0; ///< the row that followed last time
    uint32_t FirstSource = 0, SourcePairs = 0; ///< in sources()
    uint32_t UsualRecords = 0; ///< number of records in earlier frames, about
  };
  struct FrameRow {
    uint32_t Row;
    uint64_t *Begin;
    uint32_t FirstColumn; ///< counted in this frame, from 0 on
  };

  RecordBuffers();
  /// Begins a frame of at most \p Words words, and ends the frame before.
  void begin(size_t Words);
  /// Forgets all rows.
  void clear();
  void add(uint64_t Header, uint32_t Slots, uint32_t FirstColumn);

  Row *rows() { return Rows.data(); }
  const Row &operator[](uint32_t Number) const { return Rows[Number]; }
  /// Returns the sources of all rows of this frame.
  const Source *sources() const { return Sources.data(); }
  /// Returns the number of rows that are known, row 0 included.
  size_t rowCount() const { return Rows.size(); }
  /// Returns the rows of this frame; index: the row's Number - 1.
  const std::vector<FrameRow> &frameRows() const { return Present; }
  /// Returns the number of columns of this frame.
  uint32_t columns() const { return ColumnCount; }
  /// Returns the number of records of a row that is in the frame.
  uint32_t records(const FrameRow &R) const;

  /// Makes room for another record of row \p Number. Returns false if the frame
  /// has too many rows.
  bool makeRoom(uint32_t Number);
  /// Adds a source to the row that entered the frame last. Each row gets an
  /// even number of sources.
  void addSource(const Source &S);

  /// Words that may always be stored for a record, whatever its length.
  static constexpr size_t WriteBeyond = 8;

private:
  uint64_t *allocate(size_t Words);
  bool enter(uint32_t Number);

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
