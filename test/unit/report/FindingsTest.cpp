//===- FindingsTest.cpp - which findings, in which order and words --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/report/FindingsFixture.h"
#include "tools/report/threads/SharingReport.h"

namespace {

TEST_F(Findings, NoMissesAreNoFindings) {
  EXPECT_TRUE(all().empty());
  EXPECT_EQ(findingsText(P, "", Terminal()), "");
}

TEST_F(Findings, NothingLargeIsLeftOut) {
  for (int I = 0; I != 12; ++I)
    add("lists", 1000, 16, 1000, {100, 0, 0, 900, 0, 0});
  add("small", 1000, 16, 500, {100, 0, 0, 900, 0, 0});
  EXPECT_EQ(findingsOf(P).size(), 12u);
  EXPECT_EQ(findingsOf(P, {.Most = 3}).size(), 12u);
  EXPECT_EQ(findingsOf(P, {3, 0.001, 1}).size(), 3u);
  EXPECT_EQ(findingsOf(P, AllFindings).size(), 13u);
  EXPECT_EQ(findingsJson(P).size(), 13u);
}

TEST_F(Findings, StacksAreOneFinding) {
  for (int I = 0; I != 3; ++I) {
    add("[stack of thread 1]", 1, 64, 1000, {0, 0, 1000, 0, 0, 0});
    P.Structures.back().Kind = StructureKind::Stack;
  }
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 1u);
  EXPECT_DOUBLE_EQ(F[0].Share, 1);
  EXPECT_TRUE(has(findingText(P, F[0]),
                  "100.0 % of L1 misses: [stacks of 3 threads], repeated"))
      << findingText(P, F[0]);
}

TEST_F(Findings, FalselySharedLinesComeBeforeLayouts) {
  add("counts", 1000, 16, 1000, {0, 0, 0, 1000, 0, 0});
  SharingVertex V;
  V.Structure = StructureId(2);
  V.True = 10;
  V.False = 10;
  P.Sharing.Vertices = {V};
  EXPECT_EQ(all()[0].Remedy, Change::Pool) << "they are too few";
  P.Sharing.Vertices[0].True = P.Sharing.Vertices[0].False = 1000;
  std::vector<Finding> F = all();
  EXPECT_EQ(F[0].Remedy, Change::Unshare);
  EXPECT_EQ(findingText(P, F[0]),
            "false sharing: counts (single objects: 1000 struct node of 16 "
            "B), 1000 lost lines, 100 K cycles. Threads access different "
            "bytes of the same lines and write there: give each thread lines "
            "of its own; saves about 2.4 % of the time (0.4 % to 7.2 %).");
  EXPECT_EQ(F[1].Remedy, Change::HandOver);
  EXPECT_EQ(findingText(P, F[1]),
            "true sharing: counts (single objects: 1000 struct node of 16 "
            "B), 1000 lost lines, 100 K cycles. One thread writes what "
            "another one then uses: hand over more at a time, or work on it "
            "in the thread that wrote it; saves up to 7.2 % of the time.");
  P.Instructions = 10'000'001;
  EXPECT_EQ(all()[0].Remedy, Change::Pool) << "less than a hundredth";
}

// The sample says what other orders may lose; the finding stays whatever was
// recorded.
TEST_F(Findings, LostLinesAreARange) {
  add("counts", 1, 32, 0, {});
  P.SharingHints = {{StructureId(2), 1000, 640, 1, 2}};
  P.Threads = {{0, 0, 1}, {1, 0, 1}};
  SharingVertex V;
  V.Structure = StructureId(2);
  V.False = 100;
  P.Sharing.Vertices = {V};
  P.Sharing.Map = "threads";
  ASSERT_EQ(all().size(), 1u);
  EXPECT_EQ(all()[0].Remedy, Change::Unshare);
  EXPECT_EQ(all()[0].Lost, (LostRange{100, 640'000}));
  P.Sharing.Vertices[0].False = 1;
  ASSERT_EQ(all().size(), 1u);
  EXPECT_EQ(all()[0].Remedy, Change::MayShare);
  EXPECT_EQ(all()[0].Lost, (LostRange{1, 640'000}));
  // One in 25 of what may be lost is likely.
  double Likely = all()[0].Gain.Likely;
  EXPECT_LE(all()[0].Gain.High, 1);
  P.SharingHints.clear();
  P.Sharing.Vertices[0].False = 640'000 / 25;
  EXPECT_NEAR(all()[0].Gain.Likely, Likely, 1e-6);
  P.Sharing.Vertices[0].False = 1;
  EXPECT_TRUE(all().empty());
  P.Sharing.Ranges = true;
  P.Sharing.Vertices[0].Coarse = 0;
  P.Sharing.Vertices[0].Fine = 5000;
  ASSERT_EQ(all().size(), 1u);
  EXPECT_EQ(all()[0].Lost, (LostRange{0, 5000}));
  EXPECT_EQ(all()[0].LostInRun, (LostRange{1, 1}));
  EXPECT_EQ(lostText(all()[0].LostInRun, all()[0].Lost),
            "1 lost line, 100 cycles (another run loses 0 to 5000)");
  EXPECT_EQ(lostText({}, all()[0].Lost),
            "0 to 5000 lost lines, 0 to 500 K cycles");
}

// Where some lines were not followed, that none was seen to move says little of
// this run.
TEST_F(Findings, LinesThatWereNotFollowedMayHaveBeenLost) {
  add("counts", 1, 32, 0, {});
  P.SharingHints = {{StructureId(2), 1000, 640, 1, 2}};
  P.Threads = {{0, 0, 1}, {1, 0, 1}};
  P.Sharing.Map = "threads";
  P.Sharing.Followed = P.Sharing.Ranges = true;
  P.Lines.Stretches = {{0, 0}};
  EXPECT_EQ(all().at(0).LostInRun, LostRange());
  P.Lines.Stretches = {{0, 0}, {1000, 6}};
  ASSERT_EQ(all().size(), 1u);
  EXPECT_EQ(all()[0].Remedy, Change::MayShare);
  EXPECT_EQ(all()[0].LostInRun, (LostRange{0, 640'000}));
  EXPECT_TRUE(has(all()[0].Advice, "these lines were not followed"));
  SharingModel M = sharingModel(P, {});
  ASSERT_EQ(M.Structures.size(), 1u);
  EXPECT_EQ(M.Structures[0].Total.misses(), 0u);
  EXPECT_EQ(M.Structures[0].Total.high(), 640'000u);
  EXPECT_EQ(M.Structures[0].Class, SharingClass::FalselyShared);
  EXPECT_EQ(M.Total.high(), 640'000u);
}

// What another run loses makes a finding neither less sure nor less important:
// this run has lost its lines.
TEST_F(Findings, LinesThatThisRunLostCount) {
  add("counts", 1, 32, 0, {});
  P.Threads = {{0, 0, 1}, {1, 0, 1}};
  SharingVertex V;
  V.Structure = StructureId(2);
  V.False = V.Fine = 10'000, V.Coarse = 10;
  P.Sharing.Vertices = {V};
  P.Sharing.Map = "threads";
  double Sure = all()[0].Gain.Likely;
  P.Sharing.Followed = P.Sharing.Ranges = true;
  ASSERT_EQ(all().size(), 1u);
  EXPECT_EQ(all()[0].Remedy, Change::Unshare);
  EXPECT_EQ(all()[0].Lost.Low, 5u);
  EXPECT_EQ(all()[0].Gain.Likely, Sure);
}

TEST_F(Findings, WhatThreadsMayShareComesFirstWhereLittleMisses) {
  add("counts", 1, 32, 0, {});
  add("list", 1000, 16, 10, {100, 0, 0, 900, 0, 0});
  P.Threads = {{0, 0, 1}, {1, 0, 1}};
  P.SharingHints = {{StructureId(2), 1000, 640, 1, 2}};
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 2u);
  EXPECT_EQ(F[0].Remedy, Change::MayShare);
  EXPECT_EQ(F[0].Structure.Value, 2u);
  EXPECT_EQ(
      findingText(P, F[0]),
      "perhaps false sharing: counts (single object: 1 struct node of "
      "32 B), 0 to 640 K lost lines, 0 to 64.0 M cycles. 2 threads access "
      "different bytes of 1 line and write there: what it costs depends "
      "on their order, which was not recorded; saves an unknown part of "
      "the time.");
  EXPECT_EQ(findingNext(P, F[0], " a.mfp"),
            "memfacet false-sharing -- ./app --size '3 4'");
  P.Sharing.Map = "threads";
  EXPECT_EQ(findingNext(P, F[0], " a.mfp"), "memfacet false-sharing a.mfp");
  P.Sharing.Map.clear();
  EXPECT_EQ(F[1].Remedy, Change::Pool);

  // Half of 640,000 times 100 cycles is less than 0.75 of 346 M.
  P.Structures[3].Total.Levels[0].Misses = 1'000'000;
  P.BySite.back().Misses = {1'000'000, 1'000'000};
  EXPECT_EQ(all()[0].Remedy, Change::Pool);
}

TEST_F(Findings, WhatThreadsMayShareIsToldFromSomeAccessesOn) {
  add("counts", 1, 32, 0, {});
  auto Found = [&](SharingHint H) {
    P.SharingHints = {H};
    return all().size();
  };
  EXPECT_EQ(Found({StructureId(2), 640, 64, 1, 2}), 1u);
  EXPECT_EQ(Found({StructureId(2), 630, 63, 1, 2}), 0u);
  EXPECT_EQ(Found({StructureId(2), 641, 64, 1, 2}), 0u) << "a tenth of its own";
  EXPECT_EQ(Found({StructureId(0), 64, 64, 1, 2}), 0u)
      << "a thousandth of the program's";
  P.Sharing.Map = "threads";
  EXPECT_EQ(Found({StructureId(2), 640, 64, 1, 2}), 1u)
      << "another run has another order";
}

TEST_F(Findings, LittleCostIsNoFinding) {
  add("much", 1, 64, 981, {0, 0, 1000, 0, 0, 0});
  add("little", 1, 64, 19, {0, 0, 1000, 0, 0, 0});
  ASSERT_EQ(all().size(), 1u);
  EXPECT_EQ(all()[0].Remedy, Change::KeepApart);
}

TEST_F(Findings, MissesOfOuterLevelsCostMore) {
  add("near", 1, 64, 1000, {0, 0, 0, 0, 0, 1000});
  add("far", 1, 64, 1000, {0, 0, 0, 0, 0, 1000});
  P.Structures.back().Total.Levels[1].Misses = 1000;
  P.BySite.back().Misses[1] = 1000;
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 2u);
  EXPECT_EQ(F[0].Structure.Value, 3u);
  // 10 cycles to the second level, 186 more to memory.
  EXPECT_DOUBLE_EQ(F[0].Share, 196 / 206.0);
}

// 20,000 misses of a chain take 200,000 cycles of latency; 100,000 misses of a
// stream are fetched in advance.
TEST_F(Findings, AChainComesBeforeAStreamWithMoreMisses) {
  add("stream", 1, 8, 100'000, {1000, 0, 0, 0, 0, 0});
  add("chain", 1, 8, 20'000, {0, 0, 0, 1000, 0, 0});
  for (SiteCounts &C : P.BySite)
    C.Misses[1] = C.Misses[0];
  for (size_t Id : {2, 3})
    P.Structures[Id].Total.Levels[1].Misses =
        P.Structures[Id].Total.Levels[0].Misses;
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 2u);
  EXPECT_EQ(P.Structures[F[0].Structure.Value].Name, "chain");
  EXPECT_LT(F[0].Share, F[1].Share);
  EXPECT_GT(F[0].Gain.High, F[1].Gain.High);
}

// A finding that saves nearly nothing is the last of all.
TEST_F(Findings, SmallGainsComeLast) {
  add("list", 1000, 16, 300, {100, 0, 0, 900, 0, 0});
  add("matrix", 1, 8, 100'000, {0, 0, 0, 0, 0, 1000});
  P.BySite.back().Misses[1] = 100'000;
  P.Structures.back().Total.Levels[1].Misses = 100'000;
  P.Structures[2].Total.Levels[0].Misses = 300'000;
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 2u);
  EXPECT_EQ(F[1].Remedy, Change::Pool);
  EXPECT_TRUE(F[1].isSmall());
  EXPECT_FALSE(F[0].isSmall());
  EXPECT_EQ(gainText(F[1]), "saves less than 2 % of the time");
}

TEST(GainText, ABoundThatLeavesNothingIsNone) {
  Finding F;
  F.Remedy = Change::Tile;
  F.Gain = {.Likely = 0.09, .Low = 0, .High = 0.5};
  EXPECT_EQ(gainText(F), "saves up to 50.0 % of the time");
  F.Gain.High = 1;
  EXPECT_EQ(gainText(F), "saves an unknown part of the time");
  F.Remedy = Change::Annotate;
  EXPECT_EQ(gainText(F), "its stalls take an unknown part of the time");
}

TEST_F(Findings, TextIsWrappedBetweenWordsAndNotBeforeUnits) {
  add("list", 1000, 16, 3000, {100, 0, 0, 900, 0, 0});
  for (size_t Width = 40; Width != 120; ++Width) {
    Terminal Narrow;
    Narrow.Width = Width;
    std::string Text = findingsText(P, "", Narrow);
    for (const char *Unit : {"\n    %", "\n    B", "\n    K"})
      EXPECT_EQ(Text.find(Unit), Text.npos) << Width << Text;
  }
  EXPECT_EQ(findingsText(P, "", Terminal()),
            "what costs most\n"
            " 1. 100.0 % of L1 misses: list (single objects: 1000 struct node "
            "of 16 B), pointer chasing 90.0 %.\n"
            "    Allocate its 1000 objects of 16 B one after the other, in the "
            "order of their use (a pool); saves\n"
            "    less than 2 % of the time.\n"
            "    memfacet advise -- ./app --size '3 4'\n"
            "not recorded, as it is slower; to run the program again and "
            "record it:\n"
            "    causes of misses         memfacet why --again\n"
            "    other sizes of caches    memfacet curves --again\n"
            "    stalls of the processor  memfacet critical --again\n");
}

// A miss of the first level costs 10 cycles here.
TEST_F(Findings, MissesThatCostLittleAreSaidToDoSo) {
  add("list", 1000, 16, 2000, {100, 0, 0, 900, 0, 0});
  auto Title = [&](uint64_t Instructions) {
    P.Instructions = Instructions;
    std::string Text = findingsText(P, "", Terminal());
    return Text.substr(0, Text.find('\n'));
  };
  EXPECT_EQ(Title(1'000'000), "what costs most");
  EXPECT_EQ(Title(1'010'000), "what costs most, though misses cost little: "
                              "about 20 cycles per 1000 instructions");
  EXPECT_EQ(Title(40'000'000), "what costs most, though misses cost little: "
                               "about 1 cycle per 1000 instructions");
}

TEST_F(Findings, TheStackIsNotOneThingToChange) {
  Structure &Stack = add("[stack]", 0, 0, 3000, {1000, 0, 0, 0, 0, 0});
  Stack.Kind = StructureKind::Stack;
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 1u);
  EXPECT_EQ(F[0].Remedy, Change::None);
  EXPECT_TRUE(F[0].Advice.starts_with("no known cure")) << F[0].Advice;
  EXPECT_EQ(F[0].Cause, "sequential 100.0 %");
}

// 50 arrays are not one of 4.26 million, and a record with a tail is one
// element.
TEST_F(Findings, ElementsAreThoseOfOneObject) {
  Structure &Grids = add("grids", 50, 8, 3000, {900, 0, 0, 100, 0, 0});
  Grids.Bytes = Grids.PeakBytes = 50 * 85'184 * 8;
  EXPECT_NE(findingsText(P, "", Terminal())
                .find("grids (array: 85.2 K struct node of 8 B in each of 50 "
                      "objects)"),
            std::string::npos);
  // A vector that grows has two of its ten objects at a time.
  P.Structures.back().Bytes = 8 * 1023, P.Structures.back().Objects = 10;
  P.Structures.back().PeakBytes = 8 * 768;
  P.Structures.back().Lives.PeakObjects = 2;
  EXPECT_NE(findingsText(P, "", Terminal())
                .find("grids (array: at most 768 struct node of 8 B at a time, "
                      "in 10 objects)"),
            std::string::npos);
  // The type of a variable has its bounds; that of the heap is an element's.
  for (auto [Kind, Text] :
       {std::pair(StructureKind::Local, "768 char of 8 B"),
        std::pair(StructureKind::Heap, "768 char[2][4] of 8 B")}) {
    P.Structures.back().Kind = Kind;
    P.Structures.back().Type = "char[2][4]";
    EXPECT_NE(findingsText(P, "", Terminal()).find(Text), std::string::npos);
  }
  // A container of the library is not what it keeps.
  for (auto [Type, Role, Text] :
       {std::tuple("std::map<int, long>", " (nodes)", "768 nodes of 8 B"),
        std::tuple("std::vector<long, Own<long>>", "", "768 elements of 8 B"),
        std::tuple("std::vector<long>", "", "768 long of 8 B"),
        std::tuple("std::wstring", "", "768 wchar_t of 8 B"),
        std::tuple("std::basic_string<char8_t>", "", "768 char8_t of 8 B")}) {
    P.Structures.back().Type = Type;
    P.Structures.back().Name = std::string("grids") + Role;
    EXPECT_NE(findingsText(P, "", Terminal()).find(Text), std::string::npos)
        << findingsText(P, "", Terminal());
  }
  P.Structures.back().Name = "grids";
  P.Structures.back().Type = "struct node";
  Structure &Texts = P.Structures.back();
  Texts.Objects = 50, Texts.Lives.PeakObjects = 0;
  Texts.Name = "texts", Texts.ElementBytes = 24;
  Texts.Bytes = Texts.PeakBytes = 50 * 200;
  EXPECT_NE(findingsText(P, "", Terminal())
                .find("texts (single objects: 50 struct node of 200 B on "
                      "average)"),
            std::string::npos);
}

TEST_F(Findings, WhatWasNotRecordedIsSaid) {
  add("list", 1000, 16, 3000, {100, 0, 0, 900, 0, 0});
  P.Threads = {{0, 0, 1}, {1, 0, 1}};
  P.Memory.Known = true;
  Terminal Wide;
  Wide.Width = 300;
  std::string Text = findingsText(P, " a.mfp", Wide);
  EXPECT_TRUE(has(Text,
                  "record it:\n"
                  "    false sharing between 2 threads  memfacet false-sharing "
                  "a.mfp --again\n"
                  "    other sizes of caches            memfacet curves a.mfp "
                  "--again\n"))
      << Text;
  EXPECT_FALSE(has(Text, "memfacet why"));
}

// That findings of misses are not among the first does not matter.
TEST_F(Findings, WhatWasNotRecordedIsSaidWhereSharingComesFirst) {
  for (uint32_t Id : {2, 3, 4, 5, 6}) {
    add("counts", 1, 32, 0, {});
    P.SharingHints.push_back({StructureId(Id), 1000, 640, 1, 2});
  }
  for (int I = 0; I != 25; ++I)
    add("lists", 1000, 16, 100, {100, 0, 0, 900, 0, 0});
  std::vector<Finding> F = findingsOf(P);
  ASSERT_EQ(F.size(), 5u);
  for (const Finding &Row : F)
    EXPECT_EQ(Row.Remedy, Change::MayShare);
  EXPECT_TRUE(has(findingsText(P, "", Terminal()), "causes of misses"));
}

// Without a record of them, lines that threads fight for are hits.
TEST_F(Findings, ThreadsWithoutMissesMaySharePerhaps) {
  P.Threads = {{0, 0, 1}, {1, 0, 1}};
  EXPECT_TRUE(all().empty());
  EXPECT_EQ(findingsText(P, "", Terminal()),
            "not recorded, as it is slower; to run the program again and "
            "record it:\n"
            "    false sharing between 2 threads  memfacet false-sharing "
            "--again\n");
  P.Sharing.Map = "threads";
  EXPECT_EQ(findingsText(P, "", Terminal()), "");
}

} // namespace
