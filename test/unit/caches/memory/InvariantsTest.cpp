//===- InvariantsTest.cpp - what holds on every stream --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Properties of the counts and, where one must look into the caches, of the
// reference, which AgainstReferenceTest.cpp compares with the simulation.
//
//===----------------------------------------------------------------------===//

#include "test/support/BothMemories.h"
#include "test/support/random/RandomMemory.h"

namespace {

constexpr size_t Models = 60, Accesses = 600;

/// \p Check(model, memories, index) after each access of random streams.
template <typename Checker>
void onStreams(uint64_t FirstSeed, const ModelWords &Words, uint32_t Threads,
               bool WithEnds, Checker Check) {
  for (uint64_t Seed = FirstSeed; Seed != FirstSeed + Models; ++Seed) {
    CacheModel Model = RandomModel(Seed, Words).make();
    SCOPED_TRACE(fmt::format("{}, seed {}", Model.spec(), Seed));
    BothMemories Both(Model);
    RandomStream Stream(Seed, Threads);
    for (size_t I = 0; I != Accesses; ++I) {
      MemoryEvent E = Stream.next();
      if (E.Ends && WithEnds)
        Both.threadEnded(E.Access.Thread.Value);
      if (!E.Ends)
        Both.access(E.Access);
      Check(Model, Both, I);
      if (testing::Test::HasFailure())
        return;
    }
  }
}

/// \p Check(model, memories) at the end of each stream.
template <typename Checker>
void onEnds(uint64_t FirstSeed, const ModelWords &Words, uint32_t Threads,
            Checker Check) {
  onStreams(FirstSeed, Words, Threads, true,
            [&](const CacheModel &Model, BothMemories &Both, size_t I) {
              if (I + 1 == Accesses) {
                Both.compare(); // settles
                Check(Model, Both);
              }
            });
}

TEST(MemoryInvariants, ClassesAddUpToMisses) {
  uint64_t Shared = 0;
  onEnds(100, ModelWords(), 4, [&](const CacheModel &, BothMemories &Both) {
    for (const auto &[Structure, C] : Both.fastCounts().ByStructure)
      for (const LevelDetail &L : C.Levels) {
        uint64_t Sum = 0;
        for (uint64_t Count : L.ByClass)
          Sum += Count;
        EXPECT_EQ(Sum, L.Misses) << "structure " << Structure;
        Shared += L.ofClass(MissClass::TrueSharing) +
                  L.ofClass(MissClass::FalseSharing);
      }
  });
  EXPECT_GT(Shared, 100u);
}

TEST(MemoryInvariants, SetsAddUpToLevels) {
  onEnds(200, ModelWords(), 4, [](const CacheModel &M, BothMemories &Both) {
    ReferenceCounts C = Both.fastCounts();
    MemoryCounters Total = C.total();
    for (size_t L = 0; L != M.Levels.size(); ++L) {
      SetCounts Sum;
      for (uint64_t Set = 0; Set != M.Levels[L].sets(M.LineBytes); ++Set) {
        Sum.Misses += C.Sets[{L, Set}].Misses;
        Sum.Conflicts += C.Sets[{L, Set}].Conflicts;
      }
      EXPECT_EQ(Sum.Misses, Total.Levels[L].Misses);
      EXPECT_EQ(Sum.Conflicts, Total.Levels[L].ofClass(MissClass::Conflict));
    }
  });
}

/// Every miss fills, and what leaves is evicted.
ModelWords fillingWords() {
  ModelWords Words;
  Words.WriteThrough = Words.Prefetching = Words.Coherence = false;
  return Words;
}

TEST(MemoryInvariants, PrematureEvictionsAreTheMissesThatAreNotCompulsory) {
  ModelWords Words = fillingWords();
  onEnds(300, Words, 4, [](const CacheModel &M, BothMemories &Both) {
    ReferenceCounts C = Both.fastCounts();
    for (const auto &[Structure, Counters] : C.ByStructure)
      for (size_t L = 0; L != M.Levels.size(); ++L) {
        // Lines move out of exclusive levels in other ways, too.
        if (M.Levels[L].Holds == Inclusion::Exclusive)
          continue;
        uint64_t Premature = 0;
        for (const auto &[Key, Pair] : C.Evictions)
          if (std::get<0>(Key) == L && std::get<1>(Key) == Structure)
            Premature += Pair.Premature;
        const LevelDetail &Detail = Counters.Levels[L];
        EXPECT_EQ(Premature,
                  Detail.Misses - Detail.ofClass(MissClass::Compulsory))
            << "structure " << Structure << ", level " << L;
      }
  });
}

TEST(MemoryInvariants, WhatALevelTookItHoldsOrHasEvicted) {
  ModelWords Words;
  Words.WriteThrough = Words.Coherence = Words.Inclusions = false;
  onStreams(400, Words, 4, false,
            [](const CacheModel &M, BothMemories &Both, size_t I) {
              if (I + 1 != Accesses)
                return;
              ReferenceCounts C = Both.fastCounts();
              for (const auto &[Structure, Counters] : C.ByStructure)
                for (size_t L = 0; L != M.Levels.size(); ++L) {
                  uint64_t Left = 0;
                  for (const auto &[Key, Pair] : C.Evictions)
                    if (std::get<0>(Key) == L && std::get<1>(Key) == Structure)
                      Left += Pair.Evictions;
                  const LevelDetail &Detail = Counters.Levels[L];
                  uint64_t Rest = C.LinesHeld[{L, Structure}];
                  EXPECT_EQ(Detail.Misses + Detail.Prefetches, Left + Rest);
                }
            });
}

TEST(MemoryInvariants, NoLevelHoldsMoreThanItHasRoomFor) {
  ModelWords Words;
  onStreams(500, Words, 1, true,
            [](const CacheModel &M, BothMemories &Both, size_t I) {
              if (I % 100 != 99)
                return;
              ReferenceCounts C = Both.slow().counts();
              for (size_t L = 0; L != M.Levels.size(); ++L) {
                uint64_t Sum = 0;
                for (uint32_t S = 0; S != 16; ++S)
                  Sum += C.LinesHeld[{L, S}];
                EXPECT_LE(Sum, M.Levels[L].Bytes / M.LineBytes +
                                   M.Levels[L].VictimLines);
                EXPECT_EQ(Sum, Both.slow().linesOf(L).size());
              }
            });
}

TEST(MemoryInvariants, LinesFromMemoryAreTheLastLevelsMissesAndPrefetches) {
  ModelWords Words = fillingWords();
  Words.Prefetching = true;
  onEnds(600, Words, 4, [](const CacheModel &M, BothMemories &Both) {
    MemoryCounters C = Both.fastCounts().total();
    const LevelDetail &Last = C.Levels[M.Levels.size() - 1];
    // An exclusive level takes no prefetch: who does is further in.
    if (M.Levels.back().Holds != Inclusion::Exclusive)
      EXPECT_EQ(C.MemoryReads, Last.Misses + Last.Prefetches);
  });
}

TEST(MemoryInvariants, OutcomesAddUpToTheTrafficOfMemory) {
  for (uint64_t Seed = 700; Seed != 700 + Models; ++Seed) {
    CacheModel Model = RandomModel(Seed, ModelWords()).make();
    MemoryTally Tally(Model);
    Tally.resize(16);
    MemorySystem System(Model, Tally);
    RandomStream Stream(Seed, 4);
    uint64_t Reads = 0, Writes = 0;
    for (size_t I = 0; I != Accesses; ++I) {
      MemoryEvent E = Stream.next();
      if (E.Ends)
        continue;
      Outcome O = System.access(E.Access);
      Reads += O.FromMemory;
      Writes += O.ToMemory;
    }
    std::map<uint32_t, MemoryCounters> Drained;
    drainInto(Tally, Drained);
    MemoryCounters Total;
    for (const auto &[Structure, C] : Drained)
      Total += C;
    EXPECT_EQ(Reads, Total.MemoryReads) << Model.spec();
    EXPECT_EQ(Writes, Total.MemoryWrites) << Model.spec();
  }
}

/// Expects that each line that is newer than in memory is dirty in some cache.
void expectNothingLost(const CacheModel &M, BothMemories &Both) {
  std::set<uint64_t> Dirty;
  for (size_t L = 0; L != M.Levels.size(); ++L)
    Dirty.merge(Both.slow().linesOf(L, true));
  const std::set<uint64_t> &Newer = Both.slow().newerThanMemory();
  EXPECT_TRUE(std::ranges::includes(Dirty, Newer));
}

TEST(MemoryInvariants, NoWriteOfOneThreadIsLost) {
  onStreams(800, ModelWords(), 1, true,
            [](const CacheModel &M, BothMemories &Both, size_t) {
              expectNothingLost(M, Both);
            });
}

TEST(MemoryInvariants, NoWriteOfCoherentThreadsIsLost) {
  size_t Coherent = 0;
  onStreams(900, ModelWords(), 4, false,
            [&](const CacheModel &M, BothMemories &Both, size_t) {
              if (!M.Coherent)
                return;
              ++Coherent;
              expectNothingLost(M, Both);
            });
  EXPECT_GT(Coherent, 10 * Accesses);
}

TEST(MemoryInvariants, ADirtyLineOfCoherentThreadsIsNowhereElse) {
  ModelWords Words;
  // What keeps exclusive levels away, and lines from moving into them.
  Words.WriteThrough = Words.Victims = Words.Partitions = false;
  size_t Checks = 0;
  onStreams(4000, Words, 4, false,
            [&](const CacheModel &M, BothMemories &Both, size_t I) {
              if (!M.Coherent || I % 3 != 0)
                return;
              EXPECT_TRUE(Both.slow().dirtyLinesAreAlone());
              for (const CacheLevel &L : M.Levels)
                Checks += L.Holds == Inclusion::Exclusive;
            });
  EXPECT_GT(Checks, Accesses);
}

TEST(MemoryInvariants, InclusiveLevelsHaveAllThatIsInside) {
  size_t Lines = 0;
  onStreams(1000, ModelWords(), 1, true,
            [&](const CacheModel &M, BothMemories &Both, size_t) {
              for (size_t L = 1; L < M.Levels.size(); ++L) {
                if (M.Levels[L].Holds != Inclusion::Inclusive)
                  continue;
                std::set<uint64_t> Outer = Both.slow().linesOf(L);
                for (size_t Inner = 0; Inner != L; ++Inner) {
                  std::set<uint64_t> InnerLines = Both.slow().linesOf(Inner);
                  EXPECT_TRUE(std::ranges::includes(Outer, InnerLines));
                  Lines += InnerLines.size();
                }
              }
            });
  EXPECT_GT(Lines, Accesses);
}

TEST(MemoryInvariants, ExclusiveLevelsHaveNothingOfTheNextInnerOne) {
  size_t Lines = 0;
  onStreams(1100, ModelWords(), 1, true,
            [&](const CacheModel &M, BothMemories &Both, size_t) {
              for (size_t L = 1; L < M.Levels.size(); ++L) {
                if (M.Levels[L].Holds != Inclusion::Exclusive)
                  continue;
                std::set<uint64_t> OuterLines = Both.slow().linesOf(L), Common;
                std::ranges::set_intersection(
                    OuterLines, Both.slow().linesOf(L - 1),
                    std::inserter(Common, Common.end()));
                EXPECT_TRUE(Common.empty());
                Lines += OuterLines.size();
              }
            });
  EXPECT_GT(Lines, Accesses);
}

TEST(MemoryInvariants, ATreeOverTwoWaysIsLru) {
  ModelWords Words;
  Words.Policies = false;
  for (uint64_t Seed = 1200; Seed != 1200 + Models; ++Seed) {
    CacheModel Lru = RandomModel(Seed, Words).make();
    for (CacheLevel &L : Lru.Levels) {
      L.Bytes = L.Bytes / L.Ways * 2;
      L.Ways = 2;
    }
    Lru.Partitions.clear();
    CacheModel Plru = Lru;
    for (CacheLevel &L : Plru.Levels)
      L.Policy = Replacement::Plru;
    BothMemories A(Lru), B(Plru);
    RandomStream Stream(Seed, 3);
    for (size_t I = 0; I != Accesses; ++I) {
      MemoryEvent E = Stream.next();
      if (E.Ends)
        continue;
      A.access(E.Access);
      B.access(E.Access);
    }
    EXPECT_EQ(differences(named(B.fastCounts()), named(A.fastCounts())), "")
        << Lru.spec();
  }
}

} // namespace
