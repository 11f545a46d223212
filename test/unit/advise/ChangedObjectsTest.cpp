//===- ChangedObjectsTest.cpp - one structure, laid out anew --------------===//

#include "analysis/advise/ChangedObjects.h"
#include "test/support/Test.h"
#include "test/unit/advise/RandomShapes.h"

namespace {

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
  return {
      ReplayEvent::Kind::Born, OfHeap, 0, Number, Structure, Address, Bytes, 0};
}

ReplayEvent died(uint32_t Number) {
  return {.Is = ReplayEvent::Kind::Died, .Number = Number};
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
    std::vector<uint64_t> &Again = Free[heapBlock(Bytes)];
    if (!Again.empty()) {
      uint64_t At = Again.back();
      Again.pop_back();
      return At;
    }
    uint64_t At = Next;
    Next += heapBlock(Bytes);
    return At;
  }
  void release(uint64_t At, uint64_t Bytes) {
    Free[heapBlock(Bytes)].push_back(At);
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
    Touched To = mapped(C, A).back();
    for (uint64_t B = 0; B != To.Bytes; ++B)
      ASSERT_TRUE(Owner.emplace(To.Address + B, A.Address).second)
          << "both " << A.Address << " and " << Owner[To.Address + B];
  };
  for (const auto &[Number, O] : All) {
    if (O.Structure == Other) {
      Take(access(Other, Number, O.Address, uint32_t(O.Bytes)));
      continue;
    }
    for (uint64_t At = 0; At != O.Bytes; At += Shape.Bytes)
      for (const ElementUnit &U : Shape.Units)
        Take(access(Target, Number, O.Address + At + U.Begin,
                    uint32_t(U.Bytes)));
  }
}

} // namespace

/// Whose objects are released.
enum class Dying { None, Others, All };

class RandomObjects : public testing::TestWithParam<Dying> {};

TEST_P(RandomObjects, NeverShareAByte) {
  Dying Who = GetParam();
  std::mt19937_64 Random(9);
  for (int Round = 0; Round != 60; ++Round) {
    ElementShape Shape = randomShape(Random);
    Candidate What = changing(randomLayout(Random, Shape));
    What.Pooled = Random() % 2;
    What.GapsClose = Who != Dying::All;
    What.ShiftBytes = Random() % 3 ? 0 : 128;
    ChangedObjects Changed(What);
    Heap Memory;
    std::map<uint32_t, Live> All;
    for (uint32_t Number = 0; Number != 60; ++Number) {
      uint32_t Structure = Random() % 2 ? Target : Other;
      uint64_t Bytes = Structure == Target ? Shape.Bytes * (1 + Random() % 3)
                                           : 1 + Random() % 200;
      uint64_t At = Memory.allocate(Bytes);
      Changed.follow(born(Number, Structure, At, Bytes));
      All[Number] = {Structure, At, Bytes};
      auto Dead = All.lower_bound(uint32_t(Random() % 60));
      if (Who == Dying::None || Dead == All.end() || Random() % 2)
        continue;
      if (Who == Dying::Others && Dead->second.Structure == Target)
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
  Candidate What = changing(partedLayout(Shape, {{0}, {1}}, true));
  What.Pooled = true;
  ChangedObjects C(What);
  C.follow(born(0, Target, 0x5000, 16));
  uint64_t Hot = mapped(C, access(Target, 0, 0x5000, 8))[0].Address;
  std::vector<Touched> Cold = mapped(C, access(Target, 0, 0x5008, 8, true));
  ASSERT_EQ(Cold.size(), 2u);
  EXPECT_EQ(Cold[0], (Touched{Hot + 8, 8, false}));
  EXPECT_EQ(Cold[1].Bytes, 8u);
  EXPECT_TRUE(Cold[1].Write);
}

TEST(ChangedObjects, HeapClosesBehindAPool) {
  Candidate What = changing(sameLayout(24));
  What.Pooled = What.GapsClose = true;
  ChangedObjects C(What);
  for (uint32_t I = 0; I != 3; ++I)
    C.follow(born(I, Target, 0x5000 + I * 0x100, 24));
  C.follow(born(3, Other, 0x5120, 50));
  // Behind two blocks of 32 bytes.
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
