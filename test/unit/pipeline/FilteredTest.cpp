//===- FilteredTest.cpp - filtered and complete streams, compared ---------===//

#include "test/support/random/RandomFiltered.h"

namespace {

struct Compared {
  const char *Caches;
  uint32_t Threads = 1;
  uint32_t OneIsRecorded = 0;
  std::optional<size_t> Stages = {};
};

void compare(const Compared &C, Shape First, uint32_t Seed,
             size_t Steps = 3000) {
  SCOPED_TRACE(fmt::format("{}, {} sets of {} ways, {} threads, seed {}",
                           C.Caches, First.Sets, First.Ways, C.Threads, Seed));
  Analysed Complete(C.Caches, 1'000'000),
      Filtered(C.Caches, 1'000'000, C.Stages);
  Program P(Complete, Filtered, First);
  RandomProgram(Seed, P, C.Threads, C.OneIsRecorded).execute(Steps);
  Profile Whole = Complete.finish(), Part = Filtered.finish();
  expectSame(summary(Whole), summary(Part));
  EXPECT_GT(Whole.total().Accesses, Steps);
  EXPECT_GT(Whole.total().Levels[0].Writebacks, 0u);
  expectSitesAddUp(Part);
  EXPECT_TRUE(Part.Vectors.Intervals.empty());
}

/// With the filter cache that programs have for the model, and with the one of
/// one way.
void compareBoth(const Compared &C, uint32_t Seed) {
  compare(C, shapeFor(C.Caches), Seed);
  if (shapeFor(C.Caches) != OneWay)
    compare(C, OneWay, Seed);
}

TEST(Filtered, CountsAsComplete) {
  const char *Models[] = {
      "L1=4K,1",
      "L1=8K,2;L2=16K,4;L3=64K,8",
      "L1=8K,1;L2=16K,4",
      "L1=12K,1;L2=16K,4",
      "L1=16K,4;L2=32K,4",
      "L1=32K,4;L2=64K,8",
      "L1=32K,8;L2=64K,8",
      "L1=64K,8;L2=128K,16",
      "L1=48K,12;L2=96K,12",
      "L1=96K,12;L2=192K,12",
  };
  for (const char *Model : Models)
    for (uint32_t Seed = 0; Seed != 6; ++Seed)
      compareBoth({Model}, Seed);
}

TEST(Filtered, FilterCachesAreAsFirstLevels) {
  EXPECT_EQ(shapeFor("L1=4K,1"), OneWay);
  EXPECT_EQ(shapeFor("L1=32K,8;L2=64K,8"), (Shape{64, 8}));
  EXPECT_EQ(shapeFor("L1=96K,12"), (Shape{128, 12}));
  EXPECT_EQ(shapeFor("L1=128K,16"), (Shape{128, 16}));
  // Too many ways, lines or sets, and sets that are no power of two.
  for (const char *Model : {"L1=80K,20", "L1=256K,8", "L1=128K,1", "L1=12K,1"})
    EXPECT_EQ(shapeFor(Model), OneWay) << Model;
}

// What threads leave dirty is written back behind the levels that they share.
TEST(Filtered, CountsAsCompleteWithThreads) {
  for (const char *Model :
       {"L1=4K,1;L2=16K,4;L3=32K,8", "L1=4K,1;L2=16K,4,shared",
        "L1=32K,8;L2=64K,8,shared", "L1=16K,2;L2=32K,4;L3=64K,8,shared"})
    for (uint32_t Seed = 0; Seed != 8; ++Seed)
      compareBoth({Model, 3}, Seed);
}

TEST(Filtered, CountsAsCompleteInStages) {
  for (const char *Model :
       {"L1=4K,1;L2=16K,4;L3=32K,8", "L1=16K,4;L2=32K,8,shared"})
    for (uint32_t Seed = 0; Seed != 6; ++Seed)
      compareBoth({Model, 3, 0, Seed % 3}, Seed);
}

// Often, and so seldom that the first level has filled when it is handed over.
TEST(Filtered, CountsAsCompleteWhereSomeIsRecorded) {
  for (const char *Model :
       {"L1=4K,1;L2=16K,4", "L1=16K,4;L2=32K,4", "L1=64K,8;L2=128K,8,shared"})
    for (uint32_t OneIn : {20, 1000, 3000})
      for (uint32_t Seed = 0; Seed != 6; ++Seed)
        compareBoth({Model, 2, OneIn, {}}, Seed);
}

} // namespace
