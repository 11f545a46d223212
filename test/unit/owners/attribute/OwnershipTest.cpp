//===- OwnershipTest.cpp - who owns an address ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/owners/attribute/OwnedMemory.h"

namespace {

using Owners = std::vector<uint32_t>;

class OwnershipTest : public testing::Test, protected OwnedMemory {};

TEST_F(OwnershipTest, ALineOfOneObjectBelongsToItWhole) {
  claim(0x1010, 16, 5);
  EXPECT_EQ(owners({0x1000, 0x1010, 0x103f, 0x1040, 0xfff}),
            (Owners{5, 5, 5, NoOne.Value, NoOne.Value}));
}

TEST_F(OwnershipTest, InASharedLineAGapBelongsToTheObjectBeforeIt) {
  claim(0x1008, 8, 5);
  claim(0x1020, 4, 6);
  EXPECT_EQ(owners({0x1000, 0x101f, 0x1020, 0x103f}), (Owners{5, 5, 6, 6}));
}

TEST_F(OwnershipTest, GlobalsInOneWordAreToldApart) {
  for (uint32_t I = 0; I != 8; ++I)
    claim(0x1000 + I, 1, 10 + I);
  for (uint32_t I = 0; I != 8; ++I)
    EXPECT_EQ(owner(0x1000 + I), 10 + I);
  EXPECT_EQ(owner(0x1030), 17u);
}

TEST_F(OwnershipTest, ReleaseOfOneOfTwoNeighboursLeavesTheOther) {
  claim(0x1000, 24, 5);
  claim(0x1020, 24, 5);
  EXPECT_TRUE(Fast.release(0x1000));
  EXPECT_EQ(owner(0x1000), 5u);
  EXPECT_TRUE(Fast.release(0x1020));
  EXPECT_EQ(owner(0x1000), NoOne.Value);
  EXPECT_FALSE(Fast.release(0x1020));
}

TEST_F(OwnershipTest, ALaterObjectEvictsWhatItOverlaps) {
  claim(0x1000, 100, 5);
  claim(0x1100, 100, 6);
  auto C = Fast.claim({0x1050, 0x100, StructureId(7)});
  ASSERT_EQ(C.Evicted.size(), 2u);
  EXPECT_EQ(C.Evicted[0].Address, 0x1000u);
  EXPECT_EQ(C.Evicted[1].Address, 0x1100u);
  EXPECT_EQ(owners({0x1000, 0x1100}), (Owners{NoOne.Value, 7}));
}

TEST_F(OwnershipTest, LargeObjectsAreKnownThroughout) {
  uint64_t Size = uint64_t(3) << 30;
  claim(0x100000010, Size, 5);
  for (uint64_t Offset : {uint64_t(0), uint64_t(64), Size / 2, Size - 1})
    EXPECT_EQ(owner(0x100000010 + Offset), 5u) << Offset;
  claim(0x100000010 + Size, 8, 6);
  EXPECT_EQ(owners({0x100000010 + Size - 1, 0x100000010 + Size}),
            (Owners{5, 6}));
  Fast.release(0x100000010);
  EXPECT_EQ(owners({0x100000010 + Size / 2, 0x100000010 + Size - 1}),
            (Owners{NoOne.Value, 6}));
}

TEST_F(OwnershipTest, StacksComeBeforeMappingsAndAfterObjects) {
  Fast.setMapping(0x10000, 0x30000, StructureId(7));
  EXPECT_EQ(owner(0x20000), 7u);
  Fast.setStack(0x20000, 0x20100, StructureId(8));
  EXPECT_EQ(owners({0x20000, 0x200ff, 0x20100}), (Owners{8, 8, 7}));
  claim(0x20040, 64, 9);
  EXPECT_EQ(owners({0x20040, 0x20080}), (Owners{9, 8}));
  Fast.release(0x20040);
  EXPECT_EQ(owner(0x20040), 8u);
}

TEST_F(OwnershipTest, AMappingReplacesStacksOfEndedThreads) {
  LocalList Locals;
  Fast.setStack(0x20000, 0x30000, StructureId(8), &Locals);
  Fast.setMapping(0x28000, 0x29000, StructureId(7));
  EXPECT_EQ(owners({0x27fff, 0x28000, 0x28fff, 0x29000}), (Owners{8, 7, 7, 8}));
  // A new thread has a stack at the end.
  Fast.detachLocals(0x20000, 0x30000, Locals);
  EXPECT_EQ(owners({0x27fff, 0x28000, 0x28fff, 0x29000}), (Owners{8, 7, 7, 8}));
  Fast.setStack(0x2f000, 0x30000, StructureId(9));
  EXPECT_EQ(owners({0x28fff, 0x2efff, 0x2f000}), (Owners{7, 8, 9}));
}

TEST_F(OwnershipTest, AStackThatEndsInsideALineIsExact) {
  Fast.setStack(0x20000, 0x20130, StructureId(8));
  EXPECT_EQ(owners({0x2012f, 0x20130, 0x2012f}), (Owners{8, NoOne.Value, 8}));
}

TEST_F(OwnershipTest, ChangesOfMappingsReportThePiecesThatGo) {
  Fast.setMapping(0x10000, 0x20000, StructureId(7));
  Ownership::Removed Parts = Fast.clearMapping(0x18000, 0x19000);
  ASSERT_EQ(Parts.size(), 1u);
  EXPECT_EQ(Parts[0].Address, 0x18000u);
  EXPECT_EQ(Parts[0].Size, 0x1000u);
  EXPECT_EQ(owners({0x17fff, 0x18000, 0x19000}), (Owners{7, NoOne.Value, 7}));
}

TEST_F(OwnershipTest, ObjectsOutsideTheAddressSpaceAreRefused) {
  EXPECT_FALSE(Fast.claim({~uint64_t(0) - 8, 8, StructureId(5)}).Accepted);
  EXPECT_FALSE(Fast.claim({AddressMask - 8, 0x1000, StructureId(5)}).Accepted);
  EXPECT_FALSE(Fast.claim({0x1000, ~uint64_t(0), StructureId(5)}).Accepted);
  EXPECT_TRUE(Fast.claim({AddressMask - 7, 8, StructureId(5)}).Accepted);
  EXPECT_EQ(owner(AddressMask), 5u);
  Fast.setMapping(0, ~uint64_t(0), StructureId(7));
  EXPECT_EQ(owner(0x123456789), 7u);
}

TEST_F(OwnershipTest, AMarkHidesWhatItCoversAndShowsItAgain) {
  claim(0x1000, 0x100, 5);
  ASSERT_TRUE(Fast.mark({0x1048, 8, StructureId(6)}));
  EXPECT_EQ(owners({0x1047, 0x1048, 0x1050}), (Owners{5, 6, 5}));
  EXPECT_TRUE(Fast.unmark(0x1048));
  EXPECT_EQ(owner(0x1048), 5u);
  EXPECT_FALSE(Fast.unmark(0x1048));
}

TEST_F(OwnershipTest, MarksInsideOneAnotherEndTogether) {
  claim(0x100000, 0x100000, 5);
  ASSERT_TRUE(Fast.mark({0x100000, 0x20000, StructureId(6)}));
  ASSERT_TRUE(Fast.mark({0x100000, 0x100, StructureId(7)}));
  EXPECT_EQ(owners({0x100000, 0x110000, 0x120000}), (Owners{7, 6, 5}));
  EXPECT_TRUE(Fast.unmark(0x100000)); // the innermost first
  EXPECT_EQ(owner(0x100000), 6u);
  ASSERT_TRUE(Fast.mark({0x100040, 0x10, StructureId(7)}));
  EXPECT_EQ(Fast.takeEndedMarks().size(), 1u);
  EXPECT_TRUE(Fast.unmark(0x100000));
  EXPECT_EQ(Fast.takeEndedMarks().size(), 2u);
  EXPECT_EQ(owner(0x100040), 5u);
  ASSERT_TRUE(Fast.mark({0x100040, 0x10, StructureId(7)}));
  Fast.release(0x100000);
  EXPECT_EQ(owner(0x100040), NoOne.Value);
  EXPECT_EQ(Fast.takeEndedMarks().size(), 1u);
}

TEST_F(OwnershipTest, LocalsThatComeAndGoAreNoChangesOfObjects) {
  LocalList Locals;
  Fast.setStack(0x10000, 0x20000, StructureId(20), &Locals);
  uint64_t Objects = Fast.objectChanges().count();
  uint64_t All = Fast.changes().count();
  Locals.replace(0, 0, {0x18000, 0x18040, StructureId(21)});
  Fast.localsChanged(0x18000, 0x18040);
  EXPECT_EQ(owner(0x18000), 21u);
  EXPECT_EQ(Fast.changes().count(), All + 1);
  EXPECT_EQ(Fast.objectChanges().count(), Objects);
  // But whatever else lies there is one.
  claim(0x18000, 0x40, 5);
  EXPECT_EQ(Fast.changes().count(), All + 2);
  EXPECT_EQ(Fast.objectChanges().count(), Objects + 1);
  EXPECT_EQ(owner(0x18000), 5u);
}

TEST_F(OwnershipTest, MarksThatGoTooDeepOrTooFarAreRefused) {
  for (uint32_t I = 0; I != ObjectLayers::MaxMarkDepth; ++I)
    EXPECT_TRUE(Fast.mark({0x1000, 64 - I, StructureId(2 + I)}));
  EXPECT_FALSE(Fast.mark({0x1000, 8, StructureId(20)}));
  EXPECT_EQ(owner(0x1000), 2 + ObjectLayers::MaxMarkDepth - 1);
  EXPECT_FALSE(Fast.mark({AddressMask - 8, 0x1000, StructureId(5)}));
  EXPECT_FALSE(Fast.mark({0x1000, ~uint64_t(0), StructureId(5)}));
  EXPECT_FALSE(Fast.unmark(~uint64_t(0)));
  Fast.unmarkInside(0, ~uint64_t(0));
  EXPECT_EQ(owner(0x1000), NoOne.Value);
}

/// Locals of a few bytes, of which several share a word, come and go in stacks
/// that lie across pages and regions. Lines of locals and of objects take
/// turns.
TEST_F(OwnershipTest, OfSmallLocalsIsWhatAListSays) {
  constexpr uint64_t Middle = uint64_t(5) << RegionBits, Span = 0x200;
  std::mt19937_64 Random(3);
  LocalList Locals;
  Fast.setStack(Middle - 0x4000, Middle + 0x4000, StructureId(20), &Locals);
  std::set<uint64_t> Objects; // one line each
  for (int Step = 0; Step != 20000; ++Step) {
    uint64_t Address = Middle - Span + Random() % (2 * Span);
    uint64_t Size = 1 + Random() % (Random() % 16 ? 12 : 300);
    if (Random() % 16 == 0) {
      uint64_t Line = Address / 64 * 64;
      if (Objects.erase(Line)) {
        Fast.release(Line);
      } else {
        claim(Line, 64, 30);
        Objects.insert(Line);
      }
    } else if (const LocalList::Local *L = Locals.find(Address)) {
      LocalList::Local Old = *L;
      size_t I = Locals.firstBelow(Address + 1);
      Locals.erase(I, I + 1);
      Fast.localsChanged(Old.Low, Old.High);
    } else if (size_t I = Locals.firstBelow(Address + Size);
               I == Locals.size() || Locals[I].High <= Address) {
      StructureId Name(uint32_t(40 + Random() % 4));
      Locals.replace(I, I, {Address, Address + Size, Name});
      Fast.localsChanged(Address, Address + Size);
    }
    for (int Look = 0; Look != 8; ++Look) {
      uint64_t Probe = Middle - Span - 64 + Random() % (2 * Span + 128);
      const LocalList::Local *L = Locals.find(Probe);
      uint32_t Right = Objects.contains(Probe / 64 * 64) ? 30
                       : L                               ? L->Structure.Value
                                                         : 20;
      ASSERT_EQ(owner(Probe), Right) << "step " << Step << " at " << Probe;
    }
  }
}

} // namespace
