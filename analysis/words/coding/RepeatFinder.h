//===- RepeatFinder.h - words that a lane had before ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_CODING_REPEATFINDER_H
#define MEMFACET_WORDS_CODING_REPEATFINDER_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet::words {

/// Finds long sequences of whole records that came before in the same lane of
/// the same frame. It looks at the records that it is asked about only.
class RepeatFinder {
public:
  /// Words that are worth a copy.
  static constexpr size_t LeastWords = 32;

  RepeatFinder();
  /// Where the frame before had few repeats, few records are looked at. \p
  /// Words is how many this one has.
  void beginFrame(size_t Words);
  /// \p Lane stays where it is until the next one.
  void begin(const uint64_t *Lane, size_t Words);
  /// One byte for each word, which is 1 where a record begins. The caller sets
  /// those of what it passes.
  uint8_t *starts() { return Starts.data(); }

  /// Whether find may find anything at the record \p Record, of two words or
  /// with one behind it. It depends on these words alone, so that the first
  /// ones and the repeated ones are chosen alike.
  bool chooses(const uint64_t *Record) const {
    return ((Record[0] ^ Record[1]) * 0x9e3779b97f4a7c15 >> 32 & Choice) == 0;
  }
  /// How many words from \p Record on, in front of \p End, were \p Distance
  /// words before; 0: none that are worth it. Sets their starts. A copy does
  /// not reach into itself.
  size_t find(const uint64_t *Record, const uint64_t *End, size_t &Distance);

private:
  struct Entry {
    uint32_t Number = 0; ///< of the word where it begins
    uint32_t Check = 0;  ///< of its hash
  };
  static constexpr unsigned TableBits = 14;

  uint64_t Choice = 0; ///< bits that are 0 in what is chosen
  size_t Found = 0;    ///< words, in this frame
  const uint64_t *Begin = nullptr;
  uint32_t Base = 1, NextBase = 1; ///< number of the lane's first word
  std::vector<Entry> Table;        ///< numbers; old ones are stale
  std::vector<uint8_t> Starts;
};

} // namespace memfacet::words

#endif
