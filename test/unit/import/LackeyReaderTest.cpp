//===- LackeyReaderTest.cpp - lines of text, and whole accesses -----------===//

#include "analysis/import/Lackey.h"
#include "test/support/TemporaryFile.h"

namespace {

using Kind = TextAccess::Kind;

TEST(LackeyLine, HasKindAddressAndSize) {
  auto A = good(parseLackeyLine(" M 1fff0006f8,16"));
  EXPECT_EQ(A.Is, Kind::Modify);
  EXPECT_EQ(A.Address, 0x1fff0006f8u);
  EXPECT_EQ(A.Size, 16u);
  EXPECT_EQ(parseLackeyLine("I  0401ab70,3")->Is, Kind::Instruction);
  EXPECT_EQ(parseLackeyLine(" L 10,1")->Is, Kind::Load);
  EXPECT_EQ(parseLackeyLine(" S 10,1")->Is, Kind::Store);
}

TEST(LackeyLine, AnythingElseIsNone) {
  for (const char *Line :
       {"", "I", " L", " L ", " L ,", " L 10", " L 10,", " L 10,0", " L 10,-1",
        " L 10,1x", " L 1g,1", " X 10,1", "L 10,1", " L 10 ,1",
        " L 10000000000000000,1", " L 10,4294967296", " L 10,65537"})
    EXPECT_FALSE(parseLackeyLine(Line)) << Line;
}

class LackeyFile : public testing::Test, protected TemporaryFile {
protected:
  LackeyFile() : TemporaryFile(".lackey") {}

  Expected<LackeyReader> reading(const char *Text) {
    put(Text);
    return LackeyReader::open(Path);
  }
};

TEST_F(LackeyFile, LinesOfValgrindsOwnAreSkipped) {
  auto Reader =
      good(reading("==1== Lackey\n--1-- warning\n\n L 40,8\n==1== end\n"));
  auto First = Reader.next();
  ASSERT_TRUE(First && *First);
  EXPECT_EQ((*First)->Address, 0x40u);
  auto End = good(Reader.next());
  EXPECT_FALSE(End);
}

TEST_F(LackeyFile, OfALineWithoutAnEndTheBeginningIsRead) {
  std::string Long = "==1==" + std::string(10'000, 'x');
  auto Reader = good(reading((" L 40,8\n" + Long + "\n L 50,8").c_str()));
  for (uint64_t Address : {0x40u, 0x50u}) {
    auto A = good(good(Reader.next()));
    EXPECT_EQ(A.Address, Address);
  }
  EXPECT_FALSE(good(Reader.next()));
  auto Endless = good(reading(std::string(1 << 20, '0').c_str()));
  EXPECT_FALSE(Endless.next());
}

TEST_F(LackeyFile, ALineThatIsNoneIsNamed) {
  auto Reader = good(reading(" L 40,8\nhello\n"));
  ASSERT_TRUE(Reader.next());
  EXPECT_EQ(errorOf(Reader.next()),
            "'" + Path +
                "' line 2: 'hello' is no access; expected what 'valgrind "
                "--tool=lackey --trace-mem=yes' prints, such as "
                "' L 1fff0006f8,8'");
}

TEST_F(LackeyFile, WhatCannotBeReadIsAnError) {
  EXPECT_FALSE(LackeyReader::open("/nowhere/at-all.txt"));
  EXPECT_FALSE(LackeyReader::open("/"));
}

TEST(WholeAccesses, MissOnceWhateverLinesTheyOverlap) {
  WholeAccessCaches Caches(*parseCacheModel("L1=128,2;L2=256,4"));
  Caches.access({Kind::Load, 60, 8});       // lines 0 and 1 are missing
  Caches.access({Kind::Store, 0, 8});       // line 0 is there
  Caches.access({Kind::Load, 124, 8});      // line 1 is, line 2 is not
  Caches.access({Kind::Modify, 0, 8});      // line 0 had to leave
  Caches.access({Kind::Instruction, 0, 4}); // a first level of its own
  EXPECT_EQ(Caches.data()[0].Accesses, 4u);
  EXPECT_EQ(Caches.data()[0].Misses, 3u);
  EXPECT_EQ(Caches.data()[1].Accesses, 3u);
  // The second level has all three lines by then.
  EXPECT_EQ(Caches.data()[1].Misses, 2u);
  EXPECT_EQ(Caches.instructions()[0].Misses, 1u);
  EXPECT_EQ(Caches.instructions()[1].Misses, 0u);
}

} // namespace
