//===- SweepSpecTest.cpp - many models in few words -----------------------===//

#include "analysis/sweep/SweepSpec.h"
#include "test/support/Test.h"

namespace {

std::vector<std::string> specs(std::string_view Text) {
  Expected<std::vector<CacheModel>> Models = parseSweep(Text);
  EXPECT_TRUE(Models) << Models.error().Message;
  std::vector<std::string> Result;
  if (Models)
    for (const CacheModel &M : *Models)
      Result.push_back(M.spec());
  return Result;
}

std::string complaint(std::string_view Text) {
  Expected<std::vector<CacheModel>> Models = parseSweep(Text);
  return Models ? "" : Models.error().Message;
}

using Texts = std::vector<std::string>;

TEST(SweepSpec, RangesDoubleAndChoicesStandBesideEachOther) {
  EXPECT_EQ(
      specs("L1=16K..64K,4"),
      Texts({"L1=16K,4;line=64", "L1=32K,4;line=64", "L1=64K,4;line=64"}));
  EXPECT_EQ(specs("L1=16..32K,1/4"),
            Texts({"L1=16K,1;line=64", "L1=16K,4;line=64", "L1=32K,1;line=64",
                   "L1=32K,4;line=64"}));
  EXPECT_EQ(specs("L1=1K,1..2;L2=8K/12K,4"),
            Texts({"L1=1K,1;L2=8K,4;line=64", "L1=1K,1;L2=12K,4;line=64",
                   "L1=1K,2;L2=8K,4;line=64", "L1=1K,2;L2=12K,4;line=64"}));
  EXPECT_EQ(specs("L1=1K,1..12").size(), 4u); // 16 is beyond
}

TEST(SweepSpec, WordsLinesAndCommentsMakeAList) {
  EXPECT_EQ(specs("L1=1K,1  # small\n\n  L1=2K,1\tL1=1K,1\n# none\n"),
            Texts({"L1=1K,1;line=64", "L1=2K,1;line=64"}));
  EXPECT_EQ(specs("zen4").size(), 1u);
  EXPECT_EQ(specs("L1=2K,2;line=32/64"),
            Texts({"L1=2K,2;line=32", "L1=2K,2;line=64"}));
}

TEST(SweepSpec, KeepsWhoShares) {
  EXPECT_EQ(specs("L1=1K,1;L2=4K..8K,2,shared"),
            Texts({"L1=1K,1;L2=4K,2,shared;line=64",
                   "L1=1K,1;L2=8K,2,shared;line=64"}));
}

TEST(SweepSpec, MistakesNameWhatIsWrong) {
  EXPECT_EQ(complaint("L1=64K..16K,8"),
            "'64K..16K' is no range; write for instance 16K..256K, or 1..16");
  EXPECT_EQ(complaint("L1=1K..x,8"),
            "'1K..x' is no range; write for instance 16K..256K, or 1..16");
  EXPECT_EQ(complaint(""), "no cache model to simulate; write for instance "
                           "--sweep 'L1=16K..64K,4/8;L2=1M,16'");
  EXPECT_EQ(complaint("L1=1K..1G,1..64;L2=1K..1G,1..64"),
            "'L1=1K..1G,1..64;L2=1K..1G,1..64' stands for more than 4096 cache "
            "models");
  EXPECT_EQ(complaint("L1=1000,3"), "cache level L1: size 1000 is no multiple "
                                    "of 3 ways of 64 bytes");
  for (const char *Other :
       {"L1=1K,1,random", "policy=plru", "L1=1K,1;victim=4"})
    EXPECT_NE(
        complaint(Other).find("a sweep has LRU levels, shared or private, "
                              "and a line size only"),
        std::string::npos)
        << complaint(Other);
  EXPECT_TRUE(has(complaint("zen9"), "unknown cache model 'zen9'"));
}

} // namespace
