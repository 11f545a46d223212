//===- SharingModelTest.cpp - shared lines, by structure and thread -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/Events.h"
#include "test/support/Test.h"
#include "tools/report/fields/FieldLayout.h"
#include "tools/report/threads/FalseSharing.h"

namespace {

SharingVertex vertex(uint32_t Site, uint32_t Structure, uint32_t Thread) {
  SharingVertex V;
  V.Site = Site, V.Structure = StructureId(Structure), V.Thread = Thread;
  V.Units = 100;
  return V;
}

/// Two structures, two threads; sites 0 and 1 are the same place.
Profile twoThreads() {
  Profile P;
  P.Structures.resize(2);
  P.Structures[0].Name = "a", P.Structures[1].Name = "b";
  P.Structures[0].Kind = P.Structures[1].Kind = StructureKind::Global;
  SharingTable &S = P.Sharing;
  S.Map = "threads", S.Ranges = true;
  S.Sites = {{"x.c", "f", 1, 1, AccessKind::Load},
             {"x.c", "f", 1, 1, AccessKind::Load},
             {"x.c", "g", 2, 1, AccessKind::Store}};
  S.Vertices = {vertex(0, 0, 0), vertex(1, 0, 0), vertex(2, 0, 1),
                vertex(2, 1, 1)};
  return P;
}

} // namespace

TEST(SharingModelTest, RangesAreThoseOfSums) {
  Profile P = twoThreads();
  SharingVertex *V = P.Sharing.Vertices.data();
  V[0].True = 10, V[0].Coarse = 0, V[0].Fine = 30;
  V[1].False = 10, V[1].Coarse = 25, V[1].Fine = 0;
  SharingModel M = sharingModel(P, {});
  EXPECT_EQ(M.Total.misses(), 20u);
  EXPECT_EQ(M.Total.low(), 20u);
  EXPECT_EQ(M.Total.high(), 30u);
  ASSERT_EQ(M.Structures.size(), 2u);
  EXPECT_EQ(M.Structures[0].Structure.Value, 0u);
  EXPECT_EQ(M.Structures[0].Total.Units, 300u);
  P.Sharing.Ranges = false;
  M = sharingModel(P, {});
  EXPECT_EQ(M.Total.low(), 20u);
  EXPECT_EQ(M.Total.high(), 20u);
}

// A hand-over has one miss in each turn. A line that is fought for has one in
// two turns at least. Where threads fight for a small structure, what they
// access and what others store there is the most.
TEST(SharingModelTest, FollowedLinesHaveARangeForAnotherRun) {
  Profile P = twoThreads();
  P.Sharing.Followed = true;
  SharingVertex *V = P.Sharing.Vertices.data();
  V[0].True = V[0].Fine = 100, V[0].Coarse = 50;
  V[2].True = V[2].Fine = 100, V[2].Coarse = 50;
  V[3].True = V[3].Fine = V[3].Coarse = 7;
  P.Sharing.Estimates = {{StructureId(0), 180, 260}, {StructureId(1), 7, 7}};
  auto Add = [&](uint32_t Thread, uint32_t Id, uint64_t Loads,
                 uint64_t Stores) {
    Counts C;
    C.Accesses = Loads + Stores, C.Loads = Loads, C.Stores = Stores;
    P.ByThread.push_back({Thread, StructureId(Id), C});
  };
  Add(0, 0, 5000, 0), Add(1, 0, 0, 600);
  Add(0, 1, 5000, 0), Add(1, 1, 0, 600);
  P.Structures[0].PeakBytes = P.Structures[1].PeakBytes = 8;
  SharingModel M = sharingModel(P, {});
  const SharingTotals &Fought = M.Structures[0].Total;
  EXPECT_EQ(Fought.low(), 180u);
  EXPECT_EQ(Fought.high(), 260u);
  EXPECT_EQ(Fought.AnyRun, (LostRange{45, 600}));
  EXPECT_EQ(M.Structures[1].Total.AnyRun, (LostRange{7, 7}));
  EXPECT_EQ(M.Total.AnyRun, (LostRange{52, 607}));
  P.Structures[0].PeakBytes = 1 << 20;
  EXPECT_EQ(sharingModel(P, {}).Structures[0].Total.AnyRun,
            (LostRange{45, 260}))
      << "most of it may be one thread's";
}

TEST(SharingModelTest, EdgesOfOnePlaceAreOneAndTheMatrixHasAll) {
  Profile P = twoThreads();
  P.Sharing.Edges = {
      {0, 2, 1, 2, 3, 4}, {1, 2, 10, 20, 30, 40}, {3, 0, 5, 0, 0, 8}};
  SharingModel M = sharingModel(P, {});
  ASSERT_EQ(M.Edges.size(), 2u);
  EXPECT_EQ(M.Edges[0].lines(), 66u);
  EXPECT_EQ(M.Edges[0].Bytes, 44u);
  EXPECT_EQ(M.Threads, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(M.Lines, (std::vector<std::vector<uint64_t>>{{0, 66}, {5, 0}}));
  EXPECT_EQ(M.Bytes, (std::vector<std::vector<uint64_t>>{{0, 44}, {8, 0}}));
  SharingOptions OnlyB;
  OnlyB.Named = {StructureId(1)};
  EXPECT_EQ(sharingModel(P, OnlyB).Edges.size(), 1u);
}

TEST(SharingModelTest, ALockIsARowWithItsMostFrequentWay) {
  Profile P = twoThreads();
  StructureId A(0);
  uint32_t Mutex = uint32_t(SyncKind::Mutex);
  P.Sharing.Locks = {{A, 8, Mutex, 0, 0, 7},
                     {A, 8, Mutex, 0, 1, 2},
                     {A, 8, Mutex, 1, 0, 3},
                     {A, 16, Mutex, 0, 1, 9}};
  SharingModel M = sharingModel(P, {});
  ASSERT_EQ(M.Locks.size(), 2u);
  EXPECT_EQ(M.Locks[0].Offset, 16u);
  EXPECT_EQ(M.Locks[1].Acquired, 12u);
  EXPECT_EQ(M.Locks[1].HandedOver, 5u);
  EXPECT_EQ(M.Locks[1].Giver, 1u);
}

TEST(FalseSharingModelTest, TheBestPaddingSavesMostAndAddsLeast) {
  Profile P = twoThreads();
  P.Sharing.Vertices[0].False = 50;
  P.Sharing.Fights = {{2, 0, 8, 0, 8, 0, 50, 5}};
  auto Padding = [](PaddingKind Kind, uint64_t Misses, uint64_t Cold) {
    SharingPadding S;
    S.Structure = StructureId(0), S.Kind = Kind;
    S.MissesBefore = S.AllBefore = 50, S.MissesAfter = S.AllAfter = Misses;
    S.ColdAfter = Cold;
    return S;
  };
  P.Sharing.Paddings = {Padding(PaddingKind::Objects, 20, 1),
                        Padding(PaddingKind::Elements, 0, 9),
                        Padding(PaddingKind::Members, 0, 5)};
  FalseSharingModel M = falseSharing(P, {});
  ASSERT_EQ(M.Structures.size(), 1u);
  EXPECT_EQ(M.Structures[0].False, 50u);
  EXPECT_EQ(M.Structures[0].Certain, 5u);
  ASSERT_TRUE(M.Structures[0].Best);
  EXPECT_EQ(M.Structures[0].Best->Kind, PaddingKind::Members);
  for (SharingPadding &S : P.Sharing.Paddings)
    S.AllAfter = 50;
  EXPECT_FALSE(falseSharing(P, {}).Structures[0].Best);
  EXPECT_TRUE(falseSharing(P, {StructureId(1)}).Structures.empty());
}

TEST(MemberNameTest, SaysWhatStandsAtAnOffset) {
  Profile P;
  RecordType R;
  R.Name = "R", R.Bytes = 16;
  R.Members = {{"Count", "long", 0, 64, 1, 0}, {"Next", "R *", 64, 64, 1, 0}};
  P.Records = {R};
  Structure S;
  EXPECT_EQ(memberName(P, S, 24), "+24");
  S.ElementBytes = 8, S.Objects = 1, S.Bytes = 8;
  EXPECT_EQ(memberName(P, S, 0), "+0");
  S.Bytes = 80;
  EXPECT_EQ(memberName(P, S, 24), "[3]");
  EXPECT_EQ(memberName(P, S, 28), "[3]+4");
  S.ElementBytes = 16, S.Record = 0;
  EXPECT_EQ(memberName(P, S, 40), "[2].Next");
  S.Bytes = 16;
  EXPECT_EQ(memberName(P, S, 8), "Next");
}

TEST(SharingModelTest, ALockHasThePlacesThatTookIt) {
  Profile P = twoThreads();
  StructureId A(0);
  constexpr uint32_t Mutex = 0, None = LockHandOver::NoSite;
  auto First = uint32_t(P.Sharing.Sites.size());
  P.Sharing.Sites.push_back({"a.c", "put", 3, 1, AccessKind::Load, {}});
  P.Sharing.Sites.push_back({"a.c", "take", 9, 1, AccessKind::Load, {}});
  P.Sharing.Locks = {{A, 8, Mutex, 0, 0, 7, First},
                     {A, 8, Mutex, 0, 1, 2, First},
                     {A, 8, Mutex, 0, 1, 3, First + 1},
                     {A, 8, Mutex, 1, 0, 4, First + 1},
                     {A, 8, Mutex, 1, 0, 1, None}};
  SharingModel M = sharingModel(P, {});
  ASSERT_EQ(M.Locks.size(), 1u);
  const SharingLockRow &R = M.Locks[0];
  EXPECT_EQ(R.Acquired, 17u);
  EXPECT_EQ(R.HandedOver, 10u);
  // Two places make five hand-overs from 0 to 1, and from 1 to 0.
  EXPECT_EQ(R.Giver, 0u);
  EXPECT_EQ(R.Taker, 1u);
  ASSERT_EQ(R.Places.size(), 2u);
  EXPECT_EQ(R.Places[0].Site.Function, "take");
  EXPECT_EQ(R.Places[0].HandedOver, 7u);
  EXPECT_EQ(R.Places[1].Acquired, 9u);
  EXPECT_EQ(R.Places[1].HandedOver, 2u);
  std::string Csv = lockCsv(P, M);
  EXPECT_TRUE(has(Csv, ",8,mutex,take,a.c,9,1,7,7\n"));
  EXPECT_TRUE(has(Csv, ",8,mutex,put,a.c,3,1,9,2\n"));
  EXPECT_TRUE(has(Csv, ",8,mutex,,,0,0,1,1\n"));
}
