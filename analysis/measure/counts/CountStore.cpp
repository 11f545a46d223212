//===- CountStore.cpp - counts by thread, structure and interval ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/counts/CountStore.h"
#include "memfacet/Check.h"

namespace memfacet::measure {

namespace {

/// The counts of a level, in the order of LevelMeasure.
struct LevelValues {
  uint64_t Accesses, Misses, Writebacks, Evictions;

  void addTo(uint64_t *Values, size_t Level) const {
    // The first two are accesses and stores (countedMeasures).
    Values += 2 + Level * result::LevelMeasures;
    Values[0] += Accesses;
    Values[1] += Misses;
    Values[2] += Writebacks;
    Values[3] += Evictions;
  }
};

result::Counts countsOf(const std::vector<uint64_t> &Values, size_t Levels) {
  result::Counts C;
  C.Accesses = Values[0];
  C.Stores = Values[1];
  C.Loads = C.Accesses - C.Stores;
  for (size_t L = 0; L != Levels; ++L) {
    const uint64_t *LevelSums = &Values[2 + L * result::LevelMeasures];
    C.Levels.push_back({LevelSums[0], LevelSums[1], LevelSums[2]});
  }
  return C;
}

} // namespace

uint64_t *CountStore::valuesAt(const CountPlace &Place, StructureId Structure) {
  MEMFACET_CHECK(!Streams.isOver(Place.inStreams()),
                 "intervals must not decrease");
  return Streams.at(Place.inStreams(), Structure);
}

void CountStore::add(const CountPlace &Place, StructureId Structure,
                     const caches::AccessCounters &Counters) {
  uint64_t *Values = valuesAt(Place, Structure);
  Values[0] += Counters.accesses();
  Values[1] += Counters.stores();
  LevelValues{Counters.touches(), 0, 0, 0}.addTo(Values, 0);
}

void CountStore::add(const CountPlace &Place, StructureId Structure,
                     const caches::MissCounters &Counters) {
  uint64_t *Values = valuesAt(Place, Structure);
  for (size_t L = 0; L != Levels; ++L) {
    uint64_t Reaching = L == 0 ? 0 : Counters.Misses[L - 1];
    LevelValues{Reaching, Counters.Misses[L], Counters.Writebacks[L],
                Counters.Misses[L] - Counters.Fills[L]}
        .addTo(Values, L);
  }
}

void CountStore::add(
    const CountPlace &Place, StructureId Structure,
    const caches::MemoryCounters &Counters,
    const std::array<uint64_t, caches::MaxCacheLevels> &Evictions) {
  uint64_t *Values = valuesAt(Place, Structure);
  for (size_t L = 0; L != Levels; ++L) {
    const caches::LevelDetail &D = Counters.Levels[L];
    LevelValues{L == 0 ? 0 : D.Accesses, D.Misses, D.Writebacks, Evictions[L]}
        .addTo(Values, L);
  }
}

void CountStore::fill(result::Profile &P, bool Lend) {
  for (result::Structure &S : P.Structures)
    S.Total.Levels.resize(Levels);
  Streams.visitSums(
      [&](uint32_t Thread, StructureId Id, const std::vector<uint64_t> &Sums) {
        P.ByThread.push_back({Thread, Id, countsOf(Sums, Levels)});
        P.Structures[Id.Value].Total += P.ByThread.back().Total;
      });
  Lend ? Streams.lend(P.Streams) : Streams.fill(P.Streams);
}

void CacheCounts::addTouches(StructureId Structure, unsigned Bits,
                             uint64_t Count) {
  if (Touches.size() <= Structure.Value)
    Touches.resize(Structure.Value + 1);
  gauges::TouchesByChoice &T = Touches[Structure.Value];
  (Bits == 0 ? T.AllChosen : T.SomeChosen) += Count;
}

void CacheCounts::filtered(caches::FilteredBatch &B) {
  Counters.resize(B.Structures);
  if (Watcher) [[unlikely]]
    Watcher->enter(B.Thread, B.Interval);
  Caches.simulate(B, Counters);
  CountPlace Place{B.Thread, B.Interval, B.Process};
  if (Counting)
    for (const auto &[Structure, C] : B.Accesses) {
      Store.add(Place, Structure, C);
      if (B.Selected)
        addTouches(Structure, B.Bits, C.touches());
    }
  Counters.drain([&](StructureId Structure, const caches::MissCounters &C) {
    if (Counting)
      Store.add(Place, Structure, C);
  });
}

} // namespace memfacet::measure
