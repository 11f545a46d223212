//===- MemoryTally.h - counts of the detailed simulation ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_MEMORY_MEMORYTALLY_H
#define MEMFACET_CACHES_MEMORY_MEMORYTALLY_H

#include "analysis/caches/cache/CounterTable.h"
#include "analysis/caches/cache/EvictionPairs.h"
#include "analysis/caches/cache/SiteMisses.h"
#include "analysis/caches/memory/MemoryCounters.h"
#include "memfacet/Check.h"
#include <cstdint>
#include <vector>

namespace memfacet::caches {

/// The counts of one set of a level, over all caches of the level.
struct SetCounts {
  uint64_t Misses = 0, Conflicts = 0;
  bool operator==(const SetCounts &) const = default;
};

/// The counts of a MemorySystem. Not synchronised.
class MemoryTally {
public:
  explicit MemoryTally(const CacheModel &Model);

  /// Switches counting off, or on again. What levels hold is always counted.
  void count(bool Wanted) {
    Counting = Wanted;
    BySite.count(Wanted);
  }
  bool counting() const { return Counting; }
  /// Clears all counts but those of what levels hold.
  void clear();

  /// Makes room for structures below \p Structures. To be called before one of
  /// them is counted.
  void resize(size_t Structures) {
    if (Structures <= Room)
      return;
    Room = Structures + Structures / 2;
    Counters.resize(Room);
    EvictedBy.resize(Room);
    for (auto &Lines : HeldLines)
      Lines.resize(Room);
  }

  MemoryCounters &operator[](uint32_t Structure) {
    MEMFACET_CHECK(Structure < Room, "resize makes room first");
    return Counters[Structure];
  }
  LevelDetail &at(size_t Level, uint32_t Structure) {
    MEMFACET_CHECK(Structure < Room, "resize makes room first");
    return Counters[Structure].Levels[Level];
  }
  /// Visits (structure, counters) of all that was counted since the last call,
  /// and zeroes them.
  template <typename Visitor> void drain(Visitor Visit) {
    Counters.drain(Visit);
  }

  void evicted(size_t Level, uint32_t Victim, uint32_t Evictor) {
    if (!Counting)
      return;
    ++Pairs.at(Level, Victim, Evictor).Evictions;
    // The table lists it from now on, so that drain visits it.
    static_cast<void>(Counters[Evictor]);
    ++EvictedBy[Evictor][Level];
  }
  /// Returns the number of lines that \p Evictor evicted from each level since
  /// the last call.
  std::array<uint64_t, MaxCacheLevels> takeEvictionsBy(uint32_t Evictor) {
    return std::exchange(EvictedBy[Evictor], {});
  }
  void premature(size_t Level, uint32_t Victim, uint32_t Evictor) {
    if (Counting)
      ++Pairs.at(Level, Victim, Evictor).Premature;
  }
  /// Counts a miss in \p Set. The class may be one of both kinds of sharing
  /// where it is not known yet which.
  void missed(size_t Level, uint64_t Set, MissClass Class, uint32_t Structure,
              uint32_t Site) {
    if (!Counting)
      return;
    BySite.add({Miss::wanted(0, Structure), EmptyWord, Site}, Level);
    missedIn(Level, Set, Class);
  }
  /// Counts a miss in \p Set for the set alone, where it stands for 2^\p Bits.
  void missedIn(size_t Level, uint64_t Set, MissClass Class,
                unsigned Bits = 0) {
    if (!Counting)
      return;
    Sets[Level][Set].Misses += uint64_t(1) << Bits;
    Sets[Level][Set].Conflicts += uint64_t(Class == MissClass::Conflict)
                                  << Bits;
  }
  void took(size_t Level, uint32_t Structure) { ++HeldLines[Level][Structure]; }
  void lost(size_t Level, uint32_t Structure) { --HeldLines[Level][Structure]; }

  const SiteMisses &bySite() const { return BySite; }
  void watchSites(IntervalSites &Sites, size_t Level) {
    BySite.watch(&Sites, Level);
  }
  /// Returns the evictions, sorted by level, victim and evictor.
  std::vector<EvictionRow> evictions() const { return Pairs.rows(); }
  /// Returns the evictions since the last call, in the same order.
  std::vector<EvictionRow> takeEvictions() {
    std::vector<EvictionRow> Rows = Pairs.rows();
    Pairs.clear();
    return Rows;
  }
  /// Returns the counts of \p Level by set.
  const std::vector<SetCounts> &sets(size_t Level) const { return Sets[Level]; }
  /// Returns the number of lines that each structure has in a level now, over
  /// all caches of the level: those that it brought there.
  const std::vector<uint64_t> &heldLines(size_t Level) const {
    return HeldLines[Level];
  }

private:
  CounterTable<MemoryCounters> Counters;
  std::vector<std::array<uint64_t, MaxCacheLevels>> EvictedBy;
  SiteMisses BySite;
  EvictionPairs Pairs;
  std::vector<std::vector<SetCounts>> Sets;     ///< by level
  std::vector<std::vector<uint64_t>> HeldLines; ///< by level
  size_t Room = 0;                              ///< structures
  bool Counting = true;
};

/// Samples the levels every Period instructions of the program. Where there
/// would be too many samples, every second one is dropped.
class OccupancySampler {
public:
  struct Occupancy {
    uint32_t Level, Structure;
    uint64_t Lines; ///< not 0
  };
  static constexpr size_t MaxSamples = 512;

  explicit OccupancySampler(uint64_t Period) : Period(Period), Next(Period) {}

  /// Sets that each line stands for 2^\p NewBits from here on.
  void choose(unsigned NewBits) { Bits = NewBits; }
  /// Moves \p Instructions on. Takes at most one sample of the levels.
  void advance(uint64_t Instructions, const MemoryTally &Tally, size_t Levels);

  uint64_t period() const { return Period; }
  /// Returns the samples; sample I was taken at (I + 1) times the period.
  const std::vector<std::vector<Occupancy>> &samples() const { return Samples; }

private:
  uint64_t Period, Next, Clock = 0;
  unsigned Bits = 0; ///< a line stands for 2^Bits
  std::vector<std::vector<Occupancy>> Samples;
};

} // namespace memfacet::caches

#endif
