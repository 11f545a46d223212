//===- LineSharing.h - lines that several threads write -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each thread has an unlimited cache, and a write takes the line away from all
// others. A miss there is a miss by sharing alone, in any cache.
//
// A miss is of false sharing if no other thread has written a word that the
// access touches since this thread had the line (Dubois et al., "The detection
// and elimination of useless misses in multiprocessors", 1993, but only for the
// words of the access, not for all words that the thread accesses until it
// loses the line).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_ADVISE_LINESHARING_H
#define MEMFACET_ADVISE_LINESHARING_H

#include "analysis/support/Ids.h"
#include "memfacet/UsedBytes.h"
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace memfacet::advise {

struct SharingCounts {
  uint64_t Misses = 0;
  uint64_t False = 0; ///< of them
  bool operator==(const SharingCounts &) const = default;
};

/// Counts misses by sharing lines. Threads whose numbers are equal modulo 64
/// count as one.
class LineSharing {
public:
  explicit LineSharing(uint32_t LineBytes);

  void touch(ThreadId Thread, uint32_t Structure, uint64_t Address,
             uint64_t Bytes, bool Write, UsedBytes Used = {});
  void count(bool Wanted) { Counting = Wanted; }
  void forgetCounts() { ByStructure.clear(); }
  /// Returns the counts by StructureId. Structures after the last one never
  /// missed.
  const std::vector<SharingCounts> &counts() const { return ByStructure; }

private:
  static constexpr unsigned WordShift = 2;
  struct Line {
    uint64_t Holders = 0; ///< threads that have the line
    uint64_t Lost = 0;    ///< threads that lost the line to a write
    /// By word: threads that had the line when another thread wrote the word
    /// last, and have not had it since.
    std::vector<uint64_t> Stale;
  };

  /// The words of a line that an access uses.
  struct UsedWords {
    uint64_t First, Last;
    UsedBytes Used;      ///< of the access
    int64_t FirstInLine; ///< the place in the line where the access begins

    bool has(uint64_t Word) const;
  };

  void touchLine(Line &L, uint64_t Thread, uint32_t Structure,
                 const UsedWords &Words, bool Write);

  /// log2 of the lines in one entry of SingleThreadLines.
  static constexpr unsigned GroupShift = 6;

  void touchSingle(uint64_t First, uint64_t Last);
  Line &lineAt(uint64_t Number);

  unsigned LineShift;
  bool Counting = true;
  /// Lines of the only thread, as long as there is one: a bit for each line of
  /// a group.
  std::unordered_map<uint64_t, uint64_t> SingleThreadLines;
  uint64_t LastGroup = ~uint64_t(0);
  uint64_t *LastGroupBits = nullptr; ///< of LastGroup
  ThreadId FirstThread;
  bool HasSeveralThreads = false;
  std::unordered_map<uint64_t, Line> Lines;
  std::vector<SharingCounts> ByStructure;
};

} // namespace memfacet::advise

#endif
