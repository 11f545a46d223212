//===- SharingSumsTest.cpp - what no reference counts ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fights, classes, and counts of parts of streams; vertices and edges of whole
// streams have a reference, ReferenceSharing.h. See PinnedNumbers.h for how to
// take a change over.
//
//===----------------------------------------------------------------------===//

#include "test/support/SharingStreams.h"
#include "test/unit/PinnedNumbers.h"

namespace {

/// The first of them.
void addFights(PinnedNumbers &Numbers, const SharingTable &T) {
  for (const SharingFight &F : std::span(T.Fights).first(5))
    Numbers.row("fight", F.Writer, F.Victim, F.WriterOffset, F.VictimOffset,
                F.WriterByte, F.VictimByte, F.Misses, F.Certain);
}
void addClasses(PinnedNumbers &Numbers, const SharingTable &T) {
  for (const SharingClassCount &C : T.Classes)
    Numbers.row("class", C.Structure, C.Class, C.Lines, C.Units, C.True,
                C.False);
}

/// What a region of interest of the second half counts, and what is left when
/// counts are forgotten two thirds on.
SharingTable partOf(uint64_t Seed, bool Forget) {
  SharingStream All = randomSharing(Seed, 600);
  SharingCaches Caches(good(SharingPlan::parse(Seed % 2 ? "" : "map=pairs")));
  Caches.locate([](uint64_t Address) {
    return Address % 3 ? Address - 4096 : SharingFight::Other;
  });
  size_t Middle = Forget ? 400 : 300;
  if (!Forget)
    Caches.count(false);
  playSharing({All.begin(), All.begin() + ptrdiff_t(Middle)}, Caches);
  Forget ? Caches.forgetCounts() : Caches.count(true);
  playSharing({All.begin() + ptrdiff_t(Middle), All.end()}, Caches);
  Caches.finish();
  SharingTable T;
  Caches.fill(T, [](SiteId Site) {
    PairSite S;
    S.Line = Site.Value;
    return S;
  });
  return T;
}

void addSums(PinnedNumbers &Numbers, std::string_view Name, bool Forget) {
  NumberSum Vertices, Edges, Fights, Classes;
  for (uint64_t Seed = 0; Seed != 40; ++Seed) {
    SharingTable T = partOf(Seed, Forget);
    for (const SharingVertex &V : T.Vertices)
      for (uint64_t Number :
           {uint64_t(V.Site), uint64_t(V.Structure.Value), uint64_t(V.Thread),
            V.Units, V.Cold, V.True, V.False, V.Certain, V.Coarse, V.Fine,
            V.Invalidations, V.Upgrades})
        Vertices.add(double(Number));
    for (const SharingEdge &E : T.Edges)
      for (uint64_t Number : {uint64_t(E.Source), uint64_t(E.Target), E.Cold,
                              E.True, E.False, E.Bytes})
        Edges.add(double(Number));
    for (const SharingFight &F : T.Fights)
      for (uint64_t Number :
           {uint64_t(F.Writer), uint64_t(F.Victim), F.WriterOffset % 1009,
            F.VictimOffset % 1009, uint64_t(F.WriterByte),
            uint64_t(F.VictimByte), F.Misses, F.Certain})
        Fights.add(double(Number));
    for (const SharingClassCount &C : T.Classes)
      for (uint64_t Number : {uint64_t(C.Structure.Value), uint64_t(C.Class),
                              C.Lines, C.Units, C.True, C.False})
        Classes.add(double(Number));
  }
  Numbers.row(fmt::format("{} vertices", Name), Vertices.sum());
  Numbers.row(fmt::format("{} edges", Name), Edges.sum());
  Numbers.row(fmt::format("{} fights", Name), Fights.sum());
  Numbers.row(fmt::format("{} classes", Name), Classes.sum());
}

TEST(SharingSums, PinnedOfPartsOfStreams) {
  PinnedNumbers Numbers;
  addSums(Numbers, "region", false);
  addSums(Numbers, "rest", true);
  expectPinned(Numbers, R"(
region vertices: 16999547
region edges: 158370709
region fights: 233382331
region classes: 7245756
rest vertices: 12050538
rest edges: 105748427
rest fights: 145790438
rest classes: 4462503
)");
}

TEST(SharingSums, PinnedFightsAndClasses) {
  PinnedNumbers Numbers;
  addFights(Numbers, partOf(8, true));
  addClasses(Numbers, partOf(7, false));
  expectPinned(Numbers, R"(
fight: 6 1 54 18446744073709551615 54 14 1 0
fight: 8 6 18446744073709551615 63 59 63 1 0
fight: 8 16 4 18446744073709551615 4 29 1 0
fight: 10 25 18446744073709551615 18446744073709551615 47 35 1 0
fight: 12 2 18446744073709551615 18446744073709551615 46 61 1 0
class: 0 3 1 89 26 13
class: 0 5 4 185 73 24
class: 1 1 1 1 0 0
class: 1 3 1 7 3 0
class: 1 5 4 31 12 5
)");
}

/// Threads touch the line in turns, one at a time. If as many turns update it
/// as do not, it does not migrate; one miss of each kind is no false sharing.
TEST(SharingSums, ClassesAtTheirLimits) {
  LineHabits Even;
  Even.Writer = LineHabits::SeveralThreads;
  Even.Updating = 5, Even.Reading = 3, Even.Writing = 2;
  Even.Misses = {{0, 4, 4}};
  EXPECT_EQ(Even.classOf(), SharingClass::Mixed);
  Even.Updating = 6;
  EXPECT_EQ(Even.classOf(), SharingClass::Migratory);
  Even.Misses = {{0, 4, 3}, {1, 0, 2}};
  EXPECT_EQ(Even.classOf(), SharingClass::FalselyShared);
  Even.Misses = {{0, 1, 0}};
  Even.Writer = 3;
  EXPECT_EQ(Even.classOf(), SharingClass::ProducerConsumer);
  Even.Misses.clear();
  EXPECT_EQ(Even.classOf(), SharingClass::Private);
  Even.Writer = LineHabits::NoThread;
  EXPECT_EQ(Even.classOf(), SharingClass::ReadShared);
  LineHabits Turn;
  for (auto [Reads, Writes] :
       {std::pair(true, true), {true, false}, {false, true}, {false, true}}) {
    Turn.TurnReads = Reads, Turn.TurnWrites = Writes;
    Turn.endTurn();
    EXPECT_FALSE(Turn.TurnReads || Turn.TurnWrites);
  }
  EXPECT_EQ(Turn.Updating, 1u);
  EXPECT_EQ(Turn.Reading, 1u);
  EXPECT_EQ(Turn.Writing, 2u);
}

/// Rows beyond the most that are kept lose their offsets.
TEST(SharingSums, FightsHaveRoomForSoManyRows) {
  FightTable Fights;
  for (uint64_t I = 0; I != FightTable::MaxRows + 2; ++I)
    Fights.add({1, 0, {I, 1}, {I, 2}}, 1, I % 2);
  std::vector<SharingFight> Rows = Fights.rows({5, 6});
  ASSERT_EQ(Rows.size(), FightTable::MaxRows + 1);
  EXPECT_EQ(Rows[0].Misses, 2u);
  EXPECT_EQ(Rows[0].Certain, 1u);
  EXPECT_EQ(Rows[0].WriterOffset, SharingFight::Other);
  EXPECT_EQ(Rows[0].Writer, 6u);
  EXPECT_EQ(Rows[0].Victim, 5u);
  EXPECT_EQ(Rows[1].WriterOffset, 0u);
}

} // namespace
