//===- LivesTest.cpp - how long objects live ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/AnalysisRun.h"
#include "test/support/NamedStructure.h"

namespace {

/// Intervals of 100 instructions.
class Lives : public testing::Test {
protected:
  Lives() {
    A = Tables.allocation({.Name = "a"});
    B = Tables.allocation({.Name = "b"});
    Ten = Tables.block({.Instructions = 10});
    Stream.module(0, Tables);
  }
  void run(int Tens) {
    for (int I = 0; I != Tens; ++I)
      Stream.block(Ten);
  }
  void alloc(uint64_t Address, uint64_t Site, uint64_t Previous = 0) {
    Stream.alloc(++Order, Address, 64, Site, {}, Previous);
  }
  void free(uint64_t Address, bool ByRealloc = false) {
    Stream.free(++Order, Address, ByRealloc);
  }
  ObjectLives of(const char *Name) {
    Profile P = analyse(Stream, "L1=1K,2", {.Decoding = {.Intervals = {100}}});
    EXPECT_TRUE(P.HasDescriptions);
    return named(P, Name).Lives;
  }

  TableBuilder Tables;
  StreamBuilder Stream;
  uint64_t A, B, Ten, Order = 0;
};

// Peak, timed, at the end, sum, followed, brief, longest.
TEST_F(Lives, AreMeasuredInInstructionsOfTheProgram) {
  alloc(0x10000, A);
  run(3);
  alloc(0x20000, A);
  run(20);
  free(0x10000); // 230
  alloc(0x10000, A);
  run(9);
  free(0x10000); // 90
  run(1);        // the other one: 300, to the end
  EXPECT_EQ(of("a"), (ObjectLives{2, 3, 1, 620, 3, 1, 300}));
}

TEST_F(Lives, GoOnInRealloc) {
  alloc(0x10000, A);
  run(5);
  free(0x10000, true);
  alloc(0x20000, A, 0x10000);
  run(7);
  free(0x20000);
  EXPECT_EQ(of("a"), (ObjectLives{1, 1, 0, 120, 1, 0, 120}));
}

TEST_F(Lives, EndWhereReallocGivesTheMemoryToAnother) {
  alloc(0x10000, A);
  run(5);
  free(0x10000, true);
  Stream.alloc(++Order, 0x20000, 128, B, {}, 0x10000);
  run(7);
  EXPECT_EQ(of("a"), (ObjectLives{1, 1, 0, 50, 1, 1, 50}));
  EXPECT_EQ(of("b"), (ObjectLives{1, 1, 1, 70, 1, 0, 70}));
}

TEST_F(Lives, EndWhereTheMemoryIsAllocatedAgain) {
  alloc(0x10000, A);
  run(5);
  alloc(0x10000, B);
  run(1);
  EXPECT_EQ(of("a"), (ObjectLives{1, 1, 0, 50, 1, 1, 50}));
  EXPECT_EQ(of("b"), (ObjectLives{1, 1, 1, 10, 1, 0, 10}));
}

TEST_F(Lives, GoOnUnderAnotherName) {
  alloc(0x10000, A);
  run(5);
  Stream.rename(++Order, 0x10000, "c");
  run(6);
  EXPECT_EQ(of("a"), (ObjectLives{0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(of("c"), (ObjectLives{1, 1, 1, 110, 1, 0, 110}));
}

} // namespace
