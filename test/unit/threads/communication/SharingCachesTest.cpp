//===- SharingCachesTest.cpp - coherent caches without end ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/MemorySystem.h"
#include "test/support/ReferenceSharing.h"
#include "test/support/Test.h"

namespace {

SharingVertex totalOf(const SharingTable &T) {
  SharingVertex Sum;
  for (const SharingVertex &V : T.Vertices) {
    Sum.Units += V.Units, Sum.Cold += V.Cold;
    Sum.True += V.True, Sum.False += V.False, Sum.Certain += V.Certain;
    Sum.Coarse += V.Coarse, Sum.Fine += V.Fine;
    Sum.Invalidations += V.Invalidations, Sum.Upgrades += V.Upgrades;
  }
  return Sum;
}

uint64_t bytesOf(const SharingTable &T) {
  return sumOf(T.Edges, &SharingEdge::Bytes);
}

} // namespace

class SharingCachesTest : public testing::Test, protected SharingScript {};

TEST_F(SharingCachesTest, OneThreadMissesEachLineOnce) {
  for (uint64_t Round = 0; Round != 3; ++Round)
    for (uint64_t I = 0; I != 32; ++I)
      update(0, 4096 + 8 * I);
  SharingTable T = sharingOf(Steps);
  ASSERT_EQ(T.Vertices.size(), 1u);
  EXPECT_EQ(T.Vertices[0].Units, 96u);
  EXPECT_EQ(T.Vertices[0].Cold, 4u);
  EXPECT_EQ(T.Vertices[0].misses(), 0u);
  EXPECT_TRUE(T.Edges.empty());
}

TEST_F(SharingCachesTest, PingPongIsTrueSharingOfItsBytes) {
  for (int Round = 0; Round != 10; ++Round)
    for (uint32_t Thread : {0u, 1u})
      update(Thread, 4096);
  SharingTable T = sharingOf(Steps);
  SharingVertex Sum = totalOf(T);
  EXPECT_EQ(Sum.Cold, 2u);
  EXPECT_EQ(Sum.True, 18u);
  EXPECT_EQ(Sum.False, 0u);
  EXPECT_EQ(Sum.Invalidations, 19u);
  EXPECT_EQ(Sum.Upgrades, 0u);
  EXPECT_EQ(bytesOf(T), 19 * 8u);
  ASSERT_EQ(T.Edges.size(), 2u);
  EXPECT_EQ(T.Edges[0], (SharingEdge{0, 1, 1, 9, 0, 80}));
  EXPECT_EQ(T.Edges[1], (SharingEdge{1, 0, 0, 9, 0, 72}));
}

TEST_F(SharingCachesTest, MembersThatAreReadInPassingAreNotShared) {
  // Thread 0 writes the keys, thread 1 loads both and uses the values.
  for (bool IsUsed : {false, true}) {
    SharingScript S;
    for (int Round = 0; Round != 10; ++Round) {
      S.store(0, 4096 + 16, 1, 4);
      S.load(1, 4096 + 4, 0, 32);
      if (!IsUsed)
        S.Steps.back().Access.Used = UsedBytes(2, 2, 0b01);
    }
    SharingVertex Sum = totalOf(sharingOf(S.Steps));
    EXPECT_EQ(Sum.True, IsUsed ? 9u : 0u);
    EXPECT_EQ(Sum.False, IsUsed ? 0u : 9u);
  }
}

TEST_F(SharingCachesTest, NeighboursInALineShareFalsely) {
  for (uint64_t Distance : {8u, 64u}) {
    SharingScript S;
    for (int Round = 0; Round != 10; ++Round)
      for (uint32_t Thread : {0u, 1u, 2u})
        S.update(Thread, 4096 + Distance * Thread);
    SharingTable T = sharingOf(S.Steps);
    SharingVertex Sum = totalOf(T);
    EXPECT_EQ(Sum.Cold, 3u);
    EXPECT_EQ(Sum.True, 0u);
    EXPECT_EQ(Sum.False, Distance == 8 ? 27u : 0u);
    EXPECT_EQ(bytesOf(T), 0u);
  }
}

TEST_F(SharingCachesTest, AMissIsOfTrueSharingOnceNewsAreTouched) {
  load(1, 4096 + 8, 7).store(0, 4096, 1).load(1, 4096 + 8, 8);
  SharingStream Never = Steps;
  load(1, 4096, 9);
  EXPECT_EQ(totalOf(sharingOf(Never)).False, 1u);
  SharingTable T = sharingOf(Steps);
  EXPECT_EQ(totalOf(T).False, 0u);
  for (const SharingVertex &V : T.Vertices)
    EXPECT_EQ(V.True, T.Sites[V.Site].Line == 8);
}

TEST_F(SharingCachesTest, ReadersTakeNothingFromEachOther) {
  store(0, 4096, 1, 64);
  for (int Round = 0; Round != 5; ++Round)
    for (uint32_t Thread : {1u, 2u, 0u})
      load(Thread, 4096, 0, 64);
  SharingTable T = sharingOf(Steps);
  SharingVertex Sum = totalOf(T);
  EXPECT_EQ(Sum.Cold, 3u);
  EXPECT_EQ(Sum.misses(), 0u);
  EXPECT_EQ(bytesOf(T), 128u);
}

TEST_F(SharingCachesTest, AWriteToALineThatOthersHaveIsAnUpgrade) {
  load(0, 4096).load(1, 4096).load(2, 4096).store(0, 4096).store(0, 4096);
  SharingVertex Sum = totalOf(sharingOf(Steps));
  EXPECT_EQ(Sum.Invalidations, 2u);
  EXPECT_EQ(Sum.Upgrades, 1u);
}

TEST_F(SharingCachesTest, ThreadsOfACacheTakeNothingFromEachOther) {
  for (int Round = 0; Round != 10; ++Round)
    for (uint32_t Thread : {0u, 1u})
      update(Thread, 4096);
  SharingTable T = sharingOf(Steps, "map=pairs");
  EXPECT_EQ(totalOf(T).Cold, 1u);
  EXPECT_EQ(totalOf(T).misses(), 0u);
  EXPECT_EQ(bytesOf(T), 19 * 8u)
      << "bytes go from thread to thread all the same";
  EXPECT_EQ(totalOf(sharingOf(Steps, "map=0|1")).misses(), 18u);
}

TEST_F(SharingCachesTest, WhatLocksOrderIsCertainInEveryOrder) {
  SharingScript Locked, Racy;
  constexpr uint64_t Turns = 20, Lines = 4;
  for (uint64_t Turn = 0; Turn != Turns; ++Turn) {
    uint32_t Thread = Turn % 2;
    Locked.acquire(Thread);
    for (uint64_t L = 0; L != Lines; ++L) {
      Locked.update(Thread, 4096 + 64 * L);
      Racy.update(Thread, 4096 + 64 * L);
    }
    Locked.release(Thread);
  }
  SharingVertex L = totalOf(sharingOf(Locked.Steps));
  EXPECT_EQ(L.misses(), (Turns - 2) * Lines);
  EXPECT_EQ(L.Certain, L.misses());
  EXPECT_EQ(L.Coarse, L.misses());
  EXPECT_EQ(L.Fine, L.misses());
  SharingVertex R = totalOf(sharingOf(Racy.Steps));
  EXPECT_EQ(R.misses(), (Turns - 2) * Lines);
  EXPECT_EQ(R.Certain, 0u);
  // One after the other: each line is cold twice. In turn: each access but the
  // first two of each line finds it gone.
  EXPECT_EQ(R.Coarse, 0u);
  EXPECT_EQ(R.Fine, (Turns - 2) * Lines);
}

TEST_F(SharingCachesTest, WaitingLoopsDoNotRaceWithEachLook) {
  for (int I = 0; I != 100; ++I)
    load(1, 4096, 5);
  for (int I = 0; I != 100; ++I)
    store(0, 4096 + 8, 6);
  SharingVertex Sum = totalOf(sharingOf(Steps));
  EXPECT_EQ(Sum.Units, 200u);
  EXPECT_EQ(Sum.Fine, 0u);
}

TEST_F(SharingCachesTest, RegionsOfInterestCountWhatIsInThem) {
  auto Run = [](bool Forget) {
    SharingCaches C({});
    SharingScript Early, Late;
    for (uint32_t Thread : {0u, 1u, 0u, 1u})
      Early.update(Thread, 4096);
    for (uint32_t Thread : {0u, 1u})
      Late.update(Thread, 4096);
    playSharing(Early.Steps, C);
    if (Forget)
      C.forgetCounts();
    playSharing(Late.Steps, C);
    C.count(false);
    playSharing(Early.Steps, C);
    C.finish();
    SharingTable T;
    C.fill(T, [](SiteId) { return PairSite(); });
    return totalOf(T);
  };
  EXPECT_EQ(Run(false).misses(), 4u);
  SharingVertex Region = Run(true);
  EXPECT_EQ(Region.Units, 2u);
  EXPECT_EQ(Region.Cold, 0u);
  EXPECT_EQ(Region.True, 2u);
  EXPECT_EQ(Region.Invalidations, 2u);
}

TEST_F(SharingCachesTest, UnitsAreThoseOfPairs) {
  load(0, 4096 + 60, 0, 8).load(0, 4096, 1, 65).load(0, 4096 + 63, 2, 130);
  SharingTable T = sharingOf(Steps);
  ASSERT_EQ(T.Vertices.size(), 3u);
  EXPECT_EQ(T.Vertices[0].Units, 1u);
  EXPECT_EQ(T.Vertices[1].Units, 2u);
  EXPECT_EQ(T.Vertices[2].Units, 4u);
  EXPECT_EQ(totalOf(T).Cold, 4u);
}

TEST_F(SharingCachesTest, MoreThan64CachesAreTold) {
  constexpr uint32_t Threads = 200;
  for (int Round = 0; Round != 2; ++Round)
    for (uint32_t T = 0; T != Threads; ++T)
      update(T, 4096);
  SharingVertex Sum = totalOf(sharingOf(Steps));
  EXPECT_EQ(Sum.Cold, Threads);
  EXPECT_EQ(Sum.misses(), Threads);
  EXPECT_EQ(Sum.Coarse, 0u) << "each thread's two updates come together";
}

/// The line's class; one line, one structure.
static SharingClass classOf(const SharingScript &S) {
  SharingTable T = sharingOf(S.Steps);
  EXPECT_EQ(T.Classes.size(), 1u);
  EXPECT_EQ(T.Classes[0].Lines, 1u);
  EXPECT_EQ(T.Classes[0].Units, totalOf(T).Units);
  EXPECT_EQ(T.Classes[0].True, totalOf(T).True);
  EXPECT_EQ(T.Classes[0].False, totalOf(T).False);
  return T.Classes[0].Class;
}

TEST_F(SharingCachesTest, LinesHaveTheClassOfWhatIsDoneWithThem) {
  SharingScript Private, Read, Pipe, Migrates, Falsely, Mixed;
  Private.store(0, 4096).load(0, 4096);
  Read.store(0, 4096);
  for (int Round = 0; Round != 10; ++Round) {
    Read.load(1, 4096).load(2, 4096);
    Pipe.store(0, 4096).load(1, 4096).load(2, 4096);
    for (uint32_t Thread : {0u, 1u, 2u}) {
      Migrates.load(Thread, 4096).store(Thread, 4096);
      Falsely.load(Thread, 4096 + 8 * Thread).store(Thread, 4096 + 8 * Thread);
      Mixed.store(Thread, 4096).load((Thread + 1) % 3, 4096);
    }
  }
  EXPECT_EQ(classOf(Private), SharingClass::Private);
  EXPECT_EQ(classOf(Read), SharingClass::ReadShared);
  EXPECT_EQ(classOf(Pipe), SharingClass::ProducerConsumer);
  EXPECT_EQ(classOf(Migrates), SharingClass::Migratory);
  EXPECT_EQ(classOf(Falsely), SharingClass::FalselyShared);
  // A turn: a look at what the thread before wrote, then its own write.
  EXPECT_EQ(classOf(Mixed), SharingClass::Migratory);
  SharingScript HandedOn;
  HandedOn.store(0, 4096).load(0, 4096).load(1, 4096).store(1, 4096);
  EXPECT_EQ(classOf(HandedOn), SharingClass::Private);
  SharingScript Separate;
  for (int Round = 0; Round != 10; ++Round)
    Separate.store(0, 4096).load(2, 4096).store(1, 4096).load(2, 4096);
  EXPECT_EQ(classOf(Separate), SharingClass::Mixed);
  // Three turns that update the line, and more that only read or only write it.
  SharingScript Three;
  Three.update(0, 4096).update(1, 4096).update(0, 4096);
  for (int Round = 0; Round != 2; ++Round)
    Three.load(1, 4096).store(0, 4096);
  EXPECT_EQ(classOf(Three), SharingClass::Mixed);
}

TEST_F(SharingCachesTest, ClassesOfAStructureAddUpToIts) {
  for (uint64_t Seed = 0; Seed != 50; ++Seed) {
    SharingTable T = sharingOf(randomSharing(Seed, 500), "no-range");
    for (uint32_t S = 0; S != 2; ++S) {
      uint64_t Units = 0, True = 0, False = 0;
      for (const SharingVertex &V : T.Vertices)
        if (V.Structure.Value == S)
          Units += V.Units, True += V.True, False += V.False;
      for (const SharingClassCount &C : T.Classes)
        if (C.Structure.Value == S)
          Units -= C.Units, True -= C.True, False -= C.False;
      EXPECT_EQ(Units, 0u) << Seed;
      EXPECT_EQ(True, 0u) << Seed;
      EXPECT_EQ(False, 0u) << Seed;
    }
    uint64_t False = sumOf(T.Fights, &SharingFight::Misses);
    EXPECT_EQ(False, totalOf(T).False) << Seed;
  }
}

TEST_F(SharingCachesTest, FightsNameTheBytesOfBothSides) {
  for (int Round = 0; Round != 10; ++Round)
    store(0, 4096 + 8).load(1, 4096 + 40);
  SharingTable T = sharingOf(Steps);
  ASSERT_EQ(T.Fights.size(), 1u);
  const SharingFight &F = T.Fights[0];
  EXPECT_EQ(T.Vertices[F.Writer].Thread, 0u);
  EXPECT_EQ(T.Vertices[F.Victim].Thread, 1u);
  EXPECT_EQ(F.WriterByte, 8u);
  EXPECT_EQ(F.VictimByte, 40u);
  EXPECT_EQ(F.Misses, 9u);
  EXPECT_EQ(F.VictimOffset, SharingFight::Other);
}

TEST_F(SharingCachesTest, AgreesWithTheReferenceOnRandomStreams) {
  for (uint64_t Seed = 0; Seed != 300; ++Seed) {
    SharingStream S = randomSharing(Seed, 250);
    if (Seed % 2 == 1)
      S = partlyUsed(std::move(S), Seed);
    const char *Plan = Seed % 3 == 0 ? "map=pairs" : "";
    SharingTable T = sharingOf(S, Plan);
    ReferenceSharing R(S, SharingPlan::parse(Plan)->Map);
    ReferenceSharing Reference({}, {});
    auto VertexOf = [&](uint32_t I) {
      const SharingVertex &V = T.Vertices[I];
      return ReferenceSharing::Vertex{T.Sites[V.Site].Line, V.Structure.Value,
                                      V.Thread};
    };
    for (uint32_t I = 0; I != T.Vertices.size(); ++I) {
      const SharingVertex &V = T.Vertices[I];
      Reference.Rows[VertexOf(I)] = {V.Units, V.Cold,          V.True,
                                     V.False, V.Certain,       V.Coarse,
                                     V.Fine,  V.Invalidations, V.Upgrades};
    }
    for (const SharingEdge &E : T.Edges)
      Reference.Edges[{VertexOf(E.Source), VertexOf(E.Target)}] = {
          E.Cold, E.True, E.False, E.Bytes};
    for (const auto &[V, Row] : R.Rows)
      EXPECT_TRUE(Reference.Rows[V] == Row)
          << Seed << ": site " << std::get<0>(V) << " thread " << std::get<2>(V)
          << ": " << Reference.Rows[V].True << "/" << Reference.Rows[V].False
          << "/" << Reference.Rows[V].Certain << "/" << Reference.Rows[V].Coarse
          << "/" << Reference.Rows[V].Fine << " for " << Row.True << "/"
          << Row.False << "/" << Row.Certain << "/" << Row.Coarse << "/"
          << Row.Fine;
    EXPECT_TRUE(Reference.Edges == R.Edges) << Seed;
    ASSERT_FALSE(HasFailure());
  }
}

TEST_F(SharingCachesTest, WhatIsCertainMissesInEachOrder) {
  for (uint64_t Seed = 1000; Seed != 1400; ++Seed) {
    for (const SharingVertex &V :
         sharingOf(randomSharing(Seed, 400)).Vertices) {
      EXPECT_LE(V.Certain, V.misses()) << Seed;
      EXPECT_LE(V.Certain, V.Coarse) << Seed;
      EXPECT_LE(V.Certain, V.Fine) << Seed;
    }
  }
}

TEST_F(SharingCachesTest, AgreesWithTheMemorySystemOfHugeCaches) {
  CacheModel Model = *parseCacheModel("L1=1M,16;coherence=mesi");
  for (uint64_t Seed = 2000; Seed != 2100; ++Seed) {
    SharingStream S = randomSharing(Seed, 2000);
    MemoryTally Tally(Model);
    MemorySystem System(Model, Tally);
    Tally.resize(2);
    for (const auto &Step : S)
      if (Step.Kind == SharingStep::Action::Access)
        System.access({ThreadId(Step.Access.Thread), Step.Access.Structure,
                       Step.Access.Site, Step.Access.Address,
                       uint32_t(Step.Access.Bytes), Step.Access.Writes});
    System.settle();
    uint64_t True = 0, False = 0, Cold = 0, Invalidations = 0, Upgrades = 0;
    Tally.drain([&](StructureId, const MemoryCounters &C) {
      Cold += C.Levels[0].ByClass[size_t(MissClass::Compulsory)];
      True += C.Levels[0].ByClass[size_t(MissClass::TrueSharing)];
      False += C.Levels[0].ByClass[size_t(MissClass::FalseSharing)];
      Invalidations += C.Invalidations;
      Upgrades += C.Upgrades;
    });
    SharingVertex Sum = totalOf(sharingOf(S, "no-range"));
    EXPECT_EQ(Sum.Cold, Cold) << Seed;
    EXPECT_EQ(Sum.True, True) << Seed;
    EXPECT_EQ(Sum.False, False) << Seed;
    EXPECT_EQ(Sum.Invalidations, Invalidations) << Seed;
    EXPECT_EQ(Sum.Upgrades, Upgrades) << Seed;
  }
}

TEST(SharingPlanTest, ReadsAMapAndWhetherRangesAreWanted) {
  EXPECT_TRUE(SharingPlan::parse("")->Map.isPlain());
  EXPECT_TRUE(SharingPlan::parse("map=threads")->Ranges);
  EXPECT_FALSE(SharingPlan::parse("no-range")->Ranges);
  EXPECT_EQ(SharingPlan::parse("no-range,map=0,1|2")->Map.text(), "0,1|2");
  SharingPlan Both = good(SharingPlan::parse("map=0,1|2,3,no-range"));
  EXPECT_EQ(Both.Map.text(), "0,1|2,3");
  EXPECT_FALSE(Both.Ranges);
  EXPECT_FALSE(Both.Pad);
  for (const char *Text : {"pad,no-range,map=pairs", "map=pairs,no-range,pad",
                           "no-range,map=pairs,pad"}) {
    auto All = good(SharingPlan::parse(Text));
    EXPECT_TRUE(All.Pad && !All.Ranges && All.Map.Group == 2) << Text;
  }
  for (const char *Text : {",", "no-range,", "map", "map=", "pairs", "x",
                           "map=pairs,", "no-range,no-range", "pad,"})
    EXPECT_FALSE(SharingPlan::parse(Text)) << Text;
}
