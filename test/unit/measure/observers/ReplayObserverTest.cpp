//===- ReplayObserverTest.cpp - replays of whole streams ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/observers/ReplayObserver.h"
#include "analysis/advise/Evidence.h"
#include "analysis/measure/observers/Observers.h"
#include "test/support/AnalysisRun.h"

namespace {

constexpr const char *Caches = "L1=1K,2;L2=4K,4";

/// Blocks of the heap of two sites that come and go, and a global.
class Streams : public testing::Test {
protected:
  static constexpr uint64_t Heap = 0x10000010, Global = 0x800000;

  Streams() {
    Load = Tables.block({.Slots = 1, .Sites = {{.Size = 8}}});
    Store = Tables.block(
        {.Slots = 1, .Sites = {{.Size = 4, .Kind = AccessKind::Store}}});
    Tables.global({"table", Global, 4096, "long[512]"});
    for (const char *Name : {"node", "text"})
      Names.push_back(Tables.allocation(
          {.Name = Name, .Type = "struct node", .ElementSize = 24}));
    Stream.module(0, Tables);
    Stream.threadStart(++Order);
  }

  void alloc(size_t Index, uint64_t Bytes) {
    std::vector<uint64_t> &Pool = Free[Bytes];
    uint64_t Address = Next;
    if (Pool.empty()) {
      Next += (Bytes + 23) / 16 * 16;
    } else {
      Address = Pool.back();
      Pool.pop_back();
    }
    Stream.alloc(++Order, Address, Bytes, Names[Index]);
    Live.push_back({Address, Bytes});
    Born += Index == 0;
  }
  void release(size_t I) {
    Stream.free(++Order, Live[I].first);
    Free[Live[I].second].push_back(Live[I].first);
    Live.erase(Live.begin() + ptrdiff_t(I));
  }
  /// Reallocates in vain.
  void fail(size_t I) {
    uint64_t Address = Live[I].first;
    Stream.event(EventKind::Free, {++Order, Address}, 1)
        .event(EventKind::Alloc, {++Order, Address, 0, 0, Address});
  }
  void access(uint64_t R) {
    uint64_t Address = Global + (R >> 8) % 4088;
    if (R % 3 != 0 && !Live.empty()) {
      auto [Low, Bytes] = Live[(R >> 8) % Live.size()];
      Address = Low + (R >> 30) % Bytes;
    }
    Stream.block(R >> 60 < 4 ? Store : Load, {Address});
  }

  Profile analyse(ReplayScheduler &Scheduler,
                  const ReplayObserver::AtEnd &End) {
    MakeObserver Make = [&](const ObserverContext &C) {
      return std::make_unique<ReplayObserver>(
          C, Scheduler, [](StructureId) { return true; }, End);
    };
    return test::analyse(Stream, Caches, {.Observers = {Make}});
  }

  TableBuilder Tables;
  StreamBuilder Stream;
  uint64_t Load = 0, Store = 0, Order = 0, Next = Heap, Born = 0;
  std::vector<uint64_t> Names;
  std::vector<std::pair<uint64_t, uint64_t>> Live;
  std::map<uint64_t, std::vector<uint64_t>> Free;
};

void expectSame(Replay &Identity, const Profile &P) {
  const std::vector<ReplayCounts> &Counts = Identity.caches().counts();
  for (uint32_t S = 0; S != P.Structures.size(); ++S) {
    ReplayCounts C = S < Counts.size() ? Counts[S] : ReplayCounts();
    for (size_t L = 0; L != 2; ++L) {
      EXPECT_EQ(C.Misses[L], P.Structures[S].Total.Levels[L].Misses)
          << P.Structures[S].Name;
      EXPECT_EQ(C.Writebacks[L], P.Structures[S].Total.Levels[L].Writebacks);
    }
    EXPECT_EQ(C.Touches, P.Structures[S].Total.Levels[0].Accesses);
  }
}

} // namespace

TEST_F(Streams, AsTheyAreGiveWhatTheProfileHas) {
  std::mt19937_64 Random(8);
  for (int I = 0; I != 30000; ++I) {
    uint64_t R = Random();
    if (R % 20 == 0)
      alloc(R >> 8 & 1, 8 + (R >> 16) % 120);
    else if (R % 41 == 1 && !Live.empty())
      release((R >> 8) % Live.size());
    else
      access(R);
    if (I == 9000)
      Stream.interest(++Order, true);
    if (I == 20000)
      Stream.interest(++Order, false);
  }
  Replay Identity(*parseCacheModel(Caches), nullptr, {});
  ReplayScheduler Scheduler({&Identity}, 1);
  bool Ended = false;
  Profile P = analyse(
      Scheduler, [&](const Profile &, const ModuleSet &) { Ended = true; });
  EXPECT_TRUE(Ended);
  EXPECT_GT(P.total().Levels[1].Misses, 0u);
  expectSame(Identity, P);
}

TEST_F(Streams, KeepTheSizeOfABlockWhoseReallocationFails) {
  for (bool IsUsed : {false, true}) {
    alloc(IsUsed, 40);
    if (IsUsed)
      Stream.block(Load, {Live.back().first});
    fail(Live.size() - 1);
    Stream.block(Load, {Live.back().first + 32});
  }
  EvidenceCounter Counter(64);
  std::vector<StructureEvidence> Evidence;
  ReplayScheduler Scheduler({&Counter}, 0);
  Profile P = analyse(Scheduler, [&](const Profile &, const ModuleSet &) {
    Evidence = Counter.finish();
  });
  size_t Found = 0;
  for (uint32_t S = 0; S != Evidence.size(); ++S)
    if (P.Structures[S].Name == "node" || P.Structures[S].Name == "text") {
      EXPECT_EQ(Evidence[S].LargestObject, 40u) << P.Structures[S].Name;
      ++Found;
    }
  EXPECT_EQ(Found, 2u);
}

TEST_F(Streams, TellOfBirthsInOrderAndOfDeaths) {
  alloc(0, 24); // no access, but a birth
  alloc(1, 40);
  alloc(0, 24);
  access(uint64_t(0)); // the global's birth
  release(0);
  alloc(0, 24); // in its place
  alloc(0, 24);
  release(3); // as if it had never been: nothing was accessed since
  Stream.block(Load, {Live[2].first});
  EvidenceCounter Counter(64);
  std::vector<StructureEvidence> Evidence;
  ReplayScheduler Scheduler({&Counter}, 0);
  Profile P = analyse(Scheduler, [&](const Profile &, const ModuleSet &) {
    Evidence = Counter.finish();
  });
  for (uint32_t S = 0; S != Evidence.size(); ++S) {
    if (P.Structures[S].Name == "node") {
      EXPECT_EQ(Evidence[S].Objects, 3u);
      EXPECT_EQ(Evidence[S].Ended, 1u);
      EXPECT_EQ(Evidence[S].InObjects, 1u);
      EXPECT_EQ(Evidence[S].Single, 3u);
      EXPECT_TRUE(Evidence[S].OfHeap);
    }
    if (P.Structures[S].Name == "text") {
      EXPECT_EQ(Evidence[S].Objects, 1u);
    }
    if (P.Structures[S].Name == "table") {
      EXPECT_EQ(Evidence[S].LargestObject, 4096u);
      EXPECT_FALSE(Evidence[S].OfHeap);
    }
  }
  ASSERT_GT(Evidence.size(), 3u);
}
