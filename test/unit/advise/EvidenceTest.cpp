//===- EvidenceTest.cpp - what a first look tells -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Evidence.h"
#include "test/support/Test.h"

namespace {

struct ToldReplay {
  void event(ReplayEvent::Kind Kind, uint32_t Number) {
    B.add({.Type = Kind, .Number = Number});
  }
  void born(uint32_t Number, uint64_t Address, uint64_t Bytes,
            uint64_t Element) {
    B.add({ReplayEvent::Kind::ObjectBegin, true, 0, Number, 2, Address, Bytes,
           Element});
  }
  void load(uint64_t Address, uint32_t Bytes, uint32_t Object,
            uint32_t Site = 0) {
    B.Accesses.push_back({Address, AccessInfo(Site, Bytes, false), 2, Object});
  }
  StructureEvidence seen() {
    EvidenceCounter Counter(64);
    Counter.take(B);
    return Counter.finish().at(2);
  }
  ReplayBlock B;
};

} // namespace

class EvidenceTest : public testing::Test, protected ToldReplay {};

TEST_F(EvidenceTest, CountsVisitsByWhatTheyTouch) {
  event(ReplayEvent::Kind::Thread, 0);
  born(0, 1040, 48 * 10, 48);
  // Element 0: bytes 0 to 8 and 16 to 20; element 1: byte 40; element 0 again,
  // still the same visit.
  load(1040, 8, 0);
  load(1056, 4, 0);
  load(1040 + 48 + 40, 1, 0);
  load(1040 + 8, 4, 0);
  StructureEvidence E = seen();
  EXPECT_EQ(E.ElementBytes, 48u);
  EXPECT_EQ(E.Granule, 4u);
  EXPECT_EQ(E.Visits, (std::map<uint64_t, uint64_t>{{0b10111, 1},
                                                    {uint64_t(1) << 10, 1}}));
  EXPECT_EQ(E.visits(), 2u);
  EXPECT_EQ(E.visitsOf(16, 4), 1u);
  EXPECT_EQ(E.visitsOf(20, 4), 0u);
  EXPECT_EQ(E.visitsOf(0, 48), 2u);
  EXPECT_EQ(E.VisitLines, 2u);
  EXPECT_EQ(E.Accesses, 4u);
  EXPECT_EQ(E.InObjects, 4u);
}

// The owner may be a mark inside of a block, which is no object of its own.
TEST_F(EvidenceTest, CountsAccessesToUnknownObjectsOfTheHeap) {
  event(ReplayEvent::Kind::Thread, 0);
  born(0, 1024, 16, 16);
  load(1024, 8, 0);
  load(8192, 8, OtherHeapObject);
  load(8192, 8, NoObject);
  StructureEvidence E = seen();
  EXPECT_EQ(E.Accesses, 3u);
  EXPECT_EQ(E.InObjects, 1u);
  EXPECT_EQ(E.visits(), 1u);
}

TEST_F(EvidenceTest, KnowsWhenObjectsWereUsedLast) {
  event(ReplayEvent::Kind::Thread, 0);
  born(7, 1024, 16, 16);
  born(3, 2048, 16, 16);
  load(2048, 8, 3);
  load(1024, 8, 7);
  load(2048, 8, 3);
  event(ReplayEvent::Kind::ObjectEnd, 3);
  born(3, 4096, 16, 16); // the number again, another object
  StructureEvidence E = seen();
  EXPECT_EQ(E.LastUse, (std::vector<uint64_t>{2, 3, 0}));
  EXPECT_EQ(E.PeakLiving, 2u);
  EXPECT_EQ(E.Ended, 1u);
}

TEST_F(EvidenceTest, EndsVisitsAfterEightOtherElements) {
  event(ReplayEvent::Kind::Thread, 0);
  born(0, 1024, 64 * 20, 64);
  for (uint64_t Element : {0, 1, 2, 3, 4, 5, 6, 7, 0, 8, 1, 9, 0})
    load(1024 + Element * 64, 8, 0);
  // 8 pushes out 1, which comes again as 2 leaves, then 9 as 3 leaves; 0 stays.
  EXPECT_EQ(seen().visits(), 11u);
}

TEST_F(EvidenceTest, VisitsTheUsedMembersOfManyElements) {
  event(ReplayEvent::Kind::Thread, 0);
  born(0, 1024, 8 * 64, 8);
  load(1024, 64, 0); // a copy
  EXPECT_EQ(seen().visits(), 0u);
  // The second member of each of eight elements, from the first one on.
  load(1028, 64, 0);
  B.Accesses.back().Used = UsedBytes(2, 2, 0b01);
  EXPECT_EQ(seen().Visits, (std::map<uint64_t, uint64_t>{{0b10, 8}}));
  // Both members, one by one.
  load(1280, 64, 0);
  B.Accesses.back().Used = UsedBytes::ofElements();
  EXPECT_EQ(seen().Visits,
            (std::map<uint64_t, uint64_t>{{0b10, 8}, {0b11, 8}}));
}

TEST_F(EvidenceTest, CountsLinesAndStraddling) {
  event(ReplayEvent::Kind::Thread, 0);
  born(0, 1040, 48 * 10, 48);
  load(1040 + 44, 8, 0);      // 1084 to 1092, of two elements
  load(1040 + 48, 8, 0);      // 1088: the next line
  load(1040 + 48 + 8, 64, 0); // too long for one
  StructureEvidence E = seen();
  EXPECT_EQ(E.Straddling, 2u);
  // Elements 0 (one line), 1 (1088 to 1136), 2 (1136 to 1160: two lines).
  EXPECT_EQ(E.visits(), 3u);
  EXPECT_EQ(E.VisitLines, 4u);
}

TEST_F(EvidenceTest, TellsObjects) {
  event(ReplayEvent::Kind::Thread, 0);
  born(0, 0x1010, 24, 24);
  born(1, 0x1030, 24, 24); // after it
  born(2, 0x1100, 24, 24); // not
  born(3, 0x1200, 30, 24); // no whole element
  event(ReplayEvent::Kind::ObjectEnd, 1);
  StructureEvidence E = seen();
  EXPECT_EQ(E.Objects, 4u);
  EXPECT_EQ(E.Ended, 1u);
  EXPECT_EQ(E.Single, 3u);
  EXPECT_EQ(E.Uneven, 1u);
  EXPECT_EQ(E.Scattered, 2u);
  EXPECT_EQ(E.LargestObject, 30u);
  EXPECT_EQ(E.LeastAlign, 16u);
  EXPECT_TRUE(E.OfHeap);
}

TEST_F(EvidenceTest, KnowsVisitsOfThreadsApart) {
  born(0, 1024, 64, 64);
  for (uint32_t Thread : {0, 1, 0, 1}) {
    event(ReplayEvent::Kind::Thread, Thread);
    load(1024 + Thread * 8, 8, 0);
  }
  EXPECT_EQ(seen().Visits, (std::map<uint64_t, uint64_t>{{3, 1}, {12, 1}}));
}

TEST_F(EvidenceTest, ForgetsWithTheRegionOfInterest) {
  event(ReplayEvent::Kind::Thread, 0);
  born(0, 1024, 640, 64);
  load(1024, 8, 0);
  event(ReplayEvent::Kind::Forget, 0);
  load(1088, 8, 0);
  event(ReplayEvent::Kind::Count, 0);
  load(1152, 8, 0);
  StructureEvidence E = seen();
  EXPECT_EQ(E.Accesses, 1u);
  EXPECT_EQ(E.Objects, 1u);
}

TEST_F(EvidenceTest, GranulesFitTheMask) {
  EXPECT_EQ(granuleOf(48), 4u);
  EXPECT_EQ(granuleOf(256), 4u);
  EXPECT_EQ(granuleOf(257), 8u);
  EXPECT_EQ(granuleOf(4096), 64u);
  StructureEvidence E;
  E.Granule = 64;
  EXPECT_EQ(E.maskOf(0, 4096), ~uint64_t(0));
  EXPECT_EQ(E.maskOf(4032, 64), uint64_t(1) << 63);
  EXPECT_EQ(E.maskOf(64, 65), 6u);
}

// All lines of level 2 were seen for the first time in the part: the whole has
// no more of them. Linked misses have no other factor than all misses.
TEST(Evidence, LinkedMissesOfThePartAreTheSamePartOfTheWhole) {
  StructureEvidence S;
  S.Misses.Levels = {1000, 10};
  S.estimateLinked({50, 10}, {100, 10});
  EXPECT_EQ(S.Linked, (std::vector<uint64_t>{500, 10}));
  S.estimateLinked({0, 0}, {0, 0});
  EXPECT_EQ(S.Linked, (std::vector<uint64_t>{0, 0}));
}
