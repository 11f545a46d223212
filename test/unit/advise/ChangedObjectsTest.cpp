//===- ChangedObjectsTest.cpp - one structure, laid out anew --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/ChangedObjects.h"
#include "analysis/advise/JoinedObjects.h"
#include "analysis/advise/Placement.h"
#include "test/unit/advise/RandomShapes.h"

namespace {

TEST(Placement, TakesWhatMallocTakes) {
  Placement Memory;
  uint64_t First = Memory.allocate(PlaceKind::Heap, 24, 0, 0);
  EXPECT_EQ(First % 4096, 0x2a0u);
  EXPECT_EQ(Memory.allocate(PlaceKind::Heap, 25, 0, 0), First + 32);
  EXPECT_EQ(Memory.allocate(PlaceKind::Heap, 1, 0, 0), First + 80);
  EXPECT_EQ(Memory.allocate(PlaceKind::Heap, 100, 64, 0) % 64, 0u);
}

TEST(Placement, HandsOutAgainTheLastFirst) {
  Placement Memory;
  uint64_t A = Memory.allocate(PlaceKind::Heap, 20, 0, 0);
  uint64_t B = Memory.allocate(PlaceKind::Heap, 20, 0, 0);
  Memory.release(A);
  Memory.release(B);
  // A block of another size is none of these.
  EXPECT_GT(Memory.allocate(PlaceKind::Heap, 40, 0, 0), B);
  EXPECT_EQ(Memory.allocate(PlaceKind::Heap, 24, 0, 0), B);
  EXPECT_EQ(Memory.allocate(PlaceKind::Heap, 8, 0, 0), A);
  Memory.release(12345); // no block
}

TEST(Placement, PutsLargeBlocksOnPagesBelowOneAnother) {
  Placement Memory;
  uint64_t A = Memory.allocate(PlaceKind::Heap, 200'000, 0, 0x7f0000000010);
  uint64_t B = Memory.allocate(PlaceKind::Heap, 200'000, 0, 0x7f0000000010);
  EXPECT_EQ(A % 4096, 16u);
  EXPECT_EQ(A - B, 49u * 4096);
  uint64_t C = Memory.allocate(PlaceKind::Heap, 200'000, 64, 0x7f0000000010);
  EXPECT_EQ(C % 64, 0u);
}

TEST(Placement, PoolsHaveNothingInBetween) {
  Placement Memory;
  uint64_t A = Memory.allocate(PlaceKind::Pool, 24, 0, 0);
  EXPECT_EQ(A % 4096, 16u);
  EXPECT_EQ(Memory.allocate(PlaceKind::Pool, 24, 0, 0), A + 24);
  // Another list, another pool.
  uint64_t Other = Memory.allocate(PlaceKind::Pool, 24, 0, 0, 1);
  EXPECT_GT(Other, A + (1 << 20));
  Memory.release(A);
  EXPECT_EQ(Memory.allocate(PlaceKind::Pool, 24, 0, 0), A);
}

TEST(ChangedObjects, LieInTheOrderOfTheirUse) {
  Candidate C;
  C.Kind = AdviceKind::Sort;
  C.Structure = StructureId(2);
  C.Layout = sameLayout(16);
  C.Pooled = true;
  C.Ranks =
      std::make_shared<std::vector<uint32_t>>(std::vector<uint32_t>{2, 0, 1});
  ChangedObjects Changed(C);
  auto Born = [&](uint32_t Number, uint64_t Address) {
    Changed.follow(
        {ReplayEvent::Kind::ObjectBegin, true, 0, Number, 2, Address, 16, 16});
  };
  auto Place = [&](uint32_t Number, uint64_t Address) {
    uint64_t Result = 0;
    Changed.map({Address, AccessInfo(7, 8, false), 2, Number},
                [&](uint64_t New, uint64_t, bool) { Result = New; });
    return Result;
  };
  Born(0, 1024), Born(1, 2048), Born(2, 4096);
  uint64_t First = Place(1, 2048);
  EXPECT_EQ(Place(2, 4096), First + 16);
  EXPECT_EQ(Place(0, 1032), First + 40);
  // A birth that the first pass did not see lies elsewhere.
  Changed.follow({.Type = ReplayEvent::Kind::ObjectEnd, .Number = 1});
  Born(1, 2048);
  EXPECT_TRUE(Place(1, 2048) < First || Place(1, 2048) >= First + 48);
}

TEST(Placement, NeverGivesMemoryTwice) {
  std::mt19937_64 Random(4);
  Placement Memory;
  std::map<uint64_t, uint64_t> Live; // address, bytes
  for (int Step = 0; Step != 20000; ++Step) {
    if (!Live.empty() && Random() % 3 == 0) {
      auto Neighbour = Live.lower_bound(Random() % PrivateHigh);
      if (Neighbour == Live.end())
        Neighbour = Live.begin();
      Memory.release(Neighbour->first);
      Live.erase(Neighbour);
      continue;
    }
    uint64_t Bytes = Random() % 50 ? 1 + Random() % 300 : 150'000;
    uint64_t Address =
        Memory.allocate(PlaceKind(Random() % 3), Bytes, Random() % 4 ? 0 : 64,
                        Random() % 1'000'000 * 8, Random() % 2);
    auto Next = Live.lower_bound(Address);
    ASSERT_TRUE(Next == Live.end() || Address + Bytes <= Next->first);
    ASSERT_TRUE(Next == Live.begin() ||
                std::prev(Next)->first + std::prev(Next)->second <= Address);
    ASSERT_GE(Address, PrivateLow);
    ASSERT_LE(Address + Bytes, PrivateHigh);
    Live[Address] = Bytes;
  }
}

TEST(HeapShift, MovesWhatLiesBehind) {
  HeapShift Shift;
  EXPECT_EQ(Shift(1000), 1000u);
  Shift.add(1000, 32);
  Shift.add(2000, -16);
  Shift.add(1500, 8); // not after the last: ignored
  EXPECT_EQ(Shift(999), 999u);
  EXPECT_EQ(Shift(1000), 1000u);
  EXPECT_EQ(Shift(1001), 969u);
  EXPECT_EQ(Shift(2000), 1968u);
  EXPECT_EQ(Shift(2001), 1985u);
  EXPECT_EQ(Shift(uint64_t(1) << 40), uint64_t(1) << 40);
}

constexpr uint32_t Target = 5, Other = 6;

struct Touched {
  uint64_t Address, Bytes;
  bool Write;
  bool operator==(const Touched &) const = default;
};

void PrintTo(const Touched &T, std::ostream *Out) {
  *Out << std::hex << T.Address << std::dec << " " << T.Bytes << " " << T.Write;
}

std::vector<Touched> mapped(const ChangedObjects &C, const ReplayAccess &A) {
  std::vector<Touched> Result;
  C.map(A, [&](uint64_t Address, uint64_t Bytes, bool Write) {
    Result.push_back({Address, Bytes, Write});
  });
  return Result;
}

ReplayEvent born(uint32_t Number, uint32_t Structure, uint64_t Address,
                 uint64_t Bytes, bool OfHeap = true) {
  return {ReplayEvent::Kind::ObjectBegin,
          OfHeap,
          0,
          Number,
          Structure,
          Address,
          Bytes,
          0};
}

ReplayEvent died(uint32_t Number) {
  return {.Type = ReplayEvent::Kind::ObjectEnd, .Number = Number};
}

ReplayAccess access(uint32_t Structure, uint32_t Object, uint64_t Address,
                    uint32_t Bytes, bool Write = false) {
  return {Address, AccessInfo(0, Bytes, Write), Structure, Object};
}

Candidate changing(const ElementLayout &L) {
  Candidate C;
  C.Structure = StructureId(Target);
  C.Layout = L;
  return C;
}

/// A heap that only grows, or hands out again what had the same size.
class Heap {
public:
  uint64_t allocate(uint64_t Bytes) {
    std::vector<uint64_t> &Holes = Free[heapBlock(Bytes)];
    if (!Holes.empty()) {
      uint64_t Address = Holes.back();
      Holes.pop_back();
      return Address;
    }
    uint64_t Address = Next;
    Next += heapBlock(Bytes);
    return Address;
  }
  void release(uint64_t Address, uint64_t Bytes) {
    Free[heapBlock(Bytes)].push_back(Address);
  }

private:
  uint64_t Next = 0x555555559010;
  std::map<uint64_t, std::vector<uint64_t>> Free;
};

struct Live {
  uint32_t Structure;
  uint64_t Address, Bytes;
};

/// Where each byte of members of what lives is now: each somewhere else.
void expectInjective(const ChangedObjects &C, const ElementShape &Shape,
                     const std::map<uint32_t, Live> &All) {
  std::map<uint64_t, uint64_t> Owner; // new byte, old field
  auto Take = [&](const ReplayAccess &A) {
    // Only the last is the field; a pointer may be read before.
    Touched Place = mapped(C, A).back();
    for (uint64_t B = 0; B != Place.Bytes; ++B)
      ASSERT_TRUE(Owner.emplace(Place.Address + B, A.Address).second)
          << "both " << A.Address << " and " << Owner[Place.Address + B];
  };
  for (const auto &[Number, O] : All) {
    if (O.Structure == Other) {
      Take(access(Other, Number, O.Address, uint32_t(O.Bytes)));
      continue;
    }
    for (uint64_t Offset = 0; Offset != O.Bytes; Offset += Shape.Bytes)
      for (const ElementUnit &U : Shape.Units)
        Take(access(Target, Number, O.Address + Offset + U.Begin,
                    uint32_t(U.Bytes)));
  }
}

/// Whose objects are released.
enum class Dying { None, Others, All };

class RandomObjects : public testing::TestWithParam<Dying> {};

TEST_P(RandomObjects, NeverShareAByte) {
  Dying Deaths = GetParam();
  std::mt19937_64 Random(9);
  for (int Round = 0; Round != 60; ++Round) {
    ElementShape Shape = randomShape(Random);
    Candidate Change = changing(randomLayout(Random, Shape));
    Change.Pooled = Random() % 2;
    Change.GapsClose = Deaths != Dying::All;
    Change.ShiftBytes = Random() % 3 ? 0 : 128;
    ChangedObjects Changed(Change);
    Heap Memory;
    std::map<uint32_t, Live> All;
    for (uint32_t Number = 0; Number != 60; ++Number) {
      uint32_t Structure = Random() % 2 ? Target : Other;
      uint64_t Bytes = Structure == Target ? Shape.Bytes * (1 + Random() % 3)
                                           : 1 + Random() % 200;
      uint64_t Address = Memory.allocate(Bytes);
      Changed.follow(born(Number, Structure, Address, Bytes));
      All[Number] = {Structure, Address, Bytes};
      auto Dead = All.lower_bound(uint32_t(Random() % 60));
      if (Deaths == Dying::None || Dead == All.end() || Random() % 2)
        continue;
      if (Deaths == Dying::Others && Dead->second.Structure == Target)
        continue;
      Changed.follow(died(Dead->first));
      Memory.release(Dead->second.Address, Dead->second.Bytes);
      All.erase(Dead);
    }
    expectInjective(Changed, Shape, All);
    if (HasFatalFailure())
      return;
  }
}

INSTANTIATE_TEST_SUITE_P(, RandomObjects,
                         testing::Values(Dying::None, Dying::Others,
                                         Dying::All));

TEST(ChangedObjects, LeavesOthersAlone) {
  ChangedObjects C(changing(spacedLayout(16, 64, 0)));
  C.follow(born(0, Other, 0x5000, 64));
  EXPECT_EQ(mapped(C, access(Other, 0, 0x5010, 4, true)),
            (std::vector<Touched>{{0x5010, 4, true}}));
  EXPECT_EQ(mapped(C, access(Target, NoObject, 0x6000, 4)),
            (std::vector<Touched>{{0x6000, 4, false}}));
}

TEST(ChangedObjects, ReadsThePointerBeforeThePartBehindIt) {
  ElementShape Shape{
      "struct s", 16, {{"a", "long", 0, 8, 8}, {"b", "long", 8, 8, 8}}};
  Candidate Change = changing(partedLayout(Shape, {{0}, {1}}, true));
  Change.Pooled = true;
  ChangedObjects C(Change);
  C.follow(born(0, Target, 0x5000, 16));
  uint64_t Hot = mapped(C, access(Target, 0, 0x5000, 8))[0].Address;
  std::vector<Touched> Cold = mapped(C, access(Target, 0, 0x5008, 8, true));
  ASSERT_EQ(Cold.size(), 2u);
  EXPECT_EQ(Cold[0], (Touched{Hot + 8, 8, false}));
  EXPECT_EQ(Cold[1].Bytes, 8u);
  EXPECT_TRUE(Cold[1].Write);
}

TEST(ChangedObjects, HeapClosesBehindAPool) {
  Candidate Change = changing(sameLayout(24));
  Change.Pooled = Change.GapsClose = true;
  ChangedObjects C(Change);
  for (uint32_t I = 0; I != 3; ++I)
    C.follow(born(I, Target, 0x5000 + I * 0x100, 24));
  C.follow(born(3, Other, 0x5120, 50));
  // After two blocks of 32 bytes.
  EXPECT_EQ(mapped(C, access(Other, 3, 0x5120, 4))[0].Address, 0x5120u - 64);
  EXPECT_EQ(mapped(C, access(7, OtherHeapObject, 0x5300, 4))[0].Address,
            0x5300u - 96);
  EXPECT_EQ(mapped(C, access(7, NoObject, 0x5300, 4))[0].Address, 0x5300u);
  uint64_t First = mapped(C, access(Target, 0, 0x5000, 8))[0].Address;
  EXPECT_EQ(mapped(C, access(Target, 1, 0x5108, 8))[0].Address, First + 32);
}

TEST(ChangedObjects, SmallerBlocksStayWhereOthersComeAndGo) {
  ElementShape Shape{
      "struct s", 64, {{"a", "long", 0, 8, 8}, {"b", "char[56]", 8, 56, 1}}};
  ChangedObjects C(changing(partedLayout(Shape, {{1, 0}}, false)));
  C.follow(born(0, Target, 0x5000, 64));
  EXPECT_EQ(mapped(C, access(Target, 0, 0x5000, 8))[0].Address, 0x5038u);
}

ReplayEvent begun(uint32_t Number, uint32_t Structure, uint64_t Address,
                  uint64_t Bytes) {
  ReplayEvent E = {ReplayEvent::Kind::ObjectBegin};
  E.OfHeap = true;
  E.Number = Number, E.Structure = Structure;
  E.Address = Address, E.Bytes = Bytes;
  return E;
}

// Element 3 of X[100] of 8 bytes and Y[100] of 4 is at 48 in an array of
// elements of 16, and so are both parts of it.
TEST(JoinedObjects, PutElementsWithTheSameIndexSideBySide) {
  Candidate C;
  C.Joined = {{StructureId(5), 8, 0}, {StructureId(6), 4, 8}};
  C.JoinedBytes = 16;
  JoinedObjects Joined(C);
  Joined.follow(begun(0, 5, 0x10000, 800));
  Joined.follow(begun(1, 6, 0x20000, 400));
  Joined.follow(begun(2, 7, 0x30000, 400));
  using Pieces = std::vector<std::pair<uint64_t, uint64_t>>;
  auto Mapped = [&](uint64_t Address, uint32_t Object, uint32_t Bytes,
                    UsedBytes Used = {}) {
    Pieces Result;
    ReplayAccess A = {Address, decode::AccessInfo(0, Bytes, false), 0, Object,
                      Used};
    Joined.map(A, [&](uint64_t Place, uint64_t Length) {
      Result.emplace_back(Place, Length);
    });
    return Result;
  };
  uint64_t Base = Mapped(0x10000, 0, 8)[0].first;
  EXPECT_EQ(Mapped(0x10000 + 3 * 8, 0, 8), (Pieces{{Base + 48, 8}}));
  EXPECT_EQ(Mapped(0x20000 + 3 * 4, 1, 4), (Pieces{{Base + 56, 4}}));
  EXPECT_EQ(Mapped(0x10000 + 3 * 8 + 4, 0, 8),
            (Pieces{{Base + 52, 4}, {Base + 64, 4}}));
  EXPECT_EQ(Mapped(0x30000, 2, 4), (Pieces{{0x30000, 4}}));
  // The second half of every other one of a vector's four elements is used.
  EXPECT_EQ(Mapped(0x10000, 0, 32, UsedBytes(2, 4, 0b0010)),
            (Pieces{{Base + 4, 4}, {Base + 36, 4}}));
  EXPECT_EQ(Mapped(0x30000, 2, 32, UsedBytes(2, 4, 0b0010)),
            (Pieces{{0x30000, 32}}));
}

TEST(JoinedObjects, UseTheMemoryOfThoseThatHaveEnded) {
  Candidate C;
  C.Joined = {{StructureId(5), 8, 0}, {StructureId(6), 8, 8}};
  C.JoinedBytes = 16;
  JoinedObjects Joined(C);
  auto Place = [&](uint64_t Address, uint32_t Object) {
    uint64_t Result = 0;
    Joined.map({Address, decode::AccessInfo(0, 8, false), 0, Object},
               [&](uint64_t Begin, uint64_t) { Result = Begin; });
    return Result;
  };
  auto End = [&](uint32_t Object) {
    ReplayEvent E = {ReplayEvent::Kind::ObjectEnd};
    E.Number = Object;
    Joined.follow(E);
  };
  Joined.follow(begun(0, 5, 0x10000, 800));
  Joined.follow(begun(1, 6, 0x20000, 800));
  uint64_t First = Place(0x10000, 0);
  EXPECT_EQ(Place(0x20000, 1), First + 8);
  End(0);
  Joined.follow(begun(0, 5, 0x10000, 800));
  EXPECT_NE(Place(0x10000, 0), First);
  End(1);
  Joined.follow(begun(1, 6, 0x20000, 808)); // longer than the array
  EXPECT_EQ(Place(0x20000, 1), 0x20000u);
  Joined.follow(begun(2, 5, 0x30000, 800));
  EXPECT_EQ(Place(0x30000, 2), First);
}

} // namespace
