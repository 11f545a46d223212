//===- UnclaimedObjectsTest.cpp - objects that were not looked up yet -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/Decoder.h"
#include "analysis/decode/ModuleBuilder.h"
#include "analysis/owners/attribute/Attributor.h"
#include "test/support/StreamBuilder.h"
#include "test/support/Test.h"

namespace {

TEST(UnclaimedObjects, MeetChosenLinesAsEachLineSays) {
  std::mt19937_64 Random(1);
  for (int I = 0; I != 20'000; ++I) {
    auto Bits = unsigned(Random() % (MostSelectBits + 1));
    uint64_t Low = 0x10000 + Random() % 0x4000,
             High = Low + 1 + Random() % (Random() % 2 ? 100 : 5000);
    bool Meets = false;
    for (uint64_t Address = Low; Address < High; Address = (Address | 63) + 1)
      Meets |= hasLineOf(chosenLines(Bits), Address);
    EXPECT_EQ(meetsLines(Low, High, chosenLines(Bits)), Meets)
        << Low << ' ' << High;
  }
}

TEST(UnclaimedObjects, AreFoundAroundEachOfTheirLines) {
  BirthTable Table;
  UnclaimedObjects Waiting(Table);
  Waiting.choose(6);
  auto Add = [&](uint64_t Address, uint32_t Size) {
    LiveObject O = {Address, Size, StructureId(7)};
    EXPECT_TRUE(Waiting.fits(O));
    EXPECT_TRUE(Waiting.add(O));
    EXPECT_FALSE(Waiting.add(O));
    Table.add({Address, BirthTable::NoTime, 7, Size});
  };
  // From one region into the next, and one after it.
  constexpr uint64_t Border = 4 << 20;
  Add(Border - 1000, 1800);
  Add(Border + 800, 24);
  for (uint64_t Probe = Border - 1000; Probe < Border + 800; Probe += 50) {
    BirthTable::Entry *E = Waiting.findInLine(Probe);
    ASSERT_NE(E, nullptr);
    EXPECT_EQ(E->Address, Border - 1000);
  }
  EXPECT_EQ(Waiting.findInLine(Border - 1000 - 64), nullptr);
  EXPECT_TRUE(Waiting.overlaps({Border + 792, 16, StructureId(1)}));
  EXPECT_TRUE(Waiting.overlaps({Border - 2000, 1001, StructureId(1)}));
  EXPECT_FALSE(Waiting.overlaps({Border - 2000, 1000, StructureId(1)}));
  Waiting.take(*Waiting.findInLine(Border));
  EXPECT_EQ(Waiting.findInLine(Border), nullptr);
  EXPECT_EQ(Waiting.findInLine(Border + 800)->Address, Border + 800);
  EXPECT_EQ(Waiting.takeAll().size(), 1u);
  EXPECT_TRUE(Waiting.empty());
}

TEST(UnclaimedObjects, AreAllTakenHoweverManyThereAre) {
  for (size_t Count : {10, 10'000}) {
    BirthTable Table(1000);
    UnclaimedObjects Waiting(Table);
    Waiting.choose(6);
    for (uint64_t I = 0, Address = 0x100000; I != Count; Address += 64) {
      LiveObject O = {Address, 40, StructureId(3)};
      if (!Waiting.fits(O))
        continue;
      EXPECT_TRUE(Waiting.add(O));
      Table.add({Address, I++, 3, 40});
    }
    EXPECT_EQ(Waiting.takeAll().size(), Count);
    size_t Births = 0;
    Table.forEachBirth([&](const BirthTable::Entry &E) {
      EXPECT_EQ(E.Unclaimed, 0u);
      ++Births;
    });
    EXPECT_LE(Births, 1000u);
    EXPECT_EQ(Waiting.findInLine(0x100000), nullptr);
  }
}

struct NoBatches final : BatchSink {
  void batch(const AccessBatch &) override {}
  void event(const Event &) override {}
};

/// A random program, into an attributor that may let objects wait and into one
/// that claims them at once.
class TwoWays {
public:
  TwoWays() : Lazy(Modules, {}, 1000), Eager(Modules, {}, 1000) {
    for (uint32_t I = 0; I != Sites.size(); ++I)
      Sites[I] = Tables.allocation({.Name = fmt::format("site{}", I)});
    ModuleBuilder Builder(Modules);
    NoBatches Sink;
    Decoder Records(Builder, Sink, {});
    StreamBuilder Stream;
    Stream.module(0, Tables);
    EXPECT_TRUE(Records.segment({ThreadId(0), Stream.words()}));
    // So that numbers are equal: in the order of appearance.
    for (uint64_t I = 0; I != Sites.size(); ++I)
      alloc(0x10 + I * 0x1000, 16, Sites[I]);
  }

  void choose(unsigned Bits) {
    Choice = Bits;
    Lazy.choose(Bits);
  }
  void allocOrFree(uint64_t R) {
    uint64_t Address = Heap + R % HeapBytes / 16 * 16;
    auto Next = Live.upper_bound(Address);
    uint64_t Room = Next == Live.end() ? Heap + HeapBytes : Next->first;
    if (Next != Live.begin() && std::prev(Next)->second > Address)
      return (R >> 40) % 16 ? free(std::prev(Next)->first)
                            : move(std::prev(Next)->first, (R >> 45) % 2);
    uint64_t Size = 1 + (R >> 32) % ((R >> 60) % 8 ? 60 : 1500);
    alloc(Address, std::min(Size, Room - Address),
          Sites[(R >> 50) % Sites.size()]);
  }
  /// Reallocates the block at \p Address in vain. It has \p Size bytes, or is
  /// none.
  void fail(uint64_t Address, uint64_t Size) {
    uint32_t Owner = Eager.owner(Address);
    free(Address, true);
    alloc(Address, 0, 0, Address);
    EXPECT_EQ(Eager.owner(Address), Owner);
    EXPECT_EQ(Lazy.owner(Address), Owner);
    EXPECT_EQ(Eager.objectAround(Address),
              (std::pair{Size ? Address : 0, Size ? Address + Size : 0}));
  }
  std::vector<ObjectLives> lives() const { return Eager.times().lives(); }
  /// Somewhere, or in a chosen line.
  void ask(uint64_t R, bool Chosen) {
    uint64_t Address = Heap + R % HeapBytes;
    if (Chosen != hasLineOf(chosenLines(Choice), Address))
      return;
    if (!Chosen)
      Lazy.claimAround(Address);
    EXPECT_EQ(Lazy.owner(Address), Eager.owner(Address)) << Address;
    EXPECT_EQ(Lazy.objectAround(Address), Eager.objectAround(Address));
  }
  /// Begins a mark. Most often the last one ends before, so that objects go on
  /// to wait; its block may have ended long ago.
  void mark(uint64_t R) {
    uint64_t Ended[] = {LastMark, 0};
    if (R >> 40 & 15)
      tell(EventKind::MarkEnd, Ended, 1);
    LastMark = Heap + R % HeapBytes;
    uint64_t Payload[] = {LastMark, 8 + R % 50, Sites[0], 0};
    tell(EventKind::MarkBegin, Payload);
  }
  /// Allocates and frees a block, a piece of which is marked.
  void pieceOfBlock(uint64_t Offset) {
    alloc(Heap + Offset, 40, Sites[1]);
    uint64_t Payload[] = {Heap + Offset + 8, 16, Sites[0], 0};
    tell(EventKind::MarkBegin, Payload);
    free(Heap + Offset);
  }
  void rename(uint64_t R) {
    constexpr std::string_view Name = "other";
    uint64_t Payload[] = {Heap + R % HeapBytes, Name.size(), 0};
    std::ranges::copy(Name, reinterpret_cast<char *>(Payload + 2));
    tell(EventKind::Rename, Payload);
  }
  void map(uint64_t R) {
    uint64_t Low = Heap + R % HeapBytes / 4096 * 4096;
    uint64_t Payload[] = {Low, Low + 8192, uint64_t(MappingKind::Anonymous), 0};
    tell(EventKind::Mapping, Payload);
  }
  void advance(uint64_t Instructions) {
    Lazy.advance(Instructions);
    Eager.advance(Instructions);
  }
  void compare() {
    const auto &A = Lazy.structures().structures();
    const auto &B = Eager.structures().structures();
    ASSERT_EQ(A.size(), B.size());
    for (size_t I = 0; I != A.size(); ++I) {
      EXPECT_EQ(A[I].Objects, B[I].Objects);
      EXPECT_EQ(A[I].Bytes, B[I].Bytes);
      EXPECT_EQ(A[I].PeakBytes, B[I].PeakBytes);
      EXPECT_EQ(A[I].Lives.PeakObjects, B[I].Lives.PeakObjects);
    }
    EXPECT_EQ(Lazy.times().lives(), Eager.times().lives());
    EXPECT_EQ(Lazy.notes(), Eager.notes());
  }

private:
  static constexpr uint64_t Heap = 0x400000 - 0x8000, HeapBytes = 0x10000;

  void tell(EventKind Kind, std::span<const uint64_t> Payload,
            uint32_t Argument = 0) {
    Event E{Kind, ThreadId(0), Argument, 0, Payload};
    Lazy.expect(Payload[0]);
    Lazy.event(E);
    Eager.event(E);
  }
  void alloc(uint64_t Address, uint64_t Size, uint64_t Site,
             uint64_t Previous = 0) {
    uint64_t Payload[] = {Address, Size, Site, Previous};
    tell(EventKind::Alloc, Payload);
    Live[Address] = Address + Size;
  }
  void free(uint64_t Address, bool ByRealloc = false) {
    uint64_t Payload[] = {Address};
    tell(EventKind::Free, Payload, ByRealloc);
    Live.erase(Address);
  }
  /// Moves an object as realloc does, to where there is room; not if that
  /// fails.
  void move(uint64_t Address, bool Fails) {
    uint64_t Size = Live.at(Address) - Address;
    free(Address, true);
    if (Fails) {
      alloc(Address, 0, 0, Address);
      Live[Address] = Address + Size;
      return;
    }
    alloc(Live.empty() ? Heap : Live.rbegin()->second + 64 & ~uint64_t(15),
          Size + Size % 7, Sites[Size % Sites.size()], Address);
  }

  TableBuilder Tables;
  ModuleSet Modules;
  Attributor Lazy, Eager;
  std::array<uint64_t, 3> Sites;
  std::map<uint64_t, uint64_t> Live; ///< from begin to end
  unsigned Choice = 0;
  uint64_t LastMark = Heap;
};

TEST(UnclaimedObjects, AReallocationThatFailsLeavesTheBlock) {
  TwoWays P;
  std::vector<ObjectLives> Before = P.lives();
  P.fail(0x10, 16);
  P.fail(0x9000, 0);
  EXPECT_EQ(P.lives(), Before);
  P.compare();
}

TEST(UnclaimedObjects, MarksEndWithTheBlockThatWaited) {
  TwoWays P;
  P.choose(6);
  for (uint64_t Offset = 0; Offset != 6400; Offset += 64)
    P.pieceOfBlock(Offset);
  P.compare();
}

TEST(UnclaimedObjects, CountAndShowAsIfTheyWereClaimed) {
  for (bool Asks : {false, true})
    for (bool Marks : {false, true}) {
      std::mt19937_64 Random(7);
      TwoWays P;
      for (int Step = 0; Step != 30'000; ++Step) {
        if (Step % 3000 == 1000 && Step < 20'000)
          P.choose(unsigned(Step / 3000));
        P.allocOrFree(Random());
        P.ask(Random(), true);
        if (Asks && Random() % 4 == 0)
          P.ask(Random(), false);
        if (Marks && Random() % 8 == 0)
          P.mark(Random());
        if (Marks && Random() % 400 == 0)
          P.rename(Random());
        if (Marks && Random() % 1000 == 0)
          P.map(Random());
        P.advance(Random() % 100);
      }
      P.compare();
    }
}

} // namespace
