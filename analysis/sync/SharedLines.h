//===- SharedLines.h - lines that threads may take from each other --------===//
//
// Simulating which thread loses which line when takes every access. A sample
// of them, as StepSampler looks at, tells something cheaper: which bytes of
// which lines each thread accesses and writes while several threads run. A
// thread can miss because others wrote other bytes of a line at most as often
// as it accesses the line, and at most as often as they write there.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_SYNC_SHAREDLINES_H
#define MEMFACET_SYNC_SHAREDLINES_H

#include "analysis/profile/SharingTable.h"
#include "analysis/support/Ids.h"
#include <array>
#include <unordered_map>
#include <vector>

namespace memfacet {

/// Not synchronised.
class SharedLines {
public:
  /// \p LineBytes: a power of two.
  explicit SharedLines(uint64_t LineBytes);

  /// \p Thread has ended. Threads begin with their first access.
  void ends(ThreadId Thread);
  /// An access of the sample.
  void see(uint64_t Address, uint64_t Bytes, bool Write, ThreadId Thread,
           uint32_t Structure) {
    if (Thread.Value != Last) [[unlikely]]
      enter(Thread);
    if (Running.size() > 1)
      add(Address, Bytes, Write, Thread, Structure);
  }
  /// Forgets all accesses.
  void clear();
  /// Structures with lines that are contested, by Structure.
  std::vector<SharingHint> hints() const;

  /// Lines beyond so many are left out: those of a large array, mostly.
  static constexpr size_t MostLines = size_t(1) << 17;

private:
  static constexpr uint32_t None = ~uint32_t(0);
  /// How a thread uses a structure in a line.
  struct Use {
    uint32_t Thread, Structure;
    uint64_t Accesses = 0, Writes = 0;
    uint64_t Bytes = 0, Written = 0; ///< a bit for each Granule
    uint32_t Next = None;            ///< of the same line
  };

  void enter(ThreadId Thread);
  void add(uint64_t Address, uint64_t Bytes, bool Write, ThreadId Thread,
           uint32_t Structure);
  Use *useOf(uint64_t Line, uint32_t Thread, uint32_t Structure);
  uint32_t findUse(uint64_t Line, uint32_t Thread, uint32_t Structure);
  uint64_t contested(const Use &Of, uint32_t First) const;

  const uint64_t LineBytes;
  const unsigned LineShift;
  const uint64_t Granule;                       ///< bytes
  std::vector<uint32_t> Running;                ///< threads
  uint32_t Last = None;                         ///< that accessed something
  std::unordered_map<uint64_t, uint32_t> Lines; ///< by number: the first use
  std::vector<Use> Uses;
  /// The last use of lines with the same low bits: mostly, it is the next.
  struct Recent {
    uint64_t Line = 0;
    uint32_t Use = None;
  };
  std::array<Recent, 512> Recents;
  std::vector<uint64_t> Sampled; ///< accesses by structure
};

} // namespace memfacet

#endif
