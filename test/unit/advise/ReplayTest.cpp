//===- ReplayTest.cpp - changes, tried on the stream ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Replay.h"
#include "analysis/advise/ReplayStream.h"
#include "test/support/ReferenceCache.h"
#include "test/support/Test.h"
#include "test/unit/advise/RandomShapes.h"

namespace {

constexpr const char *Specs[] = {
    "L1=1K,2", "L1=512,1;L2=4K,4", "L1=1K,2;L2=2K,4;L3=16K,8;line=32",
    "L1=2K,4,shared;L2=8K,8,shared", "L1=768,3;L2=3K,6"};

/// Accesses of three threads, of which one ends and goes on, to arrays and
/// blocks that come and go.
struct RandomStream {
  explicit RandomStream(uint64_t Seed) : Random(Seed) {
    for (uint32_t I = 0; I != 4; ++I)
      born(I, 3, 0x100000 + I * 0x8000, 48 * 40);
    for (int I = 0; I != 20000; ++I)
      step();
  }

  void add(ReplayEvent::Kind Kind, uint32_t Number) {
    Block.add({.Type = Kind, .Number = Number});
  }
  void born(uint32_t Number, uint32_t Structure, uint64_t Address,
            uint64_t Bytes) {
    Block.add({.Type = ReplayEvent::Kind::ObjectBegin,
               .Number = Number,
               .Structure = Structure,
               .Address = Address,
               .Bytes = Bytes,
               .ElementBytes = 48});
  }
  void step() {
    uint64_t R = Random();
    if (Block.Accesses.empty() || R % 50 == 0)
      add(ReplayEvent::Kind::Thread, R >> 8 & 3);
    if (R % 3000 == 1) {
      add(ReplayEvent::Kind::ThreadEnd, 2);
      add(ReplayEvent::Kind::Thread, 1);
    }
    bool Write = (R >> 60) < 5;
    auto Size = uint32_t(1 + (R >> 12 & 15));
    if (R % 3 == 0)
      return Block.Accesses.push_back({0x900000 + (R >> 20) % 3000,
                                       AccessInfo(7, Size, Write), 2,
                                       NoObject});
    auto Object = uint32_t(R >> 16 & 3);
    uint64_t Address = (R >> 20) % (48 * 40 - Size + 1);
    Block.Accesses.push_back({0x100000 + Object * 0x8000 + Address,
                              AccessInfo(8, Size, Write), 3, Object});
  }

  std::mt19937_64 Random;
  ReplayBlock Block;
};

/// The reference cache with the addresses that \p Where gives.
template <typename Mapping>
std::map<uint32_t, Counts> slowly(const CacheModel &Model, const ReplayBlock &B,
                                  Mapping Map) {
  ReferenceCache Slow(Model);
  uint32_t Thread = 0, Ended = ~0u;
  B.forEach(
      [&](const ReplayEvent &E) {
        if (E.Type == ReplayEvent::Kind::ThreadEnd) {
          Slow.endThread(E.Number);
          Ended = E.Number;
        }
        if (E.Type != ReplayEvent::Kind::Thread)
          return;
        // Who goes on after its end finds cold caches each time.
        if (Thread == Ended && E.Number != Ended)
          Slow.endThread(Ended);
        Thread = E.Number;
      },
      [&](const ReplayAccess &A) {
        Map(A, [&](uint64_t Address, uint64_t Bytes) {
          Slow.access(Thread, A.Structure, Address, Bytes, A.Info.write());
        });
      });
  return Slow.counts();
}

void expectSame(Replay &Fast, const std::map<uint32_t, Counts> &Slow,
                size_t Levels) {
  const std::vector<ReplayCounts> &All = Fast.caches().counts();
  uint64_t Misses = 0;
  for (const auto &[Structure, C] : Slow) {
    ASSERT_LT(Structure, All.size());
    EXPECT_EQ(All[Structure].Touches, C.Levels[0].Accesses);
    for (size_t L = 0; L != Levels; ++L) {
      EXPECT_EQ(All[Structure].Misses[L], C.Levels[L].Misses) << "level " << L;
      EXPECT_EQ(All[Structure].Writebacks[L], C.Levels[L].Writebacks);
      Misses += C.Levels[L].Misses;
    }
  }
  EXPECT_GT(Misses, 0u);
}

} // namespace

class ReplayOn : public testing::TestWithParam<const char *> {};

TEST_P(ReplayOn, AddressesAsTheyAreIsThePlainSimulation) {
  CacheModel Model = *parseCacheModel(GetParam());
  RandomStream Stream(3);
  auto Slow =
      slowly(Model, Stream.Block, [](const ReplayAccess &A, auto Touch) {
        Touch(A.Address, A.Info.size());
      });
  Replay Plain(Model, nullptr, {});
  Plain.take(Stream.Block);
  expectSame(Plain, Slow, Model.Levels.size());
}

TEST_P(ReplayOn, AnotherLayoutIsTheReferenceWithAddressesMappedByHand) {
  CacheModel Model = *parseCacheModel(GetParam());
  RandomStream Stream(4);
  // Elements of 48 bytes: [0, 16) here, [16, 48) there.
  ElementShape Shape{
      "s", 48, {{"a", "char[16]", 0, 16, 16}, {"b", "char[32]", 16, 32, 16}}};
  Candidate Change;
  Change.Kind = AdviceKind::Split;
  Change.Structure = StructureId(3);
  Change.Layout = partedLayout(Shape, {{0}, {1}}, false);
  Replay Fast(Model, &Change, {});
  Fast.take(Stream.Block);
  // Variables, one after the other, hot part first, in a part of their own.
  uint64_t Base = PrivateLow + (PrivateHigh - PrivateLow) / 2;
  uint64_t ObjectBytes = 16 * 40 + 32 * 40;
  auto Slow =
      slowly(Model, Stream.Block, [&](const ReplayAccess &A, auto Touch) {
        if (A.Structure != 3)
          return Touch(A.Address, A.Info.size());
        uint64_t Offset = A.Address % 0x8000;
        std::vector<std::pair<uint64_t, uint64_t>> Bytes; // of neighbours
        for (uint64_t B = Offset; B != Offset + A.Info.size(); ++B) {
          uint64_t Element = B / 48, In = B % 48;
          uint64_t Address =
              Base + A.Object * ObjectBytes +
              (In < 16 ? Element * 16 + In : 16 * 40 + Element * 32 + In - 16);
          if (!Bytes.empty() && Bytes.back().second == Address)
            ++Bytes.back().second;
          else
            Bytes.emplace_back(Address, Address + 1);
        }
        for (auto [Low, High] : Bytes)
          Touch(Low, High - Low);
      });
  expectSame(Fast, Slow, Model.Levels.size());
}

INSTANTIATE_TEST_SUITE_P(, ReplayOn, testing::ValuesIn(Specs));

TEST(Replay, CountsOnlyWhereItShall) {
  ReplayBlock B;
  auto Event = [&](ReplayEvent::Kind Kind, uint32_t Number) {
    B.add({.Type = Kind, .Number = Number});
  };
  auto Load = [&](uint64_t Line) {
    B.Accesses.push_back({Line * 64, AccessInfo(0, 8, false), 1, NoObject});
  };
  Event(ReplayEvent::Kind::Thread, 0);
  Load(1), Load(2);
  Event(ReplayEvent::Kind::Forget, 0);
  Load(1), Load(3);
  Event(ReplayEvent::Kind::Count, 0);
  Load(4);
  Event(ReplayEvent::Kind::Count, 1);
  Load(4), Load(5);
  Replay R(*parseCacheModel("L1=4K,8"), nullptr, {.Pages = true});
  R.take(B);
  MissTotals M = R.missesOf(StructureId(1));
  EXPECT_EQ(M.Levels, std::vector<uint64_t>{2});
  EXPECT_EQ(M.Touches, 4u);
  EXPECT_EQ(M.Pages, 0u); // the first access's, which was forgotten
}

TEST(Replay, HugePagesMissOncePerTwoMegabytes) {
  ReplayBlock B;
  B.add({.Type = ReplayEvent::Kind::Thread});
  for (uint64_t Page = 0; Page != 2048; ++Page)
    B.Accesses.push_back({(uint64_t(1) << 32) + Page * 4096,
                          AccessInfo(0, 8, false), 1, NoObject});
  Candidate Change;
  Change.Kind = AdviceKind::HugePages;
  Change.Structure = StructureId(1);
  CacheModel Model = *parseCacheModel("L1=4K,8");
  Replay Small(Model, nullptr, {.Pages = true});
  Replay Huge(Model, &Change, {.Pages = true});
  Small.take(B);
  Huge.take(B);
  EXPECT_EQ(Small.totalMisses().Pages, 2048u);
  EXPECT_EQ(Huge.totalMisses().Pages, 4u);
  EXPECT_EQ(Small.totalMisses().Levels, Huge.totalMisses().Levels);
}

TEST(Replay, HasTheMissesOfEachIntervalOfAPart) {
  CacheModel Model = *parseCacheModel("L1=4K,8");
  Replay Part(Model, nullptr, {.IsPart = true}), Whole(Model, nullptr, {});
  auto Pass = [](uint32_t Interval, uint64_t Lines) {
    ReplayBlock B;
    B.add({.Type = ReplayEvent::Kind::Interval, .Number = Interval});
    B.add({.Type = ReplayEvent::Kind::Thread, .Number = 0});
    for (uint64_t I = 0; I != Lines; ++I)
      B.Accesses.push_back(
          {0x100000 + I * 64, AccessInfo(7, 8, false), 1, NoObject});
    return B;
  };
  for (Replay *R : {&Part, &Whole}) {
    R->take(Pass(3, 40));
    R->take(Pass(9, 50));
  }
  Part.estimateWhole(10);
  std::vector<MissTotals> All = Part.intervalMisses();
  ASSERT_EQ(All.size(), 2u);
  EXPECT_EQ(All[0].Levels, std::vector<uint64_t>{40});
  EXPECT_EQ(All[1].Levels, std::vector<uint64_t>{10});
  EXPECT_TRUE(Whole.intervalMisses().empty());
}

TEST(Replay, FullyAssociativeHasNoConflicts) {
  CacheModel Model = withoutConflicts(*parseCacheModel("L1=1K,2;L2=8K,4"));
  ASSERT_EQ(Model.Levels.size(), 1u);
  EXPECT_EQ(Model.Levels[0].Ways, 16u);
}

TEST(ReplayScheduler, ResultDoesNotDependOnThreads) {
  CacheModel Model = *parseCacheModel("L1=1K,2;L2=8K,8");
  std::vector<MissTotals> Expected;
  for (unsigned Threads : {0u, 1u, 3u}) {
    std::vector<std::unique_ptr<Replay>> Replays;
    std::vector<ReplaySink *> Sinks;
    for (int I = 0; I != 5; ++I) {
      Replays.push_back(
          std::make_unique<Replay>(Model, nullptr, ReplayOptions{true, true}));
      Sinks.push_back(Replays.back().get());
    }
    ReplayScheduler Scheduler(Sinks, Threads);
    for (uint64_t Seed = 1; Seed != 5; ++Seed) {
      Scheduler.block() = RandomStream(Seed).Block;
      Scheduler.handOn();
    }
    Scheduler.settle();
    for (auto &R : Replays)
      Expected.push_back(R->totalMisses());
  }
  for (const MissTotals &M : Expected)
    EXPECT_EQ(M, Expected[0]);
  EXPECT_GT(Expected[0].Levels[1], 0u);
}

TEST(BlockStore, HasAllThatCameOrNothing) {
  ReplayBlock B = RandomStream(1).Block;
  uint64_t Bytes = B.Accesses.size() * sizeof(ReplayAccess) +
                   B.Events.size() * sizeof(ReplayEvent);
  BlockStore Store(2 * Bytes);
  Store.take(B);
  Store.take(B);
  ASSERT_TRUE(Store.complete());
  ASSERT_EQ(Store.blocks().size(), 2u);
  EXPECT_EQ(Store.blocks()[1].Accesses.size(), B.Accesses.size());
  EXPECT_EQ(Store.blocks()[1].Events.size(), B.Events.size());
  Store.take(B);
  EXPECT_FALSE(Store.complete());
  EXPECT_TRUE(Store.blocks().empty());
  Store.take({});
  EXPECT_FALSE(Store.complete());
}
