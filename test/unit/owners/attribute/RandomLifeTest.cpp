//===- RandomLifeTest.cpp - owners, against a search of everything --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/owners/attribute/OwnedMemory.h"

namespace {

/// Random life of objects of all sizes in a few megabytes, looked up in
/// between.
class RandomLife : public testing::TestWithParam<int>, protected OwnedMemory {
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
class RandomMarks : public RandomLife {
protected:
  RandomMarks() { Random.seed(1000 + GetParam()); }

  void claimOrRelease(uint64_t Address, uint64_t Size, uint32_t Structure,
                      bool Releases) {
    if (!Releases) {
      claim(Address, Size, Structure);
      Slow.claim(Address, Size, Structure);
    } else if (auto Next = Slow.Objects.lower_bound(Address);
               Next != Slow.Objects.end()) {
      ASSERT_TRUE(Fast.release(Next->first));
      ASSERT_TRUE(Slow.release(Next->first));
    }
  }
  void unmark(uint64_t Address) {
    if (!Slow.Marks.empty())
      Address = Slow.Marks[Random() % Slow.Marks.size()].Low;
    ASSERT_EQ(Fast.unmark(Address), Slow.unmark(Address));
  }
  void mark(uint64_t Address, uint64_t Size, uint32_t Structure) {
    Fast.takeEndedMarks();
    bool Accepted = Fast.mark({Address, Size, StructureId(10 + Structure)});
    auto Ended = Slow.mark({Address, Address + Size, 10 + Structure});
    ASSERT_EQ(Accepted, Ended.has_value());
    ASSERT_EQ(Fast.takeEndedMarks().size(), Ended.value_or(0));
  }
  /// Does one random thing to both.
  void change();
  void forgetWhatChanged();
  void look(bool Keeps);

  std::map<uint64_t, uint32_t> Remembered; ///< by line
  KeptObjects Known;
  uint64_t Position = 0; ///< in the changes of owners
};

void RandomMarks::change() {
  uint64_t Address = somewhere(),
           Size = 1 + Random() % (Random() % 8 == 0 ? 0x18000 : 300);
  auto Structure = uint32_t(2 + Random() % 5);
  switch (uint64_t Kind = Random() % 12; Kind) {
  case 0:
  case 1:
  case 2:
    return claimOrRelease(Address, Size, Structure, Kind == 2);
  case 3:
    Fast.setStack(Address, Address + Size, StructureId(20));
    return Slow.setStack(Address, Address + Size, 20);
  case 4:
    Fast.unmarkInside(Address, Address + Size);
    return Slow.unmarkInside(Address, Address + Size);
  case 5:
    ASSERT_EQ(Fast.rename(Address, StructureId(30)).has_value(),
              Slow.rename(Address, 30));
    return;
  case 6:
  case 7:
    return unmark(Address);
  default:
    return mark(Address, Size, Structure);
  }
}

void RandomMarks::forgetWhatChanged() {
  const OwnerChanges &Changes = Fast.changes();
  if (!Changes.reachesBackTo(Position))
    Remembered.clear();
  else
    for (const OwnerChanges::Range &R : Changes.since(Position))
      Remembered.erase(Remembered.lower_bound(R.Low),
                       Remembered.lower_bound(R.High));
  Position = Changes.count();
  Known.follow(Fast.objectChanges());
}

void RandomMarks::look(bool Keeps) {
  uint64_t Address = Base + Random() % (Span + 0x1000);
  uint32_t Right = Slow.owner(Address);
  Known.expectAt(Address, Right);
  if (Keeps)
    Known.keep(Fast, Address);
  ASSERT_EQ(owner(Address), Right) << "at " << Address;
  auto Next = Remembered.find(Address / 64 * 64);
  if (Next != Remembered.end())
    ASSERT_EQ(Next->second, Right) << "at " << Address;
  else if (StructureId Line = Fast.lineOwner(Address); Line.valid())
    Remembered[Address / 64 * 64] = Line.Value;
}

TEST_P(RandomMarks, AgreeWithASearchOfEverything) {
  for (int Step = 0; Step != 3000; ++Step) {
    SCOPED_TRACE(Step);
    ASSERT_NO_FATAL_FAILURE(change());
    forgetWhatChanged();
    for (int Look = 0; Look != 8; ++Look)
      ASSERT_NO_FATAL_FAILURE(look(Look == 0));
  }
  for (uint64_t Address = Base - 64; Address != Base + 0x4000; ++Address)
    ASSERT_EQ(owner(Address), Slow.owner(Address)) << Address;
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomLife, testing::Range(0, 12));
INSTANTIATE_TEST_SUITE_P(Seeds, RandomMarks, testing::Range(0, 12));

} // namespace
