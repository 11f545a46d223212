//===- DetailTest.cpp - the detailed simulation in place ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/AnalysisRun.h"

namespace {

/// Loads and stores of a few sizes all over a few globals, by threads that come
/// and go; all random.
class RandomProgram {
public:
  explicit RandomProgram(uint64_t Seed, uint32_t Threads = 3,
                         uint64_t Bytes = 3000)
      : Bytes(Bytes), Random(Seed), Threads(Threads) {
    for (uint32_t I = 0; I != Sites; ++I)
      Blocks.push_back(Tables.block(
          {.Instructions = 3 + I,
           .Slots = 1,
           .Sites = {{.Size = 1u << I % 5,
                      .Kind = I % 3 ? AccessKind::Load : AccessKind::Store}}}));
    for (uint32_t I = 0; I != Globals; ++I)
      Tables.global({fmt::format("g{}", I), Memory + I * Bytes, Bytes, "int"});
    Segments.emplace_back(0, StreamBuilder());
    Segments.back().second.module(0, Tables);
  }

  void run(int Steps) {
    uint32_t Thread = 0;
    for (int I = 0; I != Steps; ++I) {
      if (Random() % 100 == 0)
        Thread = Random() % Threads;
      if (Threads > 1 && Random() % 500 == 0) {
        of(Thread).threadEnd(++Order);
        Thread = 0;
      }
      uint64_t R = Random();
      // Part of it is hot.
      uint64_t Reach = R % 2 ? Globals * Bytes : 256;
      of(Thread).block(Blocks[(R >> 8) % Sites],
                       {Memory + (R >> 16) % (Reach - 16)});
    }
  }
  void interest(bool Begins) { of(0).interest(++Order, Begins); }

  Profile analyse(const char *Caches, bool Causes) const {
    AnalysisRun Run(Caches,
                    {.Decoding = {.Intervals = {5000}}, .MissCauses = Causes});
    for (const auto &[Thread, Stream] : Segments)
      Run.segment(Stream.words(), Thread);
    return Run.finish();
  }

private:
  static constexpr uint32_t Sites = 12, Globals = 5;
  static constexpr uint64_t Memory = 0x800000;
  const uint64_t Bytes; ///< of a global

  StreamBuilder &of(uint32_t Thread) {
    if (Segments.back().first != Thread)
      Segments.emplace_back(Thread, StreamBuilder());
    return Segments.back().second;
  }

  std::mt19937_64 Random;
  uint32_t Threads;
  TableBuilder Tables;
  std::vector<uint64_t> Blocks;
  uint64_t Order = 0;
  std::vector<std::pair<uint32_t, StreamBuilder>> Segments; ///< by thread
};

void expectSameCounts(const Profile &A, const Profile &B) {
  expectSameRows(A.Structures, B.Structures, &Structure::Total);
  expectSameRows(A.ByThread, B.ByThread, &ThreadCounts::Total);
  expectSameRows(A.Streams.All, B.Streams.All, &Stream::key, &Stream::Total,
                 &Stream::Check);
  expectSameRows(A.BySite, B.BySite, &SiteCounts::Misses,
                 &SiteCounts::Accesses);
  expectSameRows(A.Sites, B.Sites, &CodeSite::Touches);
}

void expectClassesAddUp(const Profile &P) {
  ASSERT_TRUE(P.Memory.Known);
  for (size_t I = 0; I != P.Structures.size(); ++I)
    for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
      const LevelDetail &D = P.Memory.ByStructure[I].Levels[L];
      const LevelCounts &C = P.Structures[I].Total.Levels[L];
      uint64_t Sum = 0;
      for (uint64_t Misses : D.ByClass)
        Sum += Misses;
      EXPECT_EQ(Sum, C.Misses);
      EXPECT_EQ(D.Misses, C.Misses);
      EXPECT_EQ(D.Accesses, C.Accesses);
      EXPECT_EQ(D.Writebacks, C.Writebacks);
    }
}

TEST(Detail, GivesTheCountsOfTheFastSimulation) {
  for (uint64_t Seed = 1; Seed != 6; ++Seed)
    for (const char *Caches : {"L1=1K,2", "L1=512,4;L2=4K,8,shared;line=32",
                               "L1=1K,2;L2=2K,4;L3=8K,8"}) {
      RandomProgram Program(Seed);
      Program.run(4000);
      Profile Causes = Program.analyse(Caches, true);
      expectSameCounts(Program.analyse(Caches, false), Causes);
      expectClassesAddUp(Causes);
    }
}

/// Where each line belongs to one structure. Else the two may name another one
/// of its owners as the victim.
TEST(Detail, EvictionsAreThoseOfTheFastSimulation) {
  for (bool Interest : {false, true})
    for (const char *Caches :
         {"L1=1K,2;coherence=none", "L1=512,4;L2=4K,8,shared;coherence=none",
          "L1=1K,2;L2=2K,4;L3=8K,8;coherence=none"}) {
      RandomProgram Program(3, 3, 3072);
      Program.run(2000);
      if (Interest)
        Program.interest(true);
      Program.run(2000);
      Profile Fast = Program.analyse(Caches, false);
      Profile Causes = Program.analyse(Caches, true);
      EXPECT_FALSE(Fast.Memory.Known);
      ASSERT_FALSE(Fast.Memory.Evictions.empty());
      for (EvictionRow &E : Causes.Memory.Evictions)
        E.Counts.Premature = 0;
      expectSameRows(Fast.Memory.Evictions, Causes.Memory.Evictions,
                     &EvictionRow::Level, &EvictionRow::Victim,
                     &EvictionRow::Evictor, &EvictionRow::Counts);
    }
}

TEST(Detail, CountsInTheRegionOfInterestOnly) {
  for (bool First : {false, true}) {
    RandomProgram Program(9);
    for (int Part = 0; Part != 5; ++Part) {
      Program.run(700);
      Program.interest(First ? Part % 2 : Part % 2 == 0);
    }
    Program.run(300);
    const char *Caches = "L1=1K,2;L2=2K,4;coherence=none";
    Profile Causes = Program.analyse(Caches, true);
    expectSameCounts(Program.analyse(Caches, false), Causes);
    expectClassesAddUp(Causes);
  }
}

TEST(Detail, SharingAddsUpInTheRegionOfInterest) {
  RandomProgram Program(10);
  for (int Part = 0; Part != 6; ++Part) {
    Program.run(800);
    Program.interest(Part % 2 == 0);
  }
  Profile P = Program.analyse("L1=1K,2;L2=2K,4;coherence=mesi", true);
  expectClassesAddUp(P);
  uint64_t Shared = 0;
  for (const MemoryCounters &C : P.Memory.ByStructure)
    Shared += C.Levels[0].ofClass(MissClass::TrueSharing);
  EXPECT_NE(Shared, 0u);
}

TEST(Detail, SamplesWhatLevelsHold) {
  RandomProgram Program(11, 1);
  Program.run(5000);
  Profile P = Program.analyse("L1=1K,2;L2=2K,4", true);
  uint64_t Samples = P.Instructions / 5000;
  EXPECT_EQ(P.Memory.OccupancyPeriod, 5000u);
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> Lines;
  for (const OccupancyRow &O : P.Memory.Occupancy) {
    EXPECT_LE(O.Sample, Samples);
    Lines[{O.Sample, O.Level}] += O.Lines;
  }
  EXPECT_EQ(Lines.size(), 2 * Samples);
  // Long before the first sample, both are full: of 16 lines, and of 32.
  for (auto [Place, Sum] : Lines)
    EXPECT_EQ(Sum, Place.second == 0 ? 16u : 32u);
}

} // namespace
