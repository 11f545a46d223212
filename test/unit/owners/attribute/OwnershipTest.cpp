//===- OwnershipTest.cpp - who owns an address ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/objects/Ownership.h"
#include "test/support/ReferenceOwnership.h"
#include "test/support/Test.h"

namespace {

constexpr StructureId NoOne(ReferenceOwnership::NoOwner);

struct Memory {
  Ownership Fast{NoOne};
  void claim(uint64_t Address, uint64_t Size, uint32_t Structure) {
    Fast.claim({Address, Size, StructureId(Structure)});
  }
  uint32_t owner(uint64_t Address) { return Fast.owner(Address).Value; }
  std::vector<uint32_t> owners(const std::vector<uint64_t> &Addresses) {
    return each(Addresses, [&](uint64_t Address) { return owner(Address); });
  }
};
using Owners = std::vector<uint32_t>;

class OwnershipTest : public testing::Test, protected Memory {};

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

/// Random life of objects of all sizes in a few megabytes, looked up in
/// between.
class RandomLife : public testing::TestWithParam<int>, protected Memory {
protected:
  std::mt19937_64 Random{uint64_t(GetParam())};
  ReferenceOwnership Slow;
  // Across a region border; granularity 1 makes neighbours share words.
  static constexpr uint64_t Base = (uint64_t(5) << RegionBits) - 0x20000;
  uint64_t Granularity = GetParam() % 2 ? 1 : 16;
  uint64_t Span = GetParam() % 3 ? 0x3000 : 0x40000;

  uint64_t somewhere() {
    return Base + Random() % Span / Granularity * Granularity;
  }
};

TEST_P(RandomLife, AgreesWithASearchOfEverything) {
  std::vector<uint64_t> Starts;
  for (int Step = 0; Step != 6000; ++Step) {
    uint64_t R = Random();
    if (R % 8 < 3) {
      uint64_t Size = 1 + (R >> 8) % ((R >> 40) % 20 == 0 ? 0x18000 : 150);
      uint64_t Address = somewhere();
      uint32_t Structure = 2 + (R >> 32) % 5;
      auto C = Fast.claim({Address, Size, StructureId(Structure)});
      ASSERT_EQ(C.Evicted.size(), Slow.claim(Address, Size, Structure));
      Starts.push_back(Address);
    } else if (R % 8 < 5 && !Starts.empty()) {
      std::swap(Starts[(R >> 8) % Starts.size()], Starts.back());
      ASSERT_EQ(Fast.release(Starts.back()).has_value(),
                Slow.release(Starts.back()));
      Starts.pop_back();
    } else if (R % 64 == 7) {
      uint64_t Low = Base + Random() % Span, High = Low + Random() % 0x4000;
      switch ((R >> 8) % 3) {
      case 0:
        Fast.setStack(Low, High, StructureId(20));
        Slow.setStack(Low, High, 20);
        break;
      case 1:
        Fast.setMapping(Low, High, StructureId(21));
        Slow.setMapping(Low, High, 21);
        break;
      default:
        Fast.clearMapping(Low, High);
        Slow.setMapping(Low, High, std::nullopt);
      }
    }
    // In two steps, the second of which makes the memory remember lines.
    std::array<std::pair<uint64_t, Shadow::Entry>, 6> Looks;
    for (auto &[Address, Entry] : Looks) {
      Address = Base + Random() % (Span + 0x1000);
      Entry = Fast.entry(Address);
    }
    for (auto [Address, Entry] : Looks) {
      ASSERT_EQ(Fast.owner(Address, Entry).Value, Slow.owner(Address))
          << "step " << Step << " at " << Address;
      uint64_t Other = Address / 64 * 64 + Random() % 64;
      if (StructureId Line = Fast.lineOwner(Address, Entry); Line.valid())
        ASSERT_EQ(Line.Value, Slow.owner(Other))
            << "step " << Step << " at " << Other;
    }
    for (int Look = 0; Look != 4; ++Look) {
      uint64_t Address = Base + Random() % (Span + 0x1000);
      ASSERT_EQ(owner(Address), Slow.owner(Address))
          << "step " << Step << " at " << Address;
    }
  }
  for (uint64_t Address = Base - 64; Address != Base + 0x4000; ++Address)
    ASSERT_EQ(owner(Address), Slow.owner(Address)) << Address;
}

/// What a reader remembers of objects until a change is announced.
class KeptObjects {
public:
  void follow(const OwnerChanges &Changes) {
    if (!Changes.reachesBackTo(Position))
      Pieces.clear();
    else
      for (const OwnerChanges::Range &R : Changes.since(Position))
        std::erase_if(Pieces, [&](const Piece &P) {
          return P.Low < R.High && R.Low < P.High;
        });
    Position = Changes.count();
  }
  void keep(Ownership &Fast, uint64_t Address) {
    auto [Low, High] = Fast.objectAround(Address);
    if (Low == High)
      return;
    ASSERT_TRUE(Low <= Address && Address < High);
    Pieces.push_back({Low, High, Fast.owner(Address).Value});
  }
  void expectAt(uint64_t Address, uint32_t Right) const {
    for (const Piece &P : Pieces)
      if (P.Low <= Address && Address < P.High)
        ASSERT_EQ(P.Structure, Right) << Address;
  }

private:
  struct Piece {
    uint64_t Low, High;
    uint32_t Structure;
  };
  std::vector<Piece> Pieces;
  uint64_t Position = 0;
};

/// As above, with marks on top of objects and ranges. What readers of lines and
/// of objects remember until a change is announced is checked as well.
TEST_P(RandomLife, OfMarksAgreesWithASearchOfEverything) {
  Random.seed(1000 + GetParam());
  auto SomeSize = [&] {
    return 1 + Random() % (Random() % 8 == 0 ? 0x18000 : 300);
  };
  std::map<uint64_t, uint32_t> Remembered; // by line
  KeptObjects Known;
  uint64_t Position = 0;
  for (int Step = 0; Step != 3000; ++Step) {
    uint64_t Address = somewhere(), Size = SomeSize();
    auto Structure = uint32_t(2 + Random() % 5);
    switch (Random() % 12) {
    case 0:
    case 1:
      claim(Address, Size, Structure);
      Slow.claim(Address, Size, Structure);
      break;
    case 2:
      if (auto Next = Slow.Objects.lower_bound(Address);
          Next != Slow.Objects.end()) {
        ASSERT_TRUE(Fast.release(Next->first));
        ASSERT_TRUE(Slow.release(Next->first));
      }
      break;
    case 3:
      Fast.setStack(Address, Address + Size, StructureId(20));
      Slow.setStack(Address, Address + Size, 20);
      break;
    case 4:
      Fast.unmarkInside(Address, Address + Size);
      Slow.unmarkInside(Address, Address + Size);
      break;
    case 5:
      ASSERT_EQ(Fast.rename(Address, StructureId(30)).has_value(),
                Slow.rename(Address, 30));
      break;
    case 6:
    case 7:
      if (!Slow.Marks.empty())
        Address = Slow.Marks[Random() % Slow.Marks.size()].Low;
      ASSERT_EQ(Fast.unmark(Address), Slow.unmark(Address));
      break;
    default: {
      Fast.takeEndedMarks();
      bool Accepted = Fast.mark({Address, Size, StructureId(10 + Structure)});
      auto Ended = Slow.mark({Address, Address + Size, 10 + Structure});
      ASSERT_EQ(Accepted, Ended.has_value());
      ASSERT_EQ(Fast.takeEndedMarks().size(), Ended.value_or(0));
    }
    }
    const OwnerChanges &Changes = Fast.changes();
    if (!Changes.reachesBackTo(Position))
      Remembered.clear();
    else
      for (const OwnerChanges::Range &R : Changes.since(Position))
        Remembered.erase(Remembered.lower_bound(R.Low),
                         Remembered.lower_bound(R.High));
    Position = Changes.count();
    Known.follow(Fast.objectChanges());
    for (int Look = 0; Look != 8; ++Look) {
      Address = Base + Random() % (Span + 0x1000);
      uint32_t Right = Slow.owner(Address);
      Known.expectAt(Address, Right);
      if (Look == 0)
        Known.keep(Fast, Address);
      ASSERT_EQ(owner(Address), Right) << "step " << Step << " at " << Address;
      auto Next = Remembered.find(Address / 64 * 64);
      if (Next != Remembered.end())
        ASSERT_EQ(Next->second, Right) << "step " << Step << " at " << Address;
      else if (StructureId Line = Fast.lineOwner(Address); Line.valid())
        Remembered[Address / 64 * 64] = Line.Value;
    }
  }
  for (uint64_t Address = Base - 64; Address != Base + 0x4000; ++Address)
    ASSERT_EQ(owner(Address), Slow.owner(Address)) << Address;
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomLife, testing::Range(0, 12));

} // namespace
