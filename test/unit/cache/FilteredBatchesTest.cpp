//===- FilteredBatchesTest.cpp - what reaches caches, and what gaps hide --===//
//
// Slow references, and all that a filter hands on of random accesses. See
// PinnedNumbers.h for how to take a change over.
//
//===----------------------------------------------------------------------===//

#include "analysis/cache/FreshLines.h"
#include "analysis/cache/IntervalSites.h"
#include "analysis/cache/SiteMisses.h"
#include "analysis/support/Hash.h"
#include "test/support/SimulateBatches.h"
#include "test/unit/PinnedNumbers.h"

namespace {

/// Writes down what is handed on.
class Recorder final : public FilteredSink {
public:
  void filtered(FilteredBatch &B) override {
    ++Batches;
    for (uint64_t Each : {uint64_t(B.Thread.Value), uint64_t(B.Interval.Value),
                          uint64_t(B.Process.Value), uint64_t(B.Structures),
                          uint64_t(B.Ended), uint64_t(B.Dirty.size())})
      Heads.add(double(Each));
    for (const MruChange &C : B.Changes.all()) {
      Changes.add(double(C.Wanted % 1'000'003));
      Changes.add(double(C.Written % 1'000'003));
      Changes.add(C.Site);
    }
    for (const auto &[Structure, C] : B.Accesses) {
      Counts.add(Structure.Value);
      Counts.add(double(C.ExtraTouches)), Counts.add(double(C.Writebacks));
      Counts.add(double(C.accesses())), Counts.add(double(C.stores()));
    }
    Caches.simulate(B, Misses);
    Misses.drain([&](StructureId Id, const MissCounters &C) {
      for (size_t L = 0; L != 3; ++L)
        for (uint64_t Each : {uint64_t(Id.Value), uint64_t(C.Misses[L]),
                              uint64_t(C.Writebacks[L]), uint64_t(C.Fills[L])})
          Levels.add(double(Each));
    });
  }

  explicit Recorder(const CacheModel &Model) : Caches(Model) {
    Misses.resize(8);
  }
  PinnedNumbers &addTo(PinnedNumbers &To, std::string_view Name) {
    To.row(Name, Batches, Heads.sum(), Changes.sum());
    return To.row("  counts", Counts.sum(), Levels.sum(), Caches.privateSets());
  }

private:
  Hierarchy Caches;
  CounterTable<MissCounters> Misses;
  uint64_t Batches = 0;
  NumberSum Heads, Changes, Counts, Levels;
};

/// Threads that take turns, go from interval to interval, end, and go on; some
/// write, some accesses are long.
TEST(PinnedBatches, OfThreadsAndIntervals) {
  PinnedNumbers To;
  for (const char *Spec :
       {"L1=512,2;L2=1K,2;L3=4K,8,shared", "L1=512,8,shared;L2=2K,4,shared",
        "L1=384,1;L2=2K,32"}) {
    CacheModel Model = good(parseCacheModel(Spec));
    Recorder Sink(Model);
    MruFilter Filter(Model, Sink);
    GivenOwners Owners;
    SeededRandom Random(1);
    std::array<uint32_t, 4> Intervals = {};
    for (uint32_t Turn = 0; Turn != 500; ++Turn) {
      auto Thread = uint32_t(Random.below(4));
      auto Batch = std::make_unique<AccessBatch>();
      Batch->Thread = ThreadId(Thread);
      Intervals[Thread] += Random.below(3) == 0;
      Batch->Interval = IntervalId(Intervals[Thread]);
      Batch->Process = IntervalId(Turn / 20);
      for (uint64_t I = 1 + Random.below(9); I != 0; --I) {
        uint64_t Address = Random.below(uint64_t(128) << Random.below(7));
        auto Structure = uint32_t(Address / 512 % 8);
        Owners.give(Address, Structure);
        uint64_t Size = Random.below(9) ? 4 : 1 + Random.below(300);
        Batch->add(Address, {uint32_t(Random.below(20)), uint32_t(Size),
                             Random.below(3) == 0});
      }
      Filter.filter({*Batch, 0, Batch->Count}, Owners, 8);
      if (Random.below(40) == 0)
        Filter.threadEnded(ThreadId(uint32_t(Random.below(4))));
      if (Random.below(30) == 0)
        Filter.flush();
    }
    Filter.flush();
    Sink.addTo(To, Spec);
  }
  expectPinned(To, R"(
L1=512,2;L2=1K,2;L3=4K,8,shared: 439 9327708 542170890619
  counts: 515510 9654241 4
L1=512,8,shared;L2=2K,4,shared: 426 8747452 539130882475
  counts: 515510 7807775 4
L1=384,1;L2=2K,32: 439 9327708 558171605766
  counts: 515510 8395105 4
)");
}

Miss wants(uint64_t Line, uint32_t Structure) {
  return {Miss::wanted(Line, Structure), EmptyWord, 0};
}

/// A line is fresh where it came never before, and the set has not had as many
/// lines as it has ways since the gap: those of a wide cache are one set.
TEST(FreshLines, OfWideSetsAreAsASlowReferenceSays) {
  for (const char *Spec :
       {"L1=1K,2;L2=8K,full,shared", "L1=1K,2;L2=24K,128,shared"}) {
    CacheModel Model = good(parseCacheModel(Spec));
    uint64_t Sets = Model.Levels[1].sets(64), Ways = Model.Levels[1].Ways;
    SeededRandom Random(2);
    FreshLines F(Model);
    std::set<uint64_t> Ever, Now;
    std::map<uint32_t, uint64_t> Seen, Fresh;
    bool Counting = true;
    for (int I = 0; I != 8000; ++I) {
      if (Random.below(500) == 0) {
        F.gap();
        Now.clear();
      }
      if (Random.below(300) == 0)
        F.count(Counting = !Counting);
      uint64_t Line = Random.below(3000);
      auto Structure = uint32_t(Line % 3);
      uint64_t InSet = 0;
      for (uint64_t Other : Now)
        InSet += Other % Sets == Line % Sets;
      if (!Ever.contains(Line) && InSet < Ways) {
        ++Seen[Structure];
        Fresh[Structure] += Counting;
      }
      Ever.insert(Line), Now.insert(Line);
      F.add(1, &F,
            std::vector{wants(Line, Structure),
                        Miss{EmptyWord, wants(9, 0).Wanted, 0}});
    }
    FreshLines::Counts Counts = F.take();
    for (uint32_t Structure : {0u, 1u, 2u}) {
      EXPECT_EQ(F.seen().at(Structure)[1], Seen[Structure]) << Spec;
      EXPECT_EQ(Counts.at(Structure)[1], Fresh[Structure]) << Spec;
      EXPECT_GT(Fresh[Structure], 100u);
    }
    F.forgetCounts();
    EXPECT_TRUE(F.seen().empty());
  }
}

/// Of a first level, a touch is left out once that wants the line that was its
/// set's most recent before the gap, where it is not found.
TEST(SetDistances, OfAFirstLevelAreAsASlowReferenceSays) {
  CacheModel Model = good(parseCacheModel("L1=768,3;L2=4K,4,shared"));
  SeededRandom Random(3);
  SetDistances D(Model);
  uint64_t Sets = Model.Levels[0].sets(64);
  ASSERT_EQ(Sets, 4u);
  std::map<uint64_t, std::vector<uint64_t>> Since; // by set, the last one last
  std::map<uint64_t, uint64_t> Hidden;             // by set
  SetDistanceCounts Expected{std::vector<uint64_t>(3), std::vector<uint64_t>(3),
                             0};
  for (int I = 0; I != 20000; ++I) {
    if (Random.below(60) == 0) {
      D.gap();
      for (uint64_t Set = 0; Set != Sets; ++Set) {
        if (!Since[Set].empty())
          Hidden[Set] = Since[Set].back();
        Since[Set].clear();
      }
    }
    uint64_t Line = Random.below(5) * Sets + Random.below(Sets);
    std::vector<uint64_t> &Its = Since[Line % Sets];
    std::set<uint64_t> Between;
    bool Found = false;
    for (size_t J = Its.size(); J-- != 0 && !Found;) {
      Found = Its[J] == Line;
      if (!Found)
        Between.insert(Its[J]);
    }
    bool Full = Between.size() >= 3;
    auto Front = Hidden.find(Line % Sets);
    bool LeftOut =
        (!Found || Full) && Front != Hidden.end() && Front->second == Line;
    if (LeftOut)
      Hidden.erase(Front);
    else if (Full)
      ++Expected.Missed;
    else
      ++(Found ? Expected.Found : Expected.Open)[Between.size()];
    Its.push_back(Line);
    D.add(0, &D, std::vector{MruChange{Miss::wanted(Line, 7), 0, 0}});
  }
  const SetDistanceCounts &C = D.counts().at(7)[0];
  EXPECT_EQ(C.Found, Expected.Found);
  EXPECT_EQ(C.Missed, Expected.Missed);
  EXPECT_EQ(C.Open, Expected.Open);
}

TEST(SiteMisses, AreThoseOfAMap) {
  SeededRandom Random(4);
  SiteMisses Fast;
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> Slow;
  for (int I = 0; I != 30000; ++I) {
    auto Site = uint32_t(Random.below(3000)),
         Structure = uint32_t(Random.below(4));
    Miss M{Miss::wanted(1, Structure), EmptyWord, Site};
    Fast.add(M, 1);
    ++Slow[{Site, Structure}];
    if (I == 9000)
      Fast.clear(), Slow.clear();
  }
  auto Row = Slow.begin();
  auto All = Fast.sorted();
  ASSERT_EQ(All.size(), Slow.size());
  for (const SiteMisses::Row &R : All) {
    EXPECT_EQ(std::pair(R.site(), R.structure().Value), Row->first);
    EXPECT_EQ(R.Misses[1], Row->second);
    ++Row;
  }
}

/// Sixteen of an interval are kept, ties by number; the others together.
TEST(IntervalSites, AreThoseOfMaps) {
  SeededRandom Random(5);
  IntervalSites Fast;
  std::map<std::pair<uint32_t, uint32_t>, std::map<uint32_t, uint64_t>> Slow;
  std::array<uint32_t, 3> Intervals = {};
  for (int I = 0; I != 4000; ++I) {
    auto Thread = uint32_t(Random.below(3));
    Intervals[Thread] += Random.below(50) == 0;
    Fast.enter(ThreadId(Thread), IntervalId(Intervals[Thread]));
    auto Site = uint32_t(Random.below(1 + Random.below(40)));
    Fast.add(Site);
    ++Slow[{Thread, Intervals[Thread]}][Site];
  }
  using Row = std::tuple<uint32_t, uint32_t, uint32_t, uint64_t>;
  std::vector<Row> Wanted, Got;
  for (const auto &[Key, Its] : Slow) {
    std::vector<std::pair<uint64_t, uint32_t>> Order;
    for (auto [Site, Misses] : Its)
      Order.emplace_back(~Misses, Site);
    std::ranges::sort(Order);
    uint64_t Rest = 0;
    for (size_t I = 0; I != Order.size(); ++I)
      if (I < 16)
        Wanted.emplace_back(Key.first, Key.second, Order[I].second,
                            ~Order[I].first);
      else
        Rest += ~Order[I].first;
    if (Rest != 0)
      Wanted.emplace_back(Key.first, Key.second, IntervalSites::Others, Rest);
  }
  for (const IntervalSites::Row &R : Fast.rows())
    Got.emplace_back(R.Thread.Value, R.Interval.Value, R.Site, R.Misses);
  EXPECT_EQ(Got, Wanted);
}

TEST(LevelStore, IsOfTheKindThatWasAskedFor) {
  for (SearchKind Each :
       {SearchKind::Scalar, SearchKind::Avx2, SearchKind::Avx512}) {
    if (!canSearch(Each))
      continue;
    EXPECT_EQ(bestSearch(Each, 5), Each);
    EXPECT_EQ(bestSearch(Each, 4), SearchKind::Scalar);
  }
  SearchKind Best = canSearch(SearchKind::Avx512) ? SearchKind::Avx512
                    : canSearch(SearchKind::Avx2) ? SearchKind::Avx2
                                                  : SearchKind::Scalar;
  EXPECT_EQ(bestSearch(SearchKind::Best, 8), Best);
  EXPECT_TRUE(canSearch(SearchKind::Best) && canSearch(SearchKind::Scalar));
}

} // namespace
