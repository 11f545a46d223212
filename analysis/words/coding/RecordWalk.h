//===- RecordWalk.h - cuts the words of a frame into records --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_CODING_RECORDWALK_H
#define MEMFACET_WORDS_CODING_RECORDWALK_H

#include "analysis/words/coding/ColumnRules.h"
#include "analysis/words/coding/FrameParts.h"
#include "analysis/words/coding/RecordBuffers.h"
#include "analysis/words/coding/RepeatFinder.h"

namespace memfacet::words {

/// Sorts the records of a frame by row, subtracts what their sources predict,
/// and lists the order of the rows (CodedFrame.h). Rows are remembered from
/// frame to frame.
class RecordWalk {
public:
  /// Stands in place of words.
  struct Copy {
    size_t Records; ///< since the copy before
    size_t Distance, Words;
  };

  explicit RecordWalk(const RecordLength &Lengths) : Rows(Lengths) {}

  /// Ends the frame before, and walks over \p Frame by \p Rules. Plain words go
  /// to \p Plain.
  void walk(const FrameWords &Frame, ColumnRules &Rules, ByteBuffer &Plain);

  /// Returns the rows and columns of all frames.
  const RowDirectory &directory() const { return Rows; }
  /// Returns the records of this frame.
  const RecordBuffers &records() const { return Records; }
  size_t recordCount() const { return UnexpectedCount + RunsBefore + Run; }
  const std::vector<Copy> &copies() const { return Copies; }
  /// Returns the rows that were not expected. expected() has for each the
  /// number of records before it that came as expected; LongExpected stands for
  /// that number, without a row.
  std::span<const uint16_t> unexpectedRows() const {
    return {UnexpectedRows.data(), UnexpectedCount};
  }
  std::span<const uint8_t> expected() const {
    return {Expected.data(), ExpectedCount};
  }

private:
  void begin(const FrameWords &Frame, ColumnRules &Rules);
  void walkLane(const WordBuffer &Words);
  const uint64_t *move(const uint64_t *Position, const uint64_t *End);
  const uint64_t *moveSlowly(const uint64_t *Position, const uint64_t *End);
  const uint64_t *plain(const uint64_t *Position, const uint64_t *End,
                        size_t Count);
  const uint64_t *enter(uint32_t Row, const uint64_t *Position,
                        const uint64_t *End);
  void enterSources(const RecordBuffers::Row &R);
  void makeRoom();
  void noteRecord(uint32_t Row);
  void copy(size_t Distance, size_t Words);

  RowDirectory Rows;
  RecordBuffers Records;
  RepeatFinder Repeats;
  ColumnRules *Rules = nullptr; ///< set only during walk(), as Plain is
  ByteBuffer *Plain = nullptr;
  const uint64_t *Lane = nullptr;
  std::vector<uint16_t> UnexpectedRows;
  std::vector<uint8_t> Expected;
  size_t UnexpectedCount = 0, ExpectedCount = 0;
  /// Records that came as expected since the last stored row, and before it.
  size_t Run = 0, RunsBefore = 0;
  size_t RecordsCopied = 0; ///< recordCount() at the last copy
  uint32_t LastRow = 0;     ///< the row of the last record
  std::vector<Copy> Copies;
  bool Outdated = false; ///< the tables have changed
};

} // namespace memfacet::words

#endif
