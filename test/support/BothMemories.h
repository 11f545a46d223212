//===- BothMemories.h - the fast and the slow memory system, side by side ===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_BOTHMEMORIES_H
#define MEMFACET_TEST_SUPPORT_BOTHMEMORIES_H

#include "test/support/ReferenceMemory.h"
#include "test/support/Test.h"

namespace memfacet::test {

inline std::string outcomeText(const Outcome &O) {
  return fmt::format("missed {}, tlb missed {}, from memory {}, to memory {}",
                     O.Missed, O.TlbMissed, O.FromMemory, O.ToMemory);
}

/// The fast memory system and the reference. Structures are numbers below 16;
/// structure N is called "sN".
class BothMemories {
public:
  explicit BothMemories(const CacheModel &Model)
      : Model(Model), Tally(Model), Fast(Model, Tally), Slow(Model) {
    constexpr uint32_t Structures = 16;
    Tally.resize(Structures);
    for (uint32_t S = 0; S != Structures; ++S) {
      Fast.name(S, fmt::format("s{}", S));
      Slow.name(S, fmt::format("s{}", S));
    }
  }

  /// Returns how the two differ, or nothing.
  std::string access(const MemoryAccess &A) {
    std::string OfFast = outcomeText(Fast.access(A));
    std::string OfSlow = outcomeText(Slow.access(A));
    return OfFast == OfSlow ? "" : OfFast + ", but in the reference " + OfSlow;
  }
  void load(uint64_t Address, uint32_t Thread = 0, uint32_t Structure = 0) {
    Outcomes += access({ThreadId(Thread), Structure, 0, Address, 8, false});
  }
  void store(uint64_t Address, uint32_t Thread = 0, uint32_t Structure = 0) {
    Outcomes += access({ThreadId(Thread), Structure, 0, Address, 8, true});
  }
  void threadEnded(uint32_t Thread) {
    Fast.threadEnded(ThreadId(Thread));
    Slow.threadEnded(ThreadId(Thread));
  }

  /// Settles both. Returns how their counts differ, or nothing.
  std::string compare() {
    Fast.settle();
    Slow.settle();
    return differences(named(fastCounts()), named(Slow.counts())) +
           std::exchange(Outcomes, "");
  }

  /// Returns the counts of the fast memory system without settling it.
  ReferenceCounts fastCounts() {
    drainInto(Tally, Drained);
    return countsOf(Tally, Model.Levels.size(), Drained);
  }
  ReferenceMemory &slow() { return Slow; }

private:
  CacheModel Model;
  MemoryTally Tally;
  MemorySystem Fast;
  ReferenceMemory Slow;
  std::map<uint32_t, MemoryCounters> Drained;
  std::string Outcomes; ///< differences so far
};

/// A test that accesses both memory systems, whose counts must be equal.
class MemoryTest : public testing::Test {
protected:
  BothMemories &start(const std::string &Spec,
                      std::vector<WayPartition> Partitions = {}) {
    CacheModel Model = *parseCacheModel(Spec);
    Model.Partitions = std::move(Partitions);
    return Both.emplace(Model);
  }
  /// Settles both and compares them. Returns the counts of the fast one.
  ReferenceCounts counts() {
    EXPECT_EQ(Both->compare(), "");
    return Both->fastCounts();
  }
  MemoryCounters total() { return counts().total(); }
  LevelDetail level(size_t Level) { return total().Levels[Level]; }

  std::optional<BothMemories> Both;
};

} // namespace memfacet::test

#endif
