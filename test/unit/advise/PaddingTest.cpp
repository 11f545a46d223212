//===- PaddingTest.cpp - what to move into lines of its own ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Padding.h"
#include "test/support/Test.h"

namespace {

/// One global of two records {long A; long B;}, in which thread 0 writes B and
/// thread 1 wants A.
Profile twoRecords() {
  Profile P;
  RecordType Pair;
  Pair.Name = "Pair", Pair.Bytes = 16;
  Pair.Members = {{"A", "long", 0, 64, 1, 0}, {"B", "long", 64, 64, 1, 0}};
  P.Records = {Pair};
  Structure S;
  S.Kind = StructureKind::Global;
  S.Name = "Pairs", S.Type = "Pair", S.ElementBytes = 16;
  S.Bytes = 32, S.Objects = 1, S.Record = 0;
  P.Structures = {S};
  P.Sharing.Map = "threads";
  P.Sharing.Sites = {{}};
  SharingVertex V;
  V.Structure = StructureId(0);
  P.Sharing.Vertices = {V, V};
  P.Sharing.Vertices[1].Thread = 1;
  P.Sharing.Fights = {{0, 1, 8, 0, 8, 0, 100, 0}};
  return P;
}

const PaddingCandidate *find(const std::vector<PaddingCandidate> &All,
                             PaddingKind Kind) {
  for (const PaddingCandidate &C : All)
    if (C.Kind == Kind)
      return &C;
  return nullptr;
}

} // namespace

TEST(PaddingCandidatesTest, ObjectsElementsAndWrittenMembersAreTried) {
  std::vector<PaddingCandidate> All = findPaddings(twoRecords(), 6);
  ASSERT_EQ(All.size(), 3u);
  for (const PaddingCandidate &C : All) {
    EXPECT_EQ(C.Change.Layout.problem(), "");
    EXPECT_EQ(C.Change.Layout.Align, 64u);
    EXPECT_EQ(C.Change.Layout.Strides.front() % 64, 0u);
  }
  EXPECT_EQ(find(All, PaddingKind::Elements)->Change.Layout.Strides.front(),
            64u);
  const ElementLayout &Members = find(All, PaddingKind::Members)->Change.Layout;
  EXPECT_EQ(Members.Strides.front(), 128u);
  EXPECT_EQ(Members.Pieces[0].NewOffset, 0u) << "what nobody writes stays";
  EXPECT_EQ(Members.Pieces[1].NewOffset, 64u);
}

TEST(PaddingCandidatesTest, WhatCannotBeMovedIsNotTried) {
  for (StructureKind Kind :
       {StructureKind::Stack, StructureKind::Library, StructureKind::Mapping}) {
    Profile P = twoRecords();
    P.Structures[0].Kind = Kind;
    EXPECT_TRUE(findPaddings(P, 6).empty());
  }
  Profile Locals = twoRecords();
  size_t AsGlobals = findPaddings(Locals, 6).size();
  Locals.Structures[0].Kind = StructureKind::Local;
  EXPECT_EQ(findPaddings(Locals, 6).size(), AsGlobals);
  Profile P = twoRecords();
  EXPECT_TRUE(findPaddings(P, 0).empty());
  P.Sharing.Fights.clear();
  EXPECT_TRUE(findPaddings(P, 6).empty());
}

TEST(PaddingCandidatesTest, OfUnknownElementsOnlyObjectsAreMoved) {
  Profile P = twoRecords();
  P.Structures[0].ElementBytes = 0;
  P.Structures[0].Type.clear();
  P.Structures[0].Record = NoRecord;
  std::vector<PaddingCandidate> All = findPaddings(P, 6);
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].Kind, PaddingKind::Objects);
}

/// Threads 0 and 1 in turn: 0 writes B of both records, 1 reads A of both and
/// writes B of the second.
static PaddingTrial::Counts tryIt(const Candidate &Change) {
  PaddingTrial Trial(ThreadMap(), Change);
  constexpr uint64_t Base = 4096;
  ReplayBlock Block;
  Block.add({.Type = ReplayEvent::Kind::ObjectBegin,
             .Address = Base,
             .Bytes = 32,
             .ElementBytes = 16});
  auto Thread = [&](uint32_t Number) {
    Block.add({.Type = ReplayEvent::Kind::Thread, .Number = Number});
  };
  auto Touch = [&](uint64_t Offset, bool Write) {
    Block.Accesses.push_back({Base + Offset, AccessInfo(0, 8, Write), 0, 0});
  };
  for (int Turn = 0; Turn != 10; ++Turn) {
    Thread(0);
    Touch(8, true);
    Touch(24, true);
    Thread(1);
    Touch(0, false);
    Touch(16, false);
    Touch(24, true);
  }
  Trial.take(Block);
  return Trial.counts(StructureId(0));
}

TEST(PaddingTrialTest, CountsWhatTheLayoutLeaves) {
  std::vector<PaddingCandidate> All = findPaddings(twoRecords(), 6);
  // One line: both threads lose it in each turn, 2 x 9.
  PaddingTrial::Counts Objects = tryIt(find(All, PaddingKind::Objects)->Change);
  EXPECT_EQ(Objects.Structure, 18u);
  EXPECT_EQ(Objects.All, 18u);
  EXPECT_EQ(Objects.Cold, 2u);
  // A line for each: 1 still loses both, 0 the second.
  PaddingTrial::Counts Elements =
      tryIt(find(All, PaddingKind::Elements)->Change);
  EXPECT_EQ(Elements.Structure, 27u);
  EXPECT_EQ(Elements.Cold, 4u);
  // B apart from A: only the second B goes back and forth.
  PaddingTrial::Counts Members = tryIt(find(All, PaddingKind::Members)->Change);
  EXPECT_EQ(Members.Structure, 18u);
  EXPECT_EQ(Members.Cold, 5u);
}

/// Returns the prediction of \p Kind.
static SharingPadding predictedOf(const Profile &P, PaddingKind Kind) {
  for (const SharingPadding &S : predictPaddings(P, MostPadded))
    if (S.Kind == Kind)
      return S;
  ADD_FAILURE() << "not predicted";
  return {};
}

TEST(PaddingPredictionTest, WhatIsTakenApartIsSaved) {
  Profile P = twoRecords();
  P.Sharing.Vertices[1].False = 160;
  P.Sharing.Vertices[1].True = 7;
  // In the object at byte 0 of its line: B of the first record against A of the
  // first, and of the second one.
  P.Sharing.Fights = {{0, 1, 8, 0, 8, 0, 100, 0}, {0, 1, 8, 16, 8, 16, 60, 0}};
  SharingPadding Objects = predictedOf(P, PaddingKind::Objects);
  EXPECT_EQ(Objects.MissesBefore, 167u);
  EXPECT_EQ(Objects.MissesAfter, 167u) << "it is one object";
  SharingPadding Elements = predictedOf(P, PaddingKind::Elements);
  EXPECT_EQ(Elements.MissesAfter, 107u) << "A and B of one record stay";
  EXPECT_EQ(Elements.Stride, 64u);
  SharingPadding Members = predictedOf(P, PaddingKind::Members);
  EXPECT_EQ(Members.MissesAfter, 7u) << "true sharing stays";
  EXPECT_EQ(Members.AllAfter, 7u);
  EXPECT_EQ(predictPaddings(P, MostPadded)[0].Kind, PaddingKind::Members);
}

TEST(PaddingPredictionTest, TwoObjectsOfALineAreTakenApart) {
  Profile P = twoRecords();
  P.Sharing.Vertices[1].False = 100;
  // The first byte of each, at bytes 0 and 32 of the line.
  P.Sharing.Fights = {{0, 1, 0, 0, 0, 32, 100, 0}};
  EXPECT_EQ(predictedOf(P, PaddingKind::Objects).MissesAfter, 0u);
}

TEST(PaddingPredictionTest, OnlyWhatIsKnownIsSaved) {
  Profile P = twoRecords();
  P.Sharing.Vertices[1].False = 100;
  P.Sharing.Fights = {
      {0, 1, SharingFight::Other, SharingFight::Other, 0, 0, 100, 0}};
  EXPECT_EQ(predictedOf(P, PaddingKind::Objects).MissesAfter, 100u);
}
