//===- RecordsTest.cpp - block records and their slow path ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/Tables.h"
#include "test/runtime/support/Run.h"

TEST(Records, AreTheWordsThatWereWritten) {
  Outcome O = runUnderCollector("records", {});
  EXPECT_EQ(O.Status, 0);
  std::vector<Item> Blocks;
  for (const Item &I : O.Recorded.items(0))
    if (I.isBlock())
      Blocks.push_back(I);
  uint64_t Table = O.Recorded.blockTable();
  ASSERT_EQ(Blocks.size(), 100003u);
  EXPECT_EQ(Blocks[0].Header, Table);
  EXPECT_TRUE(Blocks[0].Words.empty());
  EXPECT_EQ(Blocks[1].Header, Table + 2 * sizeof(Block));
  EXPECT_EQ(Blocks[1].Words, (std::vector<uint64_t>{0x1111, 0x2222}));
  EXPECT_EQ(Blocks[2].Header, Table + sizeof(Block));
  EXPECT_EQ(Blocks[2].Words, std::vector<uint64_t>{0x3333});
  for (uint64_t I = 0; I != 100000; ++I)
    ASSERT_EQ(Blocks[3 + I].Words[0], I);
}

TEST(Records, LeaveErrnoAlone) {
  Outcome O = runUnderCollector("records", {});
  EXPECT_EQ(O.Output.substr(0, 3), "77 ");
}

TEST(Records, LeaveEveryRegisterAlone) {
  EXPECT_EQ(runUnderCollector("registers", {}).Output, "kept\n");
}

TEST(Records, StreamBeginsWithProgramAndMainThread) {
  Outcome O = runUnderCollector("many", {"0", "10"});
  std::vector<Item> Items = O.Recorded.items(0);
  ASSERT_GE(Items.size(), 2u);
  ASSERT_TRUE(Items[0].is(EventKind::Program));
  std::string Command(reinterpret_cast<const char *>(&Items[0].Words[2]),
                      Items[0].Words[1]);
  EXPECT_EQ(Command, std::string(MEMFACET_TEST_PROGRAMS "/many\0"
                                                        "0\0"
                                                        "10\0",
                                 sizeof(MEMFACET_TEST_PROGRAMS) + 5 + 2 + 3));
  ASSERT_TRUE(Items[1].is(EventKind::ThreadStart));
  EXPECT_EQ(Items[1].Words[0], 1u);                // the first order number
  EXPECT_EQ(Items[1].Words[3], Items[0].Words[0]); // tid of main = pid
  EXPECT_LT(Items[1].Words[1], Items[1].Words[2]);
}

TEST(Records, AreNotLostWhenChunksAreRecycledOften) {
  // 48 MB through four chunks of 256 KB.
  Outcome O = runUnderCollector("many", {"0", "3000000"}, {.Chunks = 4});
  expectCounting(O.Recorded.firstSlots(0), 3000000);
  EXPECT_EQ(O.LostChunks, 0u);
}

TEST(Records, ModuleIsAnnouncedOnceBeforeItsFirstRecord) {
  Outcome O = runUnderCollector("many", {"0", "10"});
  ASSERT_EQ(O.Recorded.events(0, EventKind::Module).size(), 1u);
  Item Module = O.Recorded.events(0, EventKind::Module)[0];
  std::string Path(
      reinterpret_cast<const char *>(&Module.Words[1 + 2 * TableCount]));
  EXPECT_EQ(Path, MEMFACET_TEST_PROGRAMS "/many");
  EXPECT_EQ(Module.Words[2] - Module.Words[1], 8 * sizeof(Block));
  bool Announced = false;
  for (const Item &I : O.Recorded.items(0)) {
    Announced |= I.is(EventKind::Module);
    if (I.isBlock())
      ASSERT_TRUE(Announced);
  }
}

TEST(Records, OfLateCodeArrive) {
  EXPECT_EQ(runUnderCollector("late", {}).Recorded.firstSlots(0),
            (std::vector<uint64_t>{1, 3, 4}));
}

TEST(Records, AreDroppedWhereTheyAreToBe) {
  for (const char *Options : {"record=0", "discard=1"}) {
    Outcome O =
        runUnderCollector("many", {"4", "1000000"}, {.Options = Options});
    EXPECT_EQ(O.Output, "done\n");
    EXPECT_EQ(O.Errors, "");
    EXPECT_TRUE(O.Recorded.Chunks.empty());
  }
}

TEST(Options, UnknownNamesAreReportedInOneLine) {
  Outcome O = runUnderCollector("many", {"0", "1"}, {.Options = "recrod=0"});
  EXPECT_EQ(O.Errors, "memfacet: unknown option 'recrod=0' in "
                      "MEMFACET_OPTIONS; try MEMFACET_OPTIONS=help=1\n");
}

TEST(Options, ValuesThatAreNotTakenChangeNothing) {
  Outcome O = runUnderCollector("many", {"0", "1"},
                                {.Options = "record=0:discard=fast:lines=1/3"});
  EXPECT_EQ(O.Errors,
            "memfacet: option 'discard=fast' in MEMFACET_OPTIONS does not take "
            "'fast'; expected 0|1\n"
            "memfacet: option 'lines=1/3' in MEMFACET_OPTIONS does not take "
            "'1/3'; expected auto|1|1/2|1/4|1/8|1/16|1/32|1/64\n");
  EXPECT_TRUE(O.Recorded.Chunks.empty());
}

TEST(Options, AValueInQuotesMayHaveColons) {
  Outcome O = runUnderCollector(
      "many", {"0", "1"},
      {.Options = "help=1:cache='L1=1K,2,next:2;L2=2K,2':fork=stop"});
  for (const char *Line : {"cache=L1=1K,2,next:2;L2=2K,2  (", "fork=stop"})
    EXPECT_NE(O.Errors.find(std::string("memfacet: ") + Line),
              std::string::npos)
        << Line;
  EXPECT_EQ(O.Errors.find("unknown option"), std::string::npos) << O.Errors;
}

TEST(Options, HelpShowsEveryOptionWithItsValue) {
  Outcome O = runUnderCollector("many", {"0", "1"},
                                {.Options = "help=1:interval=77:fork=stop"});
  for (const char *Line : {"record=1", "fork=stop", "interval=77", "trace="})
    EXPECT_NE(O.Errors.find(std::string("memfacet: ") + Line),
              std::string::npos)
        << Line;
}
