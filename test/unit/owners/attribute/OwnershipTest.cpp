//===- OwnershipTest.cpp - who owns an address ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/objects/Ownership.h"
#include "test/support/ReferenceOwnership.h"
#include "test/support/Test.h"

namespace {

constexpr StructureId Nobody(ReferenceOwnership::NoOwner);

struct Memory {
  Ownership Own{Nobody};
  void claim(uint64_t Address, uint64_t Size, uint32_t Structure) {
    Own.claim({Address, Size, StructureId(Structure)});
  }
  uint32_t owner(uint64_t Address) { return Own.owner(Address).Value; }
  std::vector<uint32_t> owners(const std::vector<uint64_t> &Of) {
    return each(Of, [&](uint64_t Address) { return owner(Address); });
  }
};
using Owners = std::vector<uint32_t>;

class OwnershipTest : public testing::Test, protected Memory {};

TEST_F(OwnershipTest, ALineOfOneObjectBelongsToItWhole) {
  claim(0x1010, 16, 5);
  EXPECT_EQ(owners({0x1000, 0x1010, 0x103f, 0x1040, 0xfff}),
            (Owners{5, 5, 5, Nobody.Value, Nobody.Value}));
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
  EXPECT_TRUE(Own.release(0x1000));
  EXPECT_EQ(owner(0x1000), 5u);
  EXPECT_TRUE(Own.release(0x1020));
  EXPECT_EQ(owner(0x1000), Nobody.Value);
  EXPECT_FALSE(Own.release(0x1020));
}

TEST_F(OwnershipTest, ALaterObjectEvictsWhatItOverlaps) {
  claim(0x1000, 100, 5);
  claim(0x1100, 100, 6);
  Ownership::Claimed C = Own.claim({0x1050, 0x100, StructureId(7)});
  ASSERT_EQ(C.Evicted.size(), 2u);
  EXPECT_EQ(C.Evicted[0].Address, 0x1000u);
  EXPECT_EQ(C.Evicted[1].Address, 0x1100u);
  EXPECT_EQ(owners({0x1000, 0x1100}), (Owners{Nobody.Value, 7}));
}

TEST_F(OwnershipTest, LargeObjectsAreKnownThroughout) {
  uint64_t Size = uint64_t(3) << 30;
  claim(0x100000010, Size, 5);
  for (uint64_t At : {uint64_t(0), uint64_t(64), Size / 2, Size - 1})
    EXPECT_EQ(owner(0x100000010 + At), 5u) << At;
  claim(0x100000010 + Size, 8, 6);
  EXPECT_EQ(owners({0x100000010 + Size - 1, 0x100000010 + Size}),
            (Owners{5, 6}));
  Own.release(0x100000010);
  EXPECT_EQ(owners({0x100000010 + Size / 2, 0x100000010 + Size - 1}),
            (Owners{Nobody.Value, 6}));
}

TEST_F(OwnershipTest, StacksComeBeforeMappingsAndAfterObjects) {
  Own.setMapping(0x10000, 0x30000, StructureId(7));
  EXPECT_EQ(owner(0x20000), 7u);
  Own.setStack(0x20000, 0x20100, StructureId(8));
  EXPECT_EQ(owners({0x20000, 0x200ff, 0x20100}), (Owners{8, 8, 7}));
  claim(0x20040, 64, 9);
  EXPECT_EQ(owners({0x20040, 0x20080}), (Owners{9, 8}));
  Own.release(0x20040);
  EXPECT_EQ(owner(0x20040), 8u);
}

TEST_F(OwnershipTest, AStackThatEndsInsideALineIsExact) {
  Own.setStack(0x20000, 0x20130, StructureId(8));
  EXPECT_EQ(owners({0x2012f, 0x20130, 0x2012f}), (Owners{8, Nobody.Value, 8}));
}

TEST_F(OwnershipTest, ChangesOfMappingsReportThePiecesThatGo) {
  Own.setMapping(0x10000, 0x20000, StructureId(7));
  Ownership::Removed Gone = Own.clearMapping(0x18000, 0x19000);
  ASSERT_EQ(Gone.size(), 1u);
  EXPECT_EQ(Gone[0].Address, 0x18000u);
  EXPECT_EQ(Gone[0].Size, 0x1000u);
  EXPECT_EQ(owners({0x17fff, 0x18000, 0x19000}), (Owners{7, Nobody.Value, 7}));
}

TEST_F(OwnershipTest, ObjectsOutsideTheAddressSpaceAreRefused) {
  EXPECT_FALSE(Own.claim({~uint64_t(0) - 8, 8, StructureId(5)}).Accepted);
  EXPECT_FALSE(Own.claim({AddressMask - 8, 0x1000, StructureId(5)}).Accepted);
  EXPECT_FALSE(Own.claim({0x1000, ~uint64_t(0), StructureId(5)}).Accepted);
  EXPECT_TRUE(Own.claim({AddressMask - 7, 8, StructureId(5)}).Accepted);
  EXPECT_EQ(owner(AddressMask), 5u);
  Own.setMapping(0, ~uint64_t(0), StructureId(7));
  EXPECT_EQ(owner(0x123456789), 7u);
}

TEST_F(OwnershipTest, AMarkHidesWhatItCoversAndShowsItAgain) {
  claim(0x1000, 0x100, 5);
  ASSERT_TRUE(Own.mark({0x1048, 8, StructureId(6)}));
  EXPECT_EQ(owners({0x1047, 0x1048, 0x1050}), (Owners{5, 6, 5}));
  EXPECT_TRUE(Own.unmark(0x1048));
  EXPECT_EQ(owner(0x1048), 5u);
  EXPECT_FALSE(Own.unmark(0x1048));
}

TEST_F(OwnershipTest, MarksInsideOneAnotherEndTogether) {
  claim(0x100000, 0x100000, 5);
  ASSERT_TRUE(Own.mark({0x100000, 0x20000, StructureId(6)}));
  ASSERT_TRUE(Own.mark({0x100000, 0x100, StructureId(7)}));
  EXPECT_EQ(owners({0x100000, 0x110000, 0x120000}), (Owners{7, 6, 5}));
  EXPECT_TRUE(Own.unmark(0x100000)); // the innermost first
  EXPECT_EQ(owner(0x100000), 6u);
  ASSERT_TRUE(Own.mark({0x100040, 0x10, StructureId(7)}));
  EXPECT_EQ(Own.takeEndedMarks().size(), 1u);
  EXPECT_TRUE(Own.unmark(0x100000));
  EXPECT_EQ(Own.takeEndedMarks().size(), 2u);
  EXPECT_EQ(owner(0x100040), 5u);
  ASSERT_TRUE(Own.mark({0x100040, 0x10, StructureId(7)}));
  Own.release(0x100000);
  EXPECT_EQ(owner(0x100040), Nobody.Value);
  EXPECT_EQ(Own.takeEndedMarks().size(), 1u);
}

TEST_F(OwnershipTest, LocalsThatComeAndGoAreNoChangesOfObjects) {
  LocalList Locals;
  Own.setStack(0x10000, 0x20000, StructureId(20), &Locals);
  uint64_t Objects = Own.objectChanges().count();
  uint64_t All = Own.changes().count();
  Locals.replace(0, 0, {0x18000, 0x18040, StructureId(21)});
  Own.localsChanged(0x18000, 0x18040);
  EXPECT_EQ(owner(0x18000), 21u);
  EXPECT_EQ(Own.changes().count(), All + 1);
  EXPECT_EQ(Own.objectChanges().count(), Objects);
  // But whatever else lies there is one.
  claim(0x18000, 0x40, 5);
  EXPECT_EQ(Own.changes().count(), All + 2);
  EXPECT_EQ(Own.objectChanges().count(), Objects + 1);
  EXPECT_EQ(owner(0x18000), 5u);
}

TEST_F(OwnershipTest, MarksThatGoTooDeepOrTooFarAreRefused) {
  for (uint32_t I = 0; I != ObjectLayers::MaxMarkDepth; ++I)
    EXPECT_TRUE(Own.mark({0x1000, 64 - I, StructureId(2 + I)}));
  EXPECT_FALSE(Own.mark({0x1000, 8, StructureId(20)}));
  EXPECT_EQ(owner(0x1000), 2 + ObjectLayers::MaxMarkDepth - 1);
  EXPECT_FALSE(Own.mark({AddressMask - 8, 0x1000, StructureId(5)}));
  EXPECT_FALSE(Own.mark({0x1000, ~uint64_t(0), StructureId(5)}));
  EXPECT_FALSE(Own.unmark(~uint64_t(0)));
  Own.unmarkInside(0, ~uint64_t(0));
  EXPECT_EQ(owner(0x1000), Nobody.Value);
}

/// Locals of a few bytes, of which several share a word, come and go in stacks
/// that lie across pages and regions. Lines of locals and of objects take
/// turns.
TEST_F(OwnershipTest, OfSmallLocalsIsWhatAListSays) {
  constexpr uint64_t Middle = uint64_t(5) << RegionBits, Span = 0x200;
  std::mt19937_64 Random(3);
  LocalList Locals;
  Own.setStack(Middle - 0x4000, Middle + 0x4000, StructureId(20), &Locals);
  std::set<uint64_t> Objects; // one line each
  for (int Step = 0; Step != 20000; ++Step) {
    uint64_t At = Middle - Span + Random() % (2 * Span);
    uint64_t Size = 1 + Random() % (Random() % 16 ? 12 : 300);
    if (Random() % 16 == 0) {
      uint64_t Line = At / 64 * 64;
      if (Objects.erase(Line)) {
        Own.release(Line);
      } else {
        claim(Line, 64, 30);
        Objects.insert(Line);
      }
    } else if (const LocalList::Local *L = Locals.find(At)) {
      LocalList::Local Old = *L;
      size_t I = Locals.firstBelow(At + 1);
      Locals.erase(I, I + 1);
      Own.localsChanged(Old.Low, Old.High);
    } else if (size_t I = Locals.firstBelow(At + Size);
               I == Locals.size() || Locals[I].High <= At) {
      Locals.replace(I, I,
                     {At, At + Size, StructureId(uint32_t(40 + Random() % 4))});
      Own.localsChanged(At, At + Size);
    }
    for (int Look = 0; Look != 8; ++Look) {
      uint64_t Where = Middle - Span - 64 + Random() % (2 * Span + 128);
      const LocalList::Local *L = Locals.find(Where);
      uint32_t Right = Objects.contains(Where / 64 * 64) ? 30
                       : L                               ? L->Structure.Value
                                                         : 20;
      ASSERT_EQ(owner(Where), Right) << "step " << Step << " at " << Where;
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
      uint64_t At = somewhere();
      uint32_t Structure = 2 + (R >> 32) % 5;
      Ownership::Claimed C = Own.claim({At, Size, StructureId(Structure)});
      ASSERT_EQ(C.Evicted.size(), Slow.claim(At, Size, Structure));
      Starts.push_back(At);
    } else if (R % 8 < 5 && !Starts.empty()) {
      std::swap(Starts[(R >> 8) % Starts.size()], Starts.back());
      ASSERT_EQ(Own.release(Starts.back()).has_value(),
                Slow.release(Starts.back()));
      Starts.pop_back();
    } else if (R % 64 == 7) {
      uint64_t Low = Base + Random() % Span, High = Low + Random() % 0x4000;
      switch ((R >> 8) % 3) {
      case 0:
        Own.setStack(Low, High, StructureId(20));
        Slow.setStack(Low, High, 20);
        break;
      case 1:
        Own.setMapping(Low, High, StructureId(21));
        Slow.setMapping(Low, High, 21);
        break;
      default:
        Own.clearMapping(Low, High);
        Slow.setMapping(Low, High, std::nullopt);
      }
    }
    // In two steps, the second of which makes the memory remember lines.
    std::array<std::pair<uint64_t, Shadow::Entry>, 6> Looks;
    for (auto &[At, Entry] : Looks) {
      At = Base + Random() % (Span + 0x1000);
      Entry = Own.entry(At);
    }
    for (auto [At, Entry] : Looks) {
      ASSERT_EQ(Own.owner(At, Entry).Value, Slow.owner(At))
          << "step " << Step << " at " << At;
      uint64_t Other = At / 64 * 64 + Random() % 64;
      if (StructureId Line = Own.lineOwner(At, Entry); Line.valid())
        ASSERT_EQ(Line.Value, Slow.owner(Other))
            << "step " << Step << " at " << Other;
    }
    for (int Look = 0; Look != 4; ++Look) {
      uint64_t At = Base + Random() % (Span + 0x1000);
      ASSERT_EQ(owner(At), Slow.owner(At)) << "step " << Step << " at " << At;
    }
  }
  for (uint64_t At = Base - 64; At != Base + 0x4000; ++At)
    ASSERT_EQ(owner(At), Slow.owner(At)) << At;
}

/// What a reader remembers of objects until a change is announced.
class KeptObjects {
public:
  void follow(const OwnerChanges &Changes) {
    if (!Changes.reachesBackTo(Seen))
      Kept.clear();
    else
      for (const OwnerChanges::Range &R : Changes.since(Seen))
        std::erase_if(Kept, [&](const Piece &P) {
          return P.Low < R.High && R.Low < P.High;
        });
    Seen = Changes.count();
  }
  void keep(Ownership &Own, uint64_t Address) {
    auto [Low, High] = Own.objectAround(Address);
    if (Low == High)
      return;
    ASSERT_TRUE(Low <= Address && Address < High);
    Kept.push_back({Low, High, Own.owner(Address).Value});
  }
  void expectAt(uint64_t Address, uint32_t Right) const {
    for (const Piece &P : Kept)
      if (P.Low <= Address && Address < P.High)
        ASSERT_EQ(P.Structure, Right) << Address;
  }

private:
  struct Piece {
    uint64_t Low, High;
    uint32_t Structure;
  };
  std::vector<Piece> Kept;
  uint64_t Seen = 0;
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
  uint64_t Seen = 0;
  for (int Step = 0; Step != 3000; ++Step) {
    uint64_t At = somewhere(), Size = SomeSize();
    auto Structure = uint32_t(2 + Random() % 5);
    switch (Random() % 12) {
    case 0:
    case 1:
      claim(At, Size, Structure);
      Slow.claim(At, Size, Structure);
      break;
    case 2:
      if (auto It = Slow.Objects.lower_bound(At); It != Slow.Objects.end()) {
        uint64_t Start = It->first;
        ASSERT_TRUE(Own.release(Start));
        ASSERT_TRUE(Slow.release(Start));
      }
      break;
    case 3:
      Own.setStack(At, At + Size, StructureId(20));
      Slow.setStack(At, At + Size, 20);
      break;
    case 4:
      Own.unmarkInside(At, At + Size);
      Slow.unmarkInside(At, At + Size);
      break;
    case 5:
      ASSERT_EQ(Own.rename(At, StructureId(30)).has_value(),
                Slow.rename(At, 30));
      break;
    case 6:
    case 7:
      if (!Slow.Marks.empty())
        At = Slow.Marks[Random() % Slow.Marks.size()].Low;
      ASSERT_EQ(Own.unmark(At), Slow.unmark(At));
      break;
    default: {
      Own.takeEndedMarks();
      bool Kept = Own.mark({At, Size, StructureId(10 + Structure)});
      auto Ended = Slow.mark({At, At + Size, 10 + Structure});
      ASSERT_EQ(Kept, Ended.has_value());
      ASSERT_EQ(Own.takeEndedMarks().size(), Ended.value_or(0));
    }
    }
    const OwnerChanges &Changes = Own.changes();
    if (!Changes.reachesBackTo(Seen))
      Remembered.clear();
    else
      for (const OwnerChanges::Range &R : Changes.since(Seen))
        Remembered.erase(Remembered.lower_bound(R.Low),
                         Remembered.lower_bound(R.High));
    Seen = Changes.count();
    Known.follow(Own.objectChanges());
    for (int Look = 0; Look != 8; ++Look) {
      At = Base + Random() % (Span + 0x1000);
      uint32_t Right = Slow.owner(At);
      Known.expectAt(At, Right);
      if (Look == 0)
        Known.keep(Own, At);
      ASSERT_EQ(owner(At), Right) << "step " << Step << " at " << At;
      auto It = Remembered.find(At / 64 * 64);
      if (It != Remembered.end())
        ASSERT_EQ(It->second, Right) << "step " << Step << " at " << At;
      else if (StructureId Line = Own.lineOwner(At); Line.valid())
        Remembered[At / 64 * 64] = Line.Value;
    }
  }
  for (uint64_t At = Base - 64; At != Base + 0x4000; ++At)
    ASSERT_EQ(owner(At), Slow.owner(At)) << At;
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomLife, testing::Range(0, 12));

} // namespace
