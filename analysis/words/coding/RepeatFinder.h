//===- RepeatFinder.h - words that a lane had before ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_CODING_REPEATFINDER_H
#define MEMFACET_WORDS_CODING_REPEATFINDER_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet::words {

/// Finds long sequences of whole records that came before in the same lane of
/// the same frame. Examines only the records that it is asked about.
class RepeatFinder {
public:
  /// Fewest words that are worth a copy.
  static constexpr size_t LeastWords = 32;

  RepeatFinder();
  /// Begins a frame of \p Words words. If the frame before had few repeats, few
  /// records are examined.
  void beginFrame(size_t Words);
  /// Begins a lane. \p Lane stays where it is until the next one begins.
  void begin(const uint64_t *Lane, size_t Words);
  /// Returns one byte for each word, which is 1 where a record begins. The
  /// caller sets the bytes of the words that it passes.
  uint8_t *starts() { return Starts.data(); }

  /// Returns whether find may find anything at \p Record, which has two words
  /// or is followed by another. The result depends on these two words alone, so
  /// that the first sequence and the repeated one are chosen alike.
  bool chooses(const uint64_t *Record) const {
    return ((Record[0] ^ Record[1]) * 0x9e3779b97f4a7c15 >> 32 & Choice) == 0;
  }
  /// Returns how many words from \p Record on, up to \p End, are the same as \p
  /// Distance words before; 0: none that are worth a copy. Sets their starts. A
  /// copy does not overlap itself.
  size_t find(const uint64_t *Record, const uint64_t *End, size_t &Distance);

private:
  struct Entry {
    uint32_t Number = 0; ///< number of the first word
    uint32_t Check = 0;  ///< lower half of the hash
  };
  static constexpr unsigned TableBits = 14;

  uint64_t Choice = 0; ///< bits that are 0 in the hash of chosen records
  size_t Found = 0;    ///< words, in this frame
  const uint64_t *Begin = nullptr;
  uint32_t Base = 1, NextBase = 1; ///< number of the lane's first word
  std::vector<Entry> Table;        ///< entries of earlier lanes are stale
  std::vector<uint8_t> Starts;
};

} // namespace memfacet::words

#endif
