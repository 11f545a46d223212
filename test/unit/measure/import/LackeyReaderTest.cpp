//===- LackeyReaderTest.cpp - lines of text, and whole accesses -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/import/Lackey.h"
#include "test/support/TemporaryFile.h"

namespace {

using Kind = TextAccess::Kind;

TEST(LackeyLine, HasKindAddressAndSize) {
  auto A = good(parseLackeyLine("M 1fff0006f8,16"));
  EXPECT_EQ(A.Type, Kind::Modify);
  EXPECT_EQ(A.Address, 0x1fff0006f8u);
  EXPECT_EQ(A.Size, 16u);
  EXPECT_EQ(parseLackeyLine("I  0401ab70,3")->Type, Kind::Instruction);
  EXPECT_EQ(parseLackeyLine("L 10,1")->Type, Kind::Load);
  EXPECT_EQ(parseLackeyLine("S\t0x1F, 1")->Type, Kind::Store);
  EXPECT_EQ(parseLackeyLine("S 1F ,1")->Address, 0x1fu);
}

TEST(LackeyLine, AnythingElseIsNone) {
  for (const char *Line :
       {"", "I", "L", "L ", "L ,", "L 10", "L 10,", "L 10,0", "L 10,-1",
        "L 10,1x", "L 10,1 x", "L 1g,1", "X 10,1", "l 10,1", "L10,1",
        "L 10000000000000000,1", "L 10,4294967296", "L 10,65537"})
    EXPECT_FALSE(parseLackeyLine(Line)) << Line;
}

class LackeyFile : public testing::Test, protected TemporaryFile {
protected:
  LackeyFile() : TemporaryFile(".lackey") {}

  Expected<LackeyReader> reading(std::string_view Text) {
    put(Text);
    Expected<ForeignFile> File = ForeignFile::open(Path);
    if (!File)
      return File.error();
    return LackeyReader(std::move(*File));
  }
};

TEST_F(LackeyFile, LinesOfValgrindsOwnAreSkipped) {
  auto Reader = good(reading("==1== Lackey\n--1-- warning\n**1** said\n\n"
                             "SB 0401b314\n L 40,8\n==1== end\n"));
  EXPECT_EQ(good(good(Reader.next())).Address, 0x40u);
  EXPECT_FALSE(good(Reader.next()));
}

TEST_F(LackeyFile, BlanksEndsOfLinesAndCommentsMeanNothing) {
  auto Reader = good(reading("\xef\xbb\xbf# from the course\r\n L 40,8 \r\n"
                             "\t S 48,8  # here\r\n  \r\nM 50,8\t"));
  for (auto [Expected, Address] : {std::pair(Kind::Load, 0x40u),
                                   {Kind::Store, 0x48u},
                                   {Kind::Modify, 0x50u}}) {
    auto A = good(good(Reader.next()));
    EXPECT_EQ(A.Type, Expected);
    EXPECT_EQ(A.Address, Address);
  }
  EXPECT_FALSE(good(Reader.next()));
}

TEST_F(LackeyFile, AccessesKnowTheirInstruction) {
  auto Reader = good(reading(" L 40,8\nI  1000,3\n L 48,8\n S 50,8\n"
                             "I  1003,4\n M 58,8\n"));
  for (uint64_t Pc : {0x0u, 0x1000u, 0x1000u, 0x1000u, 0x1003u, 0x1003u})
    EXPECT_EQ(good(good(Reader.next())).Pc, Pc);
}

TEST_F(LackeyFile, OfALineWithoutAnEndTheBeginningIsRead) {
  std::string Long = "==1==" + std::string(100'000, 'x');
  auto Reader = good(reading(" L 40,8\n" + Long + "\n L 50,8"));
  for (uint64_t Address : {0x40u, 0x50u})
    EXPECT_EQ(good(good(Reader.next())).Address, Address);
  EXPECT_FALSE(good(Reader.next()));
  auto Endless = good(reading(std::string(1 << 20, '0')));
  EXPECT_FALSE(Endless.next());
}

TEST_F(LackeyFile, ALineThatIsNoneIsNamed) {
  auto Reader = good(reading(" L 40,8\nhello\n"));
  ASSERT_TRUE(Reader.next());
  EXPECT_EQ(errorOf(Reader.next()),
            "'" + Path +
                "' line 2: 'hello' is no access; expected what 'valgrind "
                "--tool=lackey --trace-mem=yes --log-file=FILE' writes, such "
                "as ' L 1fff0006f8,8'");
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
