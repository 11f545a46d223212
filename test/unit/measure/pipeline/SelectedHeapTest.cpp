//===- SelectedHeapTest.cpp - events of the heap among accesses -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/NamedStructure.h"
#include "test/support/SelectedProgram.h"

namespace {

/// All for \p Analysis, but each event of the heap ends a batch.
class EventsApart final : public BatchSink {
public:
  explicit EventsApart(BatchSink &Analysis) : Sink(Analysis) {}
  void batch(const AccessBatch &B) override {
    EXPECT_TRUE(B.Heap.empty());
    Sink.batch(B);
  }
  void event(const Event &E) override { Sink.event(E); }
  void executed(ThreadId Thread, IntervalId Interval,
                std::span<const SiteExecutions> Sites) override {
    Sink.executed(Thread, Interval, Sites);
  }
  void counted(ThreadId Thread, IntervalId Interval,
               std::span<const SiteExecutions> Sites) override {
    Sink.counted(Thread, Interval, Sites);
  }
  SiteRanges *ranges() override { return Sink.ranges(); }

private:
  BatchSink &Sink;
};

/// A random program that allocates much, as it is recorded: in windows, with
/// visits, with locals.
class Allocating {
public:
  explicit Allocating(uint32_t Seed) : Random(Seed) {
    uint64_t Site = Tables.range(TableKind::Sites).End;
    Row = Tables.block(
        {.Instructions = 10,
         .Slots = 5,
         .Sites = {{.Size = 4},
                   {.Size = 4, .Base = 1, .Kind = AccessKind::Store},
                   {.Size = 0, .Base = 2, .Shape = SiteShape::FrameBegin},
                   {.Size = 40,
                    .Base = 3,
                    .Shape = SiteShape::LocalBegin,
                    .Local = Tables.allocation(
                        {.Name = "local", .Kind = AllocationKind::Local})},
                   {.Size = 0, .Base = 4, .Shape = SiteShape::FrameEnd}}});
    for (uint64_t &S : Sites)
      S = std::exchange(Site, Site + sizeof(memfacet::Site));
    Tables.flow(0, Row, Tables.counter(10));
    Tables.flow(Row, 0, 0);
    for (uint64_t I = 0; I != Kinds.size(); ++I)
      Kinds[I] = Tables.allocation({.Name = fmt::format("kind{}", I)});
    for (uint64_t I = 0; I != Pieces.size(); ++I)
      Pieces[I] = Tables.allocation({.Name = fmt::format("piece{}", I)});
    Words.module(0, Tables).threadStart(++Order, StackLow, StackLow + 0x10000);
    Words.lines(0, 1);
  }

  const StreamBuilder &run() {
    for (uint32_t Interval = 0; Interval != 60; ++Interval) {
      for (int Step = 0; Step != 300; ++Step)
        step(Random());
      Words.event(EventKind::Counts, {countsOf(0, false), counterWord(0, 900)});
      Words.event(EventKind::Counts, {countsOf(0, true)});
      enter(Interval);
    }
    return Words;
  }

private:
  static constexpr uint64_t StackLow = 0x700000;
  static constexpr uint64_t Heap = 0x400000 - 0x2000, HeapBytes = 0x4000;

  void enter(uint32_t Interval) {
    auto Bits = uint8_t(std::min(Interval / 8, MostSelectBits));
    auto Visit = uint8_t(Bits == 0      ? 0
                         : Interval % 2 ? BetweenVisits
                                        : 1 + Random() % visits(Bits));
    bool Window = Interval % 7 == 3;
    Words.selected(SelectedKind::Lines, Window, 0,
                   packLines({Bits, Visit, uint16_t(Visit ? 2 : 0)}));
    Chosen =
        Window ? AllResidues : chosenLines(Bits) | visitedLines(Bits, Visit);
  }
  void step(uint64_t R) {
    if (R % 32 == 12)
      markInBlock(R);
    else if (R % 4 != 0)
      access(Heap + (R >> 8) % HeapBytes, R);
    else if (R % 64 == 0)
      local(StackLow + 0x8000 + (R >> 8) % 32 * 16, R);
    else
      allocOrFree(Heap + (R >> 8) % HeapBytes / 16 * 16, R);
  }
  void access(uint64_t Address, uint64_t R) {
    Address &= ~uint64_t(3);
    if (hasLineOf(Chosen, Address))
      Words.selected(SelectedKind::Access, Address, Sites[R >> 40 & 1], 4);
  }
  void local(uint64_t Address, uint64_t R) {
    Words.selected(SelectedKind::Mark, Address, Sites[2], 0);
    Words.selected(SelectedKind::Mark, Address, Sites[3], 40);
    access(Address + 8, R);
    if (R & 1 << 10)
      Words.selected(SelectedKind::Mark, Address, Sites[4], 0);
  }
  void allocOrFree(uint64_t Address, uint64_t R) {
    auto Next = Live.upper_bound(Address);
    if (Next != Live.begin() && std::prev(Next)->second > Address) {
      // Now and then it is not recorded.
      if (R >> 32 & 63)
        Words.free(++Order, std::prev(Next)->first);
      Live.erase(std::prev(Next));
      return;
    }
    uint64_t Room = Next == Live.end() ? HeapBytes : Next->first - Address;
    uint64_t Size = std::min(1 + (R >> 32) % ((R >> 52) % 8 ? 60 : 700), Room);
    Words.alloc(++Order, Address, Size, Kinds[(R >> 40) % Kinds.size()]);
    Live[Address] = Address + Size;
  }

  /// Begins or ends a mark: a piece of a block most often, or one with a name,
  /// in a local, across blocks, inside another one.
  void markInBlock(uint64_t R) {
    uint64_t Address = Heap + (R >> 8) % HeapBytes / 16 * 16;
    if (R % 256 == 12)
      Address = StackLow + 0x8000 + (R >> 8) % 32 * 16;
    else if (auto Block = Live.lower_bound(Address); Block != Live.end())
      Address = Block->first + (R >> 40) % 3 * 16;
    if ((R >> 24) % 3 == 0) {
      uint64_t Size = (R >> 32) % 64 == 0 ? 200 : 0;
      Words.event(EventKind::MarkEnd, {++Order, Address, Size},
                  R >> 48 & (Size == 0));
      return;
    }
    Words.mark(++Order, Address, (R >> 30) % 16 == 0 ? 300 : (R >> 32) % 48,
               (R >> 44) % 16 == 0 ? "named" : "",
               (R >> 50) % 64 == 0 ? MarkKind::Region : MarkKind::Object,
               Pieces[(R >> 52) % Pieces.size()]);
  }

  std::mt19937_64 Random;
  TableBuilder Tables;
  StreamBuilder Words;
  std::array<uint64_t, 5> Sites;
  std::array<uint64_t, 4> Kinds;
  std::array<uint64_t, 3> Pieces;
  std::map<uint64_t, uint64_t> Live; ///< from begin to end
  uint64_t Row, Order = 0;
  ResidueSet Chosen = AllResidues;
};

Profile analysed(const StreamBuilder &Stream, bool Split) {
  ModuleSet Modules;
  ModuleBuilder Builder(Modules);
  Analysis Pipeline(*parseCacheModel("L1=4K,1;L2=32K,2"), Modules,
                    {.Decoding = {.Intervals = {9000}}});
  EventsApart Splitter(Pipeline);
  Decoder Records(Builder,
                  Split ? Splitter : static_cast<BatchSink &>(Pipeline),
                  {.Intervals = {9000}});
  EXPECT_TRUE(Records.segment({ThreadId(0), Stream.words()}));
  Records.finish();
  EXPECT_EQ(Records.loss().UnknownWords, 0u);
  Pipeline.selects(Records.ending());
  return Pipeline.finish(Records.loss(), {});
}

TEST(SelectedHeap, EventsInBatchesCountAsThoseBetweenThem) {
  for (uint32_t Seed = 0; Seed != 8; ++Seed) {
    Allocating Program(Seed);
    const StreamBuilder &Stream = Program.run();
    Profile A = analysed(Stream, true), B = analysed(Stream, false);
    expectSame(summary(A), summary(B));
    ASSERT_EQ(A.Structures.size(), B.Structures.size());
    for (size_t I = 0; I != A.Structures.size(); ++I) {
      const Structure &S = A.Structures[I], &Other = B.Structures[I];
      EXPECT_EQ(S.Name, Other.Name);
      EXPECT_EQ(S.Objects, Other.Objects) << S.Name;
      EXPECT_EQ(S.Bytes, Other.Bytes) << S.Name;
      EXPECT_EQ(S.PeakBytes, Other.PeakBytes) << S.Name;
      EXPECT_EQ(S.Lives, Other.Lives) << S.Name;
    }
    EXPECT_EQ(A.Notes, B.Notes);
    // It has what it is made for.
    EXPECT_GT(named(B, "kind3").Objects, 400u);
    EXPECT_GT(named(B, "local").Objects, 50u);
    EXPECT_GT(named(B, "piece2").Objects, 100u);
  }
}

} // namespace
