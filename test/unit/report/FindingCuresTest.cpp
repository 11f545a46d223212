//===- FindingCuresTest.cpp - which change, and what it saves about -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/UsedBytes.h"
#include "test/unit/report/FindingsFixture.h"

namespace {

TEST_F(Findings, LargeStridesCrossLines) {
  add("matrix", 1, 8, 1000, {500, 500, 0, 0, 0, 0});
  P.Structures.back().Bytes = 80'000;
  P.BySite.back().Steps.Strides = {{2400, 500}};
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 1u);
  EXPECT_EQ(F[0].Remedy, Change::Traverse);
  EXPECT_DOUBLE_EQ(F[0].Saves, 1 - 8 / 64.0);

  P.BySite.back().Steps.Strides = {{-48, 500}};
  EXPECT_EQ(all()[0].Remedy, Change::None);
}

// Every eighth of 1 M accesses to 8 bytes misses: the line was used as a
// whole.
TEST_F(Findings, StridesThatUseWholeLinesAreAStream) {
  add("elements", 1, 8, 125'000, {0, 1000, 0, 0, 0, 0});
  P.Structures.back().Bytes = P.Structures.back().PeakBytes = 800'000;
  P.BySite.back().Steps.Strides = {{64, 1000}};
  P.Sites.back().Field.Bytes = 8;
  ASSERT_EQ(all().size(), 1u);
  EXPECT_EQ(all()[0].Remedy, Change::Tile);
  EXPECT_TRUE(has(all()[0].Advice, "a stream that comes 10 times"))
      << all()[0].Advice;
  EXPECT_TRUE(has(all()[0].Advice, "parts of 2048 elements (16 KiB, half of "
                                   "L1)"))
      << all()[0].Advice;
  // Each access misses: of each line, eight bytes are used.
  P.Structures.back().Total.Levels[0].Misses = 1'000'000;
  P.BySite.back().Misses[0] = 1'000'000;
  EXPECT_EQ(all()[0].Remedy, Change::Traverse);
  EXPECT_DOUBLE_EQ(all()[0].Saves, 1 - 8 / 64.0);
}

// What is known of one access in 21 says nothing of the others.
TEST_F(Findings, AccessesThatWereNotSampledAreNoStream) {
  add("elements", 1, 8, 125'000, {0, 1000, 0, 0, 0, 0});
  P.Structures.back().Bytes = P.Structures.back().PeakBytes = 800'000;
  ASSERT_EQ(all()[0].Remedy, Change::Tile);
  P.Sites.push_back(P.Sites.back());
  SiteCounts Rare = P.BySite.back();
  Rare.Site = uint32_t(P.Sites.size() - 1);
  Rare.Accesses = 20'000'000;
  Rare.Steps = {};
  P.BySite.push_back(Rare);
  EXPECT_EQ(all()[0].Remedy, Change::None);
  EXPECT_TRUE(has(all()[0].Advice, "too rare in the sample to say how"))
      << all()[0].Advice;
  EXPECT_EQ(all()[0].Cause, "");
}

TEST_F(Findings, PartsOfAnArrayThatGrewAreOfTheLastOne) {
  add("elements", 20, 8, 125'000, {0, 1000, 0, 0, 0, 0});
  result::Structure &S = P.Structures.back();
  S.Bytes = 800'000;
  S.PeakBytes = 600'000;
  P.BySite.back().Steps.Strides = {{64, 1000}};
  P.Sites.back().Field.Bytes = 8;
  // Two live at once only while elements are moved from one to the other.
  S.Lives = {.PeakObjects = 2,
             .Timed = 20,
             .Instructions = 1100,
             .Followed = 20,
             .Longest = 1000};
  ASSERT_EQ(all()[0].Remedy, Change::Tile);
  EXPECT_TRUE(has(all()[0].Advice, "a stream that comes at least 10 times"))
      << all()[0].Advice;
  EXPECT_TRUE(has(all()[0].Advice, "parts of 2048 elements (16 KiB, half of "
                                   "L1)"))
      << all()[0].Advice;
  // Two live all the time.
  S.Lives.Instructions = 2000;
  EXPECT_TRUE(has(all()[0].Advice, "a stream that comes 10 times"))
      << all()[0].Advice;
  EXPECT_TRUE(has(all()[0].Advice, "parts of 1024 elements of each of 2 "
                                   "objects (16 KiB together, half of L1)"))
      << all()[0].Advice;
}

TEST_F(Findings, WhatIsFilledAndHardlyReadWantsNoFilling) {
  add("table", 1, 8, 125'000, {1000, 0, 0, 0, 0, 0});
  P.Structures.back().Bytes = P.Structures.back().PeakBytes = 800'000;
  P.Sites.back().Write = true;
  P.Sites.back().Field.Bytes = 8;
  // 8 MB are written; 10,000 times 8 bytes are read.
  SiteCounts Load = P.BySite.back();
  Load.Accesses = 10'000;
  Load.Misses = {0, 0};
  Load.Site = uint32_t(P.Sites.size());
  P.Sites.push_back(P.Sites.back());
  P.Sites.back().Write = false;
  P.BySite.push_back(Load);
  ASSERT_EQ(all().size(), 1u);
  EXPECT_EQ(all()[0].Remedy, Change::Fill);
  EXPECT_DOUBLE_EQ(all()[0].Saves, 0.99);
  EXPECT_TRUE(has(all()[0].Advice, "cleared 10 times"));
  EXPECT_TRUE(has(all()[0].Advice, "at most 1.0 % of that"));
  P.BySite.back().Accesses = 300'000;
  EXPECT_NE(all()[0].Remedy, Change::Fill);

  // Each load is of the same member of several elements: at most what there is
  // in its lines.
  P.Records = {{"struct pair", 16, {}, {}}};
  CodeSite &Lanes = P.Sites.back();
  Lanes.Field = {0, 8, 8, 0, UsedBytes::ofElements().code()};
  Lanes.Accesses = Lanes.Touches = 40'000;
  P.BySite.back().Accesses = 40'000;
  EXPECT_NE(all()[0].Remedy, Change::Fill);
  Lanes.Field.Used = 0;
  EXPECT_EQ(all()[0].Remedy, Change::Fill);
}

// A call that clears a table is one access. Where lines were chosen, only
// misses say how long it is.
TEST_F(Findings, WhatOneCallClearsIsAsLongAsItsMisses) {
  add("table", 1, 8, 125'000, {0, 0, 0, 0, 0, 1000});
  P.Structures.back().Bytes = P.Structures.back().PeakBytes = 800'000;
  P.Sites.back().Write = true;
  P.Sites.back().Accesses = P.Sites.back().Touches = 10;
  P.BySite.back().Accesses = 10;
  P.BySite.back().Steps = {};
  P.Lines.Stretches = {{0, 6}};
  ASSERT_EQ(all().size(), 1u);
  EXPECT_EQ(all()[0].Remedy, Change::Fill);
  EXPECT_TRUE(has(all()[0].Advice, "cleared 10 times")) << all()[0].Advice;
  // Three calls read 400 chosen lines: some 25,600 lines.
  SiteCounts Load = P.BySite.back();
  Load.Accesses = 3;
  Load.Misses = {0, 0};
  Load.Site = uint32_t(P.Sites.size());
  P.Sites.push_back(P.Sites.back());
  P.Sites.back().Write = false;
  P.Sites.back().Accesses = 3;
  P.Sites.back().Touches = 400;
  P.BySite.push_back(Load);
  EXPECT_EQ(all()[0].Remedy, Change::Fill);
  P.Sites.back().Touches = 600;
  EXPECT_NE(all()[0].Remedy, Change::Fill);
  // Where all lines were looked at, their touches are known.
  P.Lines.Stretches = {{0, 0}};
  P.Sites.front().Touches = 125'010;
  EXPECT_EQ(all()[0].Remedy, Change::Fill);
  EXPECT_TRUE(has(all()[0].Advice, "at most 0.5 % of that")) << all()[0].Advice;
}

// One miss for each member of a round becomes one for all of them. The streams
// fetch the other members, too.
TEST_F(Findings, ArraysWithOneIndexAreJoinedIfItPays) {
  for (const char *Name : {"x", "y", "z"}) {
    add(Name, 1, 8, 100'000, {0, 0, 0, 0, 0, 1000});
    P.Structures.back().Bytes = P.Structures.back().PeakBytes = 800'000;
    P.Sites.back().Field.Bytes = 8;
    P.Sites.back().Field.Block = 7;
  }
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 1u);
  EXPECT_EQ(F[0].Remedy, Change::Join);
  EXPECT_EQ(F[0].Companions.size(), 2u);
  EXPECT_DOUBLE_EQ(F[0].Share, 1);
  // A quarter of the elements of 24 bytes begin so late that they end in the
  // next line.
  EXPECT_DOUBLE_EQ(F[0].Saves, (3 - 1.25) / 3);
  EXPECT_TRUE(has(F[0].Advice, "structs of 24 B"));
  EXPECT_TRUE(has(findingText(P, F[0]), ": x, y, z (each array: 100 K"));

  for (uint32_t Id : {2, 3, 4}) {
    SiteCounts Stream = P.BySite[Id - 2];
    Stream.Site = uint32_t(P.Sites.size());
    Stream.Steps.Steps = {1000, 0, 0, 0, 0, 0};
    P.Sites.push_back(P.Sites[0]);
    P.Sites.back().Field.Block = 10 + Id;
    P.BySite.push_back(Stream);
    P.Structures[Id].Total.Levels[0].Misses += 100'000;
  }
  F = all();
  ASSERT_EQ(F.size(), 3u);
  for (const Finding &Row : F)
    EXPECT_NE(Row.Remedy, Change::Join);
}

// An index from memory is known ahead; 20 MB are more pages than a TLB holds.
// A loop of one access in ten instructions takes 20 rounds of 200 cycles.
TEST_F(Findings, AccessesByIndicesMayBePrefetchedOrOnHugePages) {
  add("values", 1, 8, 900'000, {0, 0, 0, 0, 1000, 0});
  P.Structures.back().Bytes = P.Structures.back().PeakBytes = 20'000'000;
  P.Sites.back().Field.Bytes = 8;
  P.Instructions = 10'000'100;
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 1u);
  EXPECT_EQ(F[0].Remedy, Change::Order);
  ASSERT_EQ(F[0].More.size(), 2u);
  EXPECT_TRUE(has(F[0].More[0], "some 20 rounds of the loop before"))
      << F[0].More[0];
  EXPECT_TRUE(has(F[0].More[1], "it has 4882 pages of 4 KiB")) << F[0].More[1];
  P.Structures.back().PeakBytes = 1'000'000;
  P.BySite.back().Steps.Steps = {0, 0, 0, 0, 0, 1000};
  EXPECT_TRUE(all()[0].More.empty());
}

// Steps of 4096 bytes reach every 64th line of a first level of 64 sets.
TEST_F(Findings, StridesThatReachFewSetsWantPadding) {
  add("matrix", 1, 8, 1'000'000, {0, 1000, 0, 0, 0, 0});
  P.Structures.back().Bytes = P.Structures.back().PeakBytes = 8'000'000;
  P.Sites.back().Field.Bytes = 8;
  P.BySite.back().Steps.Strides = {{4096, 1000}};
  ASSERT_EQ(all()[0].Remedy, Change::Traverse);
  ASSERT_EQ(all()[0].More.size(), 1u);
  EXPECT_TRUE(has(all()[0].More[0], "pad each row by 64 B: steps of 4096 B "
                                    "reach 1 of 64 sets"))
      << all()[0].More[0];
  P.BySite.back().Steps.Strides = {{4160, 1000}};
  EXPECT_TRUE(all()[0].More.empty());
}

TEST_F(Findings, StepsFromRowToRowCrossLinesWhereTheyMiss) {
  add("rows", 100, 4096, 500'000, {1000, 0, 0, 0, 0, 0});
  EXPECT_EQ(all()[0].Remedy, Change::Traverse);
  EXPECT_DOUBLE_EQ(all()[0].Saves, 1 - 8 / 64.0);
  P.Structures.back().Total.Levels[0].Misses = 499'999;
  EXPECT_EQ(all()[0].Remedy, Change::Tile);
}

TEST_F(Findings, WhatIsUsedAgainWasEvictedIfItMissesMoreThanAtFirst) {
  P.Threads.resize(5);
  // Each of five threads comes to its line once.
  add("counters", 1, 64, 10, {0, 0, 1000, 0, 0, 0});
  add("evicted", 1, 64, 11, {0, 0, 1000, 0, 0, 0});
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 2u);
  EXPECT_EQ(P.Structures[F[0].Structure.Value].Name, "evicted");
  EXPECT_EQ(F[0].Remedy, Change::KeepApart);
  EXPECT_EQ(F[1].Remedy, Change::None);
  EXPECT_EQ(F[1].Advice, "no known cure: lines miss when a thread comes to "
                         "them for the first time");
}

// Where objects follow each other in the same memory, the lines are no new
// ones.
TEST_F(Findings, EachObjectHasAFirstUse) {
  Structure &S = add("buffer", 10, 640, 100, {0, 0, 1000, 0, 0, 0});
  S.Lives.PeakObjects = 10;
  EXPECT_EQ(all()[0].Advice, "no known cure: lines miss when they are used for "
                             "the first time");
  P.Structures.back().Lives.PeakObjects = 1;
  EXPECT_EQ(all()[0].Advice, "no known cure: lines miss when an object uses "
                             "them for the first time");
}

TEST_F(Findings, SeldomUsedMembersAreSplitOff) {
  Structure &S = add("items", 100, 64, 1000, {1000, 0, 0, 0, 0, 0});
  P.Records.push_back(
      {"struct node",
       64,
       {{"key", "long", 0, 64, 1, 0}, {"text", "char[56]", 64, 448, 1, 0}},
       {}});
  S.Record = 0;
  P.Sites[0].Field.Record = 0;
  P.Sites[0].Field.Bytes = 8;
  std::vector<Finding> F = all();
  ASSERT_EQ(F.size(), 1u);
  EXPECT_EQ(F[0].Remedy, Change::Split);
  // 100 times 8 bytes are 12.5 lines, which stay in the cache.
  EXPECT_DOUBLE_EQ(F[0].Saves, 1 - 12.5 / 1000);
  EXPECT_EQ(findingNext(P, F[0], " a.mfp"),
            "memfacet report a.mfp --fields items");
}

// Elements of 64 bytes are sorted by their keys; the text is only moved.
TEST_F(Findings, WhatIsOnlyMovedIsKeptWhereItIs) {
  add("heap", 100, 64, 1000, {500, 0, 0, 0, 0, 500});
  P.Structures.back().Record = 0;
  P.Records = {
      {"struct event",
       64,
       {{"time", "long", 0, 64, 1, 0}, {"text", "char[56]", 64, 448, 1, 0}},
       {}}};
  P.Sites[0].Field = {0, 0, 8};
  SiteCounts Moves = P.BySite[0];
  for (bool Write : {false, true}) {
    Moves.Site = uint32_t(P.Sites.size());
    P.Sites.push_back(P.Sites[0]);
    P.Sites.back().Field = {0, 0, 64};
    P.Sites.back().Write = Write;
    P.BySite.push_back(Moves);
  }
  ASSERT_EQ(all().size(), 1u);
  EXPECT_EQ(all()[0].Remedy, Change::Split);
  EXPECT_TRUE(has(all()[0].Advice, "only 8 of their 64 bytes are looked at "
                                   "there (time): keep the others in an array"))
      << all()[0].Advice;
  // Each was written once, when it was made.
  P.BySite.back().Accesses = 100;
  EXPECT_NE(all()[0].Remedy, Change::Split);
}

// What makes elements writes all members once; one is read forty times.
TEST_F(Findings, MembersThatAreWrittenOnceAreNotHot) {
  add("pixels", 1000, 32, 1000, {1000, 0, 0, 0, 0, 0});
  P.Structures.back().Record = 0;
  P.Records = {{"struct pixel",
                32,
                {{"label", "int", 0, 32, 1, 0},
                 {"red", "float", 32, 32, 1, 0},
                 {"green", "float", 64, 32, 1, 0},
                 {"depth", "double[2]", 128, 128, 1, 0}},
                {}}};
  P.Sites[0].Field = {0, 0, 4};
  for (uint32_t Offset : {4, 8, 16}) {
    SiteCounts Stores = P.BySite[0];
    Stores.Site = uint32_t(P.Sites.size());
    Stores.Accesses = 40'000;
    P.Sites.push_back(P.Sites[0]);
    P.Sites.back().Field = {0, Offset, Offset == 16 ? 16u : 4u};
    P.BySite.push_back(Stores);
  }
  EXPECT_TRUE(has(all()[0].Advice, "4 of its 32 bytes have 89.3 % of the "
                                   "accesses (label)"))
      << all()[0].Advice;
  P.BySite.back().Accesses = 60'000; // one access in 17
  EXPECT_TRUE(has(all()[0].Advice, "(label, depth)")) << all()[0].Advice;
}

TEST_F(Findings, RecordsOfALibraryAreNotSplit) {
  add("rows", 1000, 24, 1000, {1000, 0, 0, 0, 0, 0});
  P.Structures.back().Record = 0;
  P.Records = {
      {"std::vector<double>",
       24,
       {{"_Vector_base<double>::_M_impl._M_start", "double *", 0, 64, 1, 0},
        {"_Vector_base<double>::_M_impl._M_finish", "double *", 64, 64, 1, 0}},
       {}}};
  P.Sites[0].Field = {0, 0, 8};
  EXPECT_NE(all()[0].Remedy, Change::Split);
}

TEST_F(Findings, NumbersAtRandomMayBeNarrower) {
  add("tones", 1, 8, 900'000, {0, 0, 0, 0, 0, 1000});
  P.Structures.back().Type = "double";
  P.Structures.back().Bytes = P.Structures.back().PeakBytes = 8 << 20;
  ASSERT_FALSE(all()[0].More.empty());
  EXPECT_TRUE(has(all()[0].More[0], "with 4 bytes each it has 4 MiB, with 1 "
                                    "byte 1 MiB"))
      << all()[0].More[0];
  P.Structures.back().Type = "struct item *";
  EXPECT_TRUE(all()[0].More.empty() || !has(all()[0].More[0], "narrower"));
}

// What is not known may be of any member, so none is seldom used.
TEST_F(Findings, AccessesToNoKnownMemberOfAContainerAreToItsElements) {
  add("items", 100, 64, 1000, {1000, 0, 0, 0, 0, 0});
  P.Records = {
      {"struct value",
       64,
       {{"as", "char[56]", 0, 448, 1, 0}, {"key", "long", 448, 64, 1, 0}},
       {}}};
  P.Sites[0].Field = {0, 56, 8};
  ASSERT_EQ(all()[0].Remedy, Change::Split);
  SiteCounts Unknown = P.BySite[0];
  Unknown.Site = uint32_t(P.Sites.size());
  P.Sites.push_back(P.Sites[0]);
  P.Sites.back().Field = {};
  P.BySite.push_back(Unknown);
  EXPECT_NE(all()[0].Remedy, Change::Split);
}

} // namespace
