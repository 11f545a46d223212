//===- AnalysisTest.cpp - batches and events to a profile -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/IntervalRows.h"
#include "test/support/AnalysisRun.h"
#include "test/support/IntervalCounts.h"
#include "test/support/NamedStructure.h"
#include "test/support/ReferenceCache.h"
#include "test/support/ReferenceOwnership.h"
#include <cstring>

namespace {

constexpr const char *Spec = "L1=1K,2;L2=4K,4;L3=16K,8;line=64";

/// Feeds an analysis with hand-made batches and events.
class Feed {
public:
  explicit Feed(const char *CacheSpec = Spec)
      : Caches(*parseCacheModel(CacheSpec)), Pipeline(Caches, Modules, {}) {
    Pipeline.ranges()->makeRoom(2);
  }

  void announce(const TableBuilder &Tables) {
    ModuleBuilder Builder(Modules);
    Decoder Records(Builder, Pipeline, {});
    StreamBuilder Stream;
    Stream.module(0, Tables);
    EXPECT_TRUE(Records.segment({ThreadId(0), Stream.words()}));
  }

  void event(EventKind Kind, uint32_t Thread, std::vector<uint64_t> Payload,
             uint32_t Argument = 0) {
    flush();
    Pipeline.event({Kind, ThreadId(Thread), Argument, ++Order, Payload});
  }
  void alloc(uint64_t Address, uint64_t Size, uint64_t Previous = 0,
             uint32_t Thread = 0, uint64_t Site = 0) {
    event(EventKind::Alloc, Thread, {Address, Size, Site, Previous});
  }
  void free(uint64_t Address, bool ByRealloc = false, uint32_t Thread = 0) {
    event(EventKind::Free, Thread, {Address}, ByRealloc);
  }
  void stack(uint32_t Thread, uint64_t Low, uint64_t High,
             uint32_t Parent = 0) {
    event(EventKind::ThreadStart, Thread, {Low, High, 0, 0}, Parent);
  }

  void access(uint64_t Address, uint32_t Size = 8, bool Write = false,
              uint32_t Thread = 0, uint32_t Interval = 0) {
    AccessBatch &B = *Batch;
    if (B.Count == AccessBatch::Capacity || B.Thread != ThreadId(Thread) ||
        B.Interval != IntervalId(Interval))
      flush();
    B.Thread = ThreadId(Thread);
    B.Interval = IntervalId(Interval);
    B.Instructions += 3;
    uint32_t Site = Write;
    if (Pipeline.ranges()->contains(Site, Address))
      B.addInside(Address, {Site, Size, Write});
    else
      B.add(Address, {Site, Size, Write});
    ++Executed[Site];
  }

  Profile finish() {
    flush();
    return Pipeline.finish({}, {});
  }

private:
  void flush() {
    if (!Batch->Count)
      return;
    Pipeline.batch(*Batch);
    Pipeline.executed(Batch->Thread, Batch->Interval,
                      {{{0, 1, std::exchange(Executed[0], 0)},
                        {1, 1, std::exchange(Executed[1], 0)}}});
    Batch->clear();
  }

  CacheModel Caches;
  ModuleSet Modules;
  Analysis Pipeline;
  uint64_t Executed[2] = {}; ///< reads, writes
  std::unique_ptr<AccessBatch> Batch = std::make_unique<AccessBatch>();
  uint64_t Order = 0;
};

void expectSumsAddUp(const Profile &P) {
  Counts Threads, Intervals;
  for (const ThreadCounts &C : P.ByThread)
    Threads += C.Total;
  std::vector<IntervalCounts> Rows = *intervalCounts(P);
  for (const IntervalCounts &C : Rows)
    Intervals += C.Total;
  EXPECT_EQ(P.total(), Threads);
  EXPECT_EQ(P.total(), Intervals);
  uint64_t Instructions = sumOf(P.Threads, &ThreadRow::Instructions);
  EXPECT_EQ(P.Instructions, Instructions);
}

class AnalysisTest : public testing::Test, protected Feed {};

TEST_F(AnalysisTest, TellsProgramAndArguments) {
  const char Line[] = "./prog\0-x\0\0two words";
  std::vector<uint64_t> Payload{4711, sizeof(Line)};
  Payload.resize(2 + (sizeof(Line) + 7) / 8);
  std::memcpy(&Payload[2], Line, sizeof(Line));
  event(EventKind::Program, 0, Payload);
  Profile P = finish();
  EXPECT_EQ(P.Program, "./prog");
  EXPECT_EQ(P.Arguments, (std::vector<std::string>{"-x", "", "two words"}));
  EXPECT_EQ(P.ProcessId, 4711u);
}

TEST_F(AnalysisTest, CountsByStructureThreadAndInterval) {
  stack(0, 0x7000, 0x8000);
  stack(2, 0x9000, 0xa000, 0);
  access(0x7100, 8, true, 0, 0);
  access(0x9100, 8, false, 2, 0);
  access(0x7100, 8, false, 0, 5);
  access(0x500000, 8, false, 0, 5);
  Profile P = finish();
  EXPECT_EQ(named(P, "[stack]").Total.Accesses, 2u);
  EXPECT_EQ(named(P, "[stack]").Total.Stores, 1u);
  EXPECT_EQ(named(P, "[stack of thread 2]").Total.Loads, 1u);
  EXPECT_EQ(named(P, "[unattributed]").Total.Levels[0].Misses, 1u);
  std::vector<IntervalCounts> Rows = *intervalCounts(P);
  ASSERT_EQ(Rows.size(), 4u);
  EXPECT_EQ(Rows[0].Thread, 0u); // [unattributed], number 1
  EXPECT_EQ(Rows[0].Interval, 5u);
  EXPECT_EQ(Rows[1].Interval, 0u); // [stack]
  EXPECT_EQ(Rows[2].Interval, 5u);
  EXPECT_EQ(Rows[3].Thread, 2u);
  EXPECT_EQ(P.Instructions, 12u);
  expectSumsAddUp(P);
}

TEST_F(AnalysisTest, MayFinishAndGoOn) {
  access(0x1000);
  EXPECT_EQ(finish().total().Accesses, 1u);
  access(0x1000);
  Profile P = finish();
  EXPECT_EQ(P.total().Accesses, 2u);
  EXPECT_EQ(P.total().Levels[0].Misses, 1u);
  EXPECT_EQ(intervalCounts(P)->size(), 1u);
  expectSumsAddUp(P);
}

TEST_F(AnalysisTest, ReallocKeepsTheObject) {
  alloc(0x1000, 100);
  free(0x1000, true);
  alloc(0x2000, 300, 0x1000);
  Profile P = finish();
  const Structure &S = named(P, "[library]");
  EXPECT_EQ(S.Objects, 1u);
  EXPECT_EQ(S.PeakBytes, 300u);
  EXPECT_EQ(S.Bytes, 300u);
  free(0x2000);
  access(0x2000);
  EXPECT_EQ(named(finish(), "[unattributed]").Total.Accesses, 1u);
}

TEST_F(AnalysisTest, ReallocOfTwoThreadsAtOnceIsNotMixedUp) {
  alloc(0x1000, 100);
  alloc(0x2000, 1000);
  free(0x1000, true, 1);
  free(0x2000, true, 2);
  alloc(0x3000, 150, 0x1000, 1);
  alloc(0x4000, 1000, 0x2000, 2);
  const Structure &S = named(finish(), "[library]");
  EXPECT_EQ(S.Objects, 2u);
  EXPECT_EQ(S.Bytes, 1150u);
}

TEST_F(AnalysisTest, OdditiesBecomeNotes) {
  EXPECT_TRUE(finish().Notes.empty());
  free(0x1234);
  alloc(0x1000, 100);
  alloc(0x1010, 100);
  alloc(~uint64_t(0), 100);
  EXPECT_EQ(finish().Notes,
            (std::vector<std::string>{
                "1 releases of memory whose allocation was not seen",
                "1 objects were replaced without their release having been "
                "seen",
                "1 allocations outside the address space were ignored"}));
}

TEST_F(AnalysisTest, EventsWithTooFewWordsAreIgnored) {
  for (uint32_t Kind = 0; Kind != 128; ++Kind)
    for (size_t Words = 0; Words != 6; ++Words)
      event(EventKind(Kind), 0, std::vector<uint64_t>(Words, ~uint64_t(0)));
  // One of them is whole: it ends the region of interest.
  event(EventKind::Interest, 0, {}, 1);
  access(~uint64_t(0), 4096, true, ~0u, ~0u);
  EXPECT_EQ(finish().total().Accesses, 1u);
}

TEST_F(AnalysisTest, MappingsOfLibrariesAndFilesAreTold) {
  uint64_t Path = 0;
  std::memcpy(&Path, "/x/db", 5);
  event(EventKind::Mapping, 0, {0x10000, 0x20000, 0, 5, Path});
  event(EventKind::Mapping, 0, {0x20000, 0x30000, 2, 5, Path});
  event(EventKind::Mapping, 0, {0x30000, 0x40000, 1, 0});
  access(0x10000);
  access(0x20000);
  access(0x30000);
  event(EventKind::Unmap, 0, {0x20000, 0x40000});
  access(0x20000);
  Profile P = finish();
  EXPECT_EQ(named(P, "[library db]").Total.Accesses, 1u);
  EXPECT_EQ(named(P, "[mapping db]").Total.Accesses, 1u);
  EXPECT_EQ(named(P, "[mapping db]").PeakBytes, 0x10000u);
  EXPECT_EQ(named(P, "[anonymous mapping]").Total.Accesses, 1u);
  EXPECT_EQ(named(P, "[unattributed]").Total.Accesses, 1u);
}

/// Owner by search, caches by lists, on a random life of objects and threads.
class RandomProgram : public testing::TestWithParam<const char *> {
protected:
  static constexpr uint32_t Sites = 4;
  static constexpr uint64_t Heap = 0x100000, HeapBytes = 0x6000;
  static constexpr uint64_t Stacks = 0x900000;

  RandomProgram() : F(GetParam()), Caches(*parseCacheModel(GetParam())) {
    TableBuilder Tables;
    for (uint32_t I = 0; I != Sites; ++I)
      Site[I] = Tables.allocation({.Name = fmt::format("site{}", I)});
    F.announce(Tables);
    // Numbers are given in the order of appearance: library, no owner, then:
    for (uint32_t T = 0; T != 3; ++T) {
      F.stack(T, Stacks + T * 0x1000, Stacks + T * 0x1000 + 0x1000);
      Memory.setStack(Stacks + T * 0x1000, Stacks + T * 0x1000 + 0x1000, 2 + T);
    }
    for (uint32_t I = 0; I != Sites; ++I)
      allocate(Heap + I * 0x100, 16, I);
  }

  void allocate(uint64_t Address, uint64_t Size, uint32_t SiteNumber) {
    F.alloc(Address, Size, 0, 0, Site[SiteNumber]);
    Memory.claim(Address, Size, 5 + SiteNumber);
  }

  void access(uint64_t R, uint32_t Thread, int Step) {
    uint64_t Address = (R >> 12 & 1) ? Heap + (R >> 16) % HeapBytes
                                     : Stacks + (R >> 16) % 0x3400;
    // Now and then the neighbourhood again: what was just looked up.
    if (R >> 13 & 1)
      Address = Last + (R >> 16) % 64;
    Last = Address;
    uint32_t Size = R >> 14 & 3 ? 8 : 1 + uint32_t(R >> 50) % 100;
    bool Write = R >> 62 == 0;
    F.access(Address, Size, Write, Thread, uint32_t(Step) / 1000);
    Caches.access(Thread, Memory.owner(Address), Address, Size, Write);
  }

  void allocateOrFree(uint64_t R) {
    uint64_t Address = Heap + (R >> 16) % HeapBytes / 16 * 16;
    if (Memory.release(Address))
      F.free(Address);
    else
      allocate(Address, 1 + (R >> 40) % 200, R >> 32 & (Sites - 1));
  }

  Feed F;
  ReferenceCache Caches;
  ReferenceOwnership Memory;
  std::array<uint64_t, Sites> Site;
  uint64_t Last = Heap;
};

TEST_P(RandomProgram, AgreesWithTheSlowReferences) {
  std::mt19937_64 Random(99);
  for (int Step = 0; Step != 40000; ++Step) {
    uint64_t R = Random();
    if (R >> 8 & 15)
      access(R, uint32_t(R & 1) + uint32_t(Step > 20000), Step);
    else
      allocateOrFree(R);
    if (Step == 20000) {
      F.event(EventKind::ThreadEnd, 0, {});
      Caches.endThread(0);
    }
  }
  Profile P = F.finish();
  ASSERT_EQ(P.Structures.size(), 5 + Sites);
  for (uint32_t S = 1; S != P.Structures.size(); ++S)
    EXPECT_EQ(P.Structures[S].Total, Caches.counts().at(S))
        << P.Structures[S].Name;
  EXPECT_EQ(P.total(), Caches.total());
  EXPECT_EQ(P.Threads.size(), 3u);
  expectSumsAddUp(P);
}

INSTANTIATE_TEST_SUITE_P(
    Caches, RandomProgram,
    testing::Values("L1=1K,2;L2=4K,4;L3=16K,8;line=64", "L1=1K,1;line=32",
                    "L1=1K,8;L2=8K,1;line=16", "L1=4K,4;L2=16K,4;line=128",
                    "L1=1536,8;L2=3K,4;line=64", "L1=8K,128;L2=16K,8",
                    "L1=2K,4,shared;L2=8K,8,shared", "L1=16K,16;L2=40K,20"));

/// Returns whether thread 2, which thread 0 creates before (\p IsEarly) or
/// after it joins thread 1, may take lines from thread 1. Thread 2 has its
/// first processor after the join in both cases.
bool mayFight(bool IsEarly) {
  Feed F;
  TableBuilder Tables;
  Tables.block({.Slots = 2, .Sites = {{}, {.Kind = AccessKind::Store}}});
  F.announce(Tables);
  F.stack(0, 0x7000'0000, 0x7010'0000);
  F.event(EventKind::ThreadCreate, 0, {}, 1);
  if (IsEarly)
    F.event(EventKind::ThreadCreate, 0, {}, 2);
  F.stack(1, 0x6000'0000, 0x6010'0000);
  F.alloc(0x1000, 64);
  for (int I = 0; I != 1000; ++I)
    F.access(0x1000, 8, true, 1);
  F.event(EventKind::ThreadEnd, 1, {});
  F.event(EventKind::ThreadJoin, 0, {}, 1);
  if (!IsEarly)
    F.event(EventKind::ThreadCreate, 0, {}, 2);
  F.stack(2, 0x5000'0000, 0x5010'0000);
  for (int I = 0; I != 1000; ++I)
    F.access(0x1008, 8, true, 2);
  return !F.finish().SharingHints.empty();
}

TEST(Analysis, ThreadsMayRunFromTheirCreationOn) {
  EXPECT_TRUE(mayFight(true));
  EXPECT_FALSE(mayFight(false));
}

} // namespace
