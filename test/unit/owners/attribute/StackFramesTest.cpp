//===- StackFramesTest.cpp - what has ended but shows ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/attribute/StackFrames.h"
#include "test/support/Test.h"

namespace {

constexpr uint64_t Low = 0x700000, High = 0x710000;

class StackFramesTest : public testing::Test {
protected:
  StackFramesTest() { Frames.beginFrame(High - 0x100, 1); }

  void begin(uint64_t Place, uint64_t Bytes) {
    LocalList::Local L{Place, Place + Bytes, StructureRegistry::Unattributed};
    if (!Frames.beginLocal(L))
      Frames.show(L);
  }
  size_t staleCount() const {
    size_t Count = 0;
    for (size_t I = 0; I != Frames.shown().size(); ++I)
      Count += !Frames.shown()[I].Live;
    return Count;
  }
  /// Returns whether a look at everything that shows finds the address stale.
  bool isStale(uint64_t Address) const {
    const LocalList::Local *L = Frames.shown().find(Address);
    return L && !L->Live;
  }
  /// The edges of all that shows and has shown are where it could go wrong.
  void expectRight(const std::vector<uint64_t> &Addresses) {
    EXPECT_EQ(Frames.hasStale(), staleCount() != 0);
    for (uint64_t Place : Addresses)
      for (uint64_t Probe : {Place - 1, Place, Place + 1})
        ASSERT_EQ(Frames.hasStale() && Frames.inStale(Probe), isStale(Probe))
            << std::hex << Probe;
  }

  StructureRegistry Structures;
  Ownership Memory{StructureRegistry::Unattributed};
  StackFrames Frames{Memory, Structures, Low, High};
};

TEST_F(StackFramesTest, WhatBeginsAgainHasNotEnded) {
  begin(0x708000, 64);
  begin(0x708100, 64);
  Frames.endLocal(0x708000);
  EXPECT_TRUE(Frames.inStale(0x70803f));
  EXPECT_FALSE(Frames.inStale(0x708040));
  begin(0x708000, 64);
  EXPECT_FALSE(Frames.hasStale());
  Frames.endLocal(0x708100);
  EXPECT_FALSE(Frames.inStale(0x708000));
  EXPECT_TRUE(Frames.inStale(0x708100));
}

TEST_F(StackFramesTest, WhereNothingHadEndedSomethingMayEnd) {
  for (uint64_t Address = 0x708000; Address != 0x708400; Address += 0x100)
    begin(Address, 64);
  Frames.endLocal(0x708000);
  Frames.endLocal(0x708300);
  EXPECT_FALSE(Frames.inStale(0x708200));
  Frames.endLocal(0x708100);
  EXPECT_TRUE(Frames.inStale(0x708100));
  EXPECT_FALSE(Frames.inStale(0x708200));
  Frames.endLocal(0x708200);
  EXPECT_TRUE(Frames.inStale(0x708200));
}

TEST_F(StackFramesTest, MarksEndWithTheirLocal) {
  StructureId Stack = Structures.stack(ThreadId(1)),
              Piece = Structures.named("piece"), Other = Structures.named("x");
  Memory.setStack(Low, High, Stack, &Frames.shown());
  auto Mark = [&] { EXPECT_TRUE(Memory.mark({0x708040, 64, Piece})); };
  begin(0x708000, 256);
  Mark();
  EXPECT_TRUE(Memory.mark({0x709000, 64, Other}));
  Frames.endLocal(0x708000);
  EXPECT_EQ(Memory.owner(0x708040), Piece) << "shows until it is used";
  EXPECT_TRUE(Frames.inStale(0x708040));
  Frames.dropStale();
  EXPECT_EQ(Memory.owner(0x708040), Stack);
  EXPECT_EQ(Memory.takeEndedMarks().size(), 1U);

  begin(0x708000, 256); // the same local once more
  Mark();
  Frames.endLocal(0x708000);
  begin(0x708000, 256);
  EXPECT_EQ(Memory.owner(0x708040), StructureRegistry::Unattributed);
  Mark();
  begin(0x708020, 192); // another one, while nothing said that it ended
  EXPECT_EQ(Memory.owner(0x708040), StructureRegistry::Unattributed);
  EXPECT_EQ(Memory.owner(0x709000), Other) << "it lies in no local";
}

TEST_F(StackFramesTest, RandomLocalsAreAsASearchSays) {
  std::mt19937_64 Random(9);
  std::vector<uint64_t> Addresses;
  for (int Step = 0; Step != 4000; ++Step) {
    uint64_t Address = Low + 0x8000 + Random() % 64 * 16;
    switch (Random() % 8) {
    case 0:
      Frames.beginFrame(Address, uint32_t(Random() % 4));
      break;
    case 1:
      Frames.endFrame(Address);
      break;
    case 2:
    case 3:
      Frames.endLocal(Address);
      break;
    case 4:
      if (Random() % 32 == 0)
        Frames.cut(Address);
      break;
    default:
      begin(Address, 8 << Random() % 5);
    }
    // More than 20 would be dropped.
    if (staleCount() > 20)
      Frames.dropStale();
    Addresses = {Low + 0x7f00, Address, Address + 8,
                 Low + 0x8000 + Random() % 0x600};
    std::ranges::shuffle(Addresses, Random);
    expectRight(Addresses);
  }
}

} // namespace
