//===- CandidatesTest.cpp - changes that evidence suggests ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Candidates.h"
#include "test/support/HandMadeProfile.h"
#include "test/support/Test.h"

namespace {

/// Returns a record of 64 bytes: a, b, text, c; in an array of 100.
RecordType item() {
  RecordType R;
  R.Name = "struct item";
  R.Bytes = 64;
  R.Members = {{"a", "int64_t", 0, 64},
               {"b", "struct item *", 64, 64},
               {"text", "char[40]", 128, 320},
               {"c", "int64_t", 448, 64}};
  return R;
}

class CandidatesOf : public testing::Test {
protected:
  CandidatesOf() {
    P = handMadeProfile({heapStructure("items", 1000, 500, 100)});
    P.Records = {item()};
    P.Structures[2].Record = 0;
    P.Structures[2].Type = "struct item";
    P.Structures[2].ElementBytes = 64;
    E.Structures.resize(3);
    evidence().ElementBytes = 64;
    evidence().Granule = 4;
    evidence().Accesses = evidence().InObjects = 1000;
    evidence().Objects = 1;
    evidence().LargestObject = 6400;
    evidence().OfHeap = true;
    evidence().Misses.Levels = {500, 100};
    E.All.Levels = {600, 200};
  }

  StructureEvidence &evidence() { return E.Structures[2]; }
  /// \p Count visits of the members that are bits of \p Members.
  void visit(unsigned Members, uint64_t Count) {
    static constexpr std::pair<uint64_t, uint64_t> Bytes[] = {
        {0, 8}, {8, 8}, {16, 40}, {56, 8}};
    uint64_t Mask = 0;
    for (unsigned I = 0; I != 4; ++I)
      if (Members >> I & 1)
        Mask |= evidence().maskOf(Bytes[I].first, Bytes[I].second);
    evidence().Visits[Mask] += Count;
    evidence().VisitLines += Count;
  }
  CandidateList run(void (*Suggest)(const Subject &, CandidateList &)) {
    Subject S{P,
              StructureId(2),
              P.Structures[2],
              evidence(),
              shapeOf(P, StructureId(2)),
              64,
              &E.Structures};
    CandidateList All;
    Suggest(S, All);
    return All;
  }
  /// The only one.
  Candidate one(void (*Suggest)(const Subject &, CandidateList &)) {
    CandidateList All = run(Suggest);
    EXPECT_EQ(All.size(), 1u);
    return All.at(0);
  }

  Profile P;
  Evidence E;
};

} // namespace

TEST_F(CandidatesOf, SplitKeepsWhatIsVisited) {
  visit(0b0001, 800); // a
  visit(0b1001, 100); // a and c
  visit(0b0110, 100); // b and text
  Candidate C = one(suggestSplit);
  EXPECT_EQ(C.Action,
            "split struct item: keep a (8 bytes) together, move the other 56 "
            "bytes (b, text, c) to an array of their own");
  EXPECT_EQ(C.Layout.Strides, (std::vector<uint64_t>{8, 56}));
  EXPECT_EQ(C.Layout.LinkOffset, ElementLayout::NoLink);
  EXPECT_EQ(C.Evidence[0],
            "of 1000 visits to elements of 64 bytes, 80.0 % use nothing but a");
  // 900 * 8 and 200 * 56 bytes instead of 1000 * 64, of 500 misses.
  EXPECT_EQ(C.Promise, 356u);
}

TEST_F(CandidatesOf, SplitOfSingleObjectsNeedsAPointer) {
  visit(0b0001, 900);
  visit(0b1110, 100);
  evidence().Objects = evidence().Single = 100;
  Candidate C = one(suggestSplit);
  EXPECT_EQ(C.Layout.Strides, (std::vector<uint64_t>{16, 56}));
  EXPECT_EQ(C.Layout.LinkOffset, 8u);
  EXPECT_TRUE(C.Pooled);
  EXPECT_EQ(C.Costs.size(), 1u);
}

TEST_F(CandidatesOf, NothingIsMovedWhereAllIsUsedTogether) {
  visit(0b1111, 1000);
  EXPECT_TRUE(run(suggestSplit).empty());
  EXPECT_TRUE(run(suggestArrays).empty());
  EXPECT_TRUE(run(suggestReorder).empty());
}

TEST_F(CandidatesOf, NothingIsMovedWhereElementsAreNotKnown) {
  visit(0b0001, 1000);
  evidence().InObjects = 900;
  EXPECT_TRUE(run(suggestSplit).empty());
  evidence().InObjects = 1000, evidence().Misaligned = 100;
  EXPECT_TRUE(run(suggestSplit).empty());
  evidence().Misaligned = 0, evidence().Uneven = 1;
  EXPECT_TRUE(run(suggestSplit).empty());
  evidence().Uneven = 0;
  EXPECT_EQ(run(suggestSplit).size(), 1u);
}

TEST_F(CandidatesOf, ArraysOfMembersAreForArrays) {
  visit(0b0001, 500);
  visit(0b1000, 500);
  Candidate C = one(suggestArrays);
  EXPECT_EQ(C.Action, "turn items of struct item into one array for each of "
                      "its 4 members");
  EXPECT_EQ(C.Layout.Strides, (std::vector<uint64_t>{8, 8, 40, 8}));
  evidence().Single = evidence().Objects;
  EXPECT_TRUE(run(suggestArrays).empty());
}

TEST_F(CandidatesOf, ReorderPutsTogetherWhatIsUsedTogether) {
  P.Records[0].Bytes = 128;
  P.Records[0].Members[2].Bits = 96 * 8;
  P.Records[0].Members[2].Type = "char[96]";
  P.Records[0].Members[3].BitOffset = 112 * 8;
  P.Structures[2].ElementBytes = evidence().ElementBytes = 128;
  evidence().Visits[evidence().maskOf(0, 8) | evidence().maskOf(112, 8)] = 1000;
  Candidate C = one(suggestReorder);
  EXPECT_EQ(C.Action, "reorder struct item: a, c, b, text (120 bytes instead "
                      "of 128)");
  // One line instead of two.
  EXPECT_EQ(C.Promise, 250u);
}

TEST_F(CandidatesOf, ShrinkTakesIntegersAndPointers) {
  visit(0b1011, 1000);
  // Shrinking a and c alone saves what the pointer's alignment takes.
  Candidate C = one(suggestShrink);
  EXPECT_EQ(C.Action, "make a, b, c of struct item indices of 32 bits: 52 "
                      "bytes instead of 64");
  EXPECT_EQ(C.Limits.size(), 1u);
  P.Records[0].Members[1].Type = "size_t";
  C = one(suggestShrink);
  EXPECT_EQ(C.Action,
            "make a, b, c of struct item int32_t: 52 bytes instead of 64");
}

TEST_F(CandidatesOf, AlignMovesElementsToLines) {
  visit(0b0001, 600);
  EXPECT_TRUE(run(suggestAlign).empty()); // one line each already
  evidence().VisitLines = 900;
  Candidate C = one(suggestAlign);
  EXPECT_EQ(C.Action, "align the memory of items to 64 bytes");
  EXPECT_EQ(C.Promise, 166u);
  EXPECT_EQ(C.Evidence[0], "visits touch 1.50 lines each, 1.00 if "
                           "elements began at lines");
  evidence().ElementBytes = 48;
  C = one(suggestAlign);
  EXPECT_EQ(C.Layout.Strides, std::vector<uint64_t>{64});
  EXPECT_EQ(C.Layout.Align, 64u);
  EXPECT_EQ(C.Costs, std::vector<std::string>{"33.3 % more memory"});
}

TEST_F(CandidatesOf, PadRowsNeedsConflictsAndStridesToFewSets) {
  evidence().LargestObject = 1 << 20;
  P.BySite.resize(2);
  P.BySite[0].Structure = P.BySite[1].Structure = StructureId(2);
  P.BySite[0].Steps.Strides = {{4096, 50}, {8192, 20}};
  P.BySite[1].Steps.Strides = {{-8192, 40}, {4160, 900}};
  P.BySite[1].Steps.Steps = {2000, 1010, 0, 0, 0, 0};
  EXPECT_TRUE(run(suggestPadRows).empty());
  evidence().Conflicts = 50;
  Candidate C = one(suggestPadRows);
  EXPECT_EQ(C.Action, "pad each row of items (8192 bytes) by 64 bytes");
  EXPECT_EQ(C.Layout.ElementBytes, 8192u);
  EXPECT_EQ(C.Layout.Strides, std::vector<uint64_t>{8256});
  EXPECT_EQ(C.Promise, 50u);
  // A column that does not fit the first level has no conflicts there.
  evidence().Conflicts = 0;
  P.BySite[1].Steps.Steps = {};
  C = one(suggestPadRows);
  EXPECT_EQ(C.Promise, 250u);
  ASSERT_EQ(C.Evidence.size(), 1u);
  EXPECT_EQ(C.Evidence[0], "steps of 8192 bytes reach 1 of 64 sets");
}

TEST_F(CandidatesOf, ShiftNeedsConflictsOfLargeObjects) {
  evidence().Conflicts = 50;
  EXPECT_EQ(run(suggestShift).size(), 1u);
  evidence().LargestObject = 4095; // a way is 4096
  EXPECT_TRUE(run(suggestShift).empty());
  evidence().LargestObject = 6400;
  Candidate C = one(suggestShift);
  EXPECT_EQ(C.ShiftBytes, 1536u);
}

TEST_F(CandidatesOf, SeparateIsForFalseSharing) {
  evidence().Misses.Sharing = 400;
  EXPECT_TRUE(run(suggestSeparate).empty());
  evidence().Misses.FalseSharing = 300;
  evidence().ElementBytes = 8;
  Candidate C = one(suggestSeparate);
  EXPECT_EQ(C.Action,
            "give each element of items a line of its own (alignas(64))");
  EXPECT_EQ(C.Layout.Strides, std::vector<uint64_t>{64});
  // One object with members.
  evidence().ElementBytes = evidence().LargestObject = 64;
  C = one(suggestSeparate);
  EXPECT_EQ(C.Layout.Strides, std::vector<uint64_t>{256});
}

TEST_F(CandidatesOf, PoolIsForManySingleObjectsOfTheHeap) {
  evidence().Objects = evidence().Single = 100;
  evidence().ElementBytes = 120;
  EXPECT_TRUE(run(suggestPool).empty()); // neither scattered nor loose
  evidence().Scattered = 10;
  Candidate C = one(suggestPool);
  EXPECT_TRUE(C.Pooled);
  EXPECT_TRUE(C.GapsClose);
  evidence().Ended = 1;
  EXPECT_FALSE(run(suggestPool)[0].GapsClose);
  evidence().OfHeap = false;
  EXPECT_TRUE(run(suggestPool).empty());
}

TEST_F(CandidatesOf, SortIsForObjectsInAnotherOrderThanTheirUse) {
  evidence().Objects = evidence().Single = evidence().PeakLiving = 100;
  evidence().ElementBytes = 16;
  for (uint64_t Birth = 0; Birth != 100; ++Birth)
    evidence().LastUse.push_back(1000 - Birth);
  EXPECT_TRUE(run(suggestSort).empty()); // backwards is an order, too
  for (uint64_t Birth = 0; Birth != 100; ++Birth)
    evidence().LastUse[Birth] = 1 + Birth * 37 % 100;
  evidence().LastUse[0] = 0;
  Candidate C = one(suggestSort);
  EXPECT_TRUE(C.Pooled);
  EXPECT_EQ(C.Promise, 375u);
  ASSERT_TRUE(C.Ranks);
  EXPECT_EQ((*C.Ranks)[0], 99u); // never used
  EXPECT_EQ((*C.Ranks)[73], 0u) << "73 * 37 % 100 is 1";
  EXPECT_EQ((*C.Ranks)[46], 1u) << "46 * 37 % 100 is 2";
  evidence().PeakLiving = 80; // others come and go
  EXPECT_TRUE(run(suggestSort).empty());
}

TEST_F(CandidatesOf, PrefetchIsForLinks) {
  evidence().Linked = {49, 0};
  EXPECT_TRUE(run(suggestPrefetch).empty());
  evidence().Linked = {400, 90};
  Candidate C = one(suggestPrefetch);
  EXPECT_EQ(C.Evidence[0], "the work of a step may hide 80.0 % of its "
                           "first-level misses, which are of code that "
                           "follows links");
  // Another array with the same index: one prefetch is one change.
  evidence().LinkBlocks = {7};
  E.Structures.resize(P.Structures.size() + 1);
  E.Structures.back().Linked = {500, 0};
  E.Structures.back().LinkBlocks = {8};
  EXPECT_EQ(run(suggestPrefetch).size(), 1u);
  E.Structures.back().LinkBlocks = {6, 7};
  EXPECT_TRUE(run(suggestPrefetch).empty());
}

TEST_F(CandidatesOf, HugePagesAreForLargeStructures) {
  evidence().Misses.Pages = 100;
  EXPECT_TRUE(run(suggestHugePages).empty());
  P.Structures[2].PeakBytes = 4 << 20;
  EXPECT_EQ(run(suggestHugePages).size(), 1u);
}

TEST_F(CandidatesOf, AllAreSortedByPromise) {
  visit(0b0001, 900);
  visit(0b1110, 100);
  evidence().VisitLines = 1500;
  CandidateList All = findCandidates(P, E);
  ASSERT_GE(All.size(), 3u);
  for (size_t I = 1; I < All.size(); ++I)
    EXPECT_GE(All[I - 1].Promise, All[I].Promise);
  // A structure with less than a two-hundredth of the misses does not matter.
  E.All.Levels = {200000, 0};
  EXPECT_TRUE(findCandidates(P, E).empty());
  E.All.Levels = {99, 0};
  evidence().Misses.Levels = {99, 0};
  EXPECT_TRUE(findCandidates(P, E).empty());
  evidence().Misses.Levels = {100, 0};
  EXPECT_FALSE(findCandidates(P, E).empty());
}

TEST_F(CandidatesOf, FetchedBytesAreThoseOfTouchedParts) {
  visit(0b0001, 10); // a
  visit(0b0100, 1);  // text
  ElementShape Shape = *shapeOf(P, StructureId(2));
  EXPECT_EQ(
      fetchedBytes(partedLayout(Shape, {{0, 1, 2, 3}}, false), evidence(), 64),
      11u * 64);
  EXPECT_EQ(fetchedBytes(partedLayout(Shape, {{0}, {1, 2, 3}}, false),
                         evidence(), 64),
            10u * 8 + 56);
  // The pointer stands with a: 16 bytes, read for text, too.
  EXPECT_EQ(
      fetchedBytes(partedLayout(Shape, {{0}, {1, 2, 3}}, true), evidence(), 64),
      11u * 16 + 56);
  EXPECT_EQ(
      fetchedBytes(partedLayout(Shape, {{0, 1, 2, 3}}, false), evidence(), 32),
      10u * 32 + 2 * 32);
}
