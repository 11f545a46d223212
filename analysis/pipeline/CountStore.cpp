//===- pipeline/CountStore.cpp - counts by thread, structure, interval ----===//

#include "analysis/pipeline/CountStore.h"
#include <algorithm>

namespace memfacet {
namespace {

template <typename Map> std::vector<uint32_t> sortedKeys(const Map &M) {
  std::vector<uint32_t> Keys;
  Keys.reserve(M.size());
  for (const auto &[Key, Value] : M)
    Keys.push_back(Key);
  std::ranges::sort(Keys);
  return Keys;
}

} // namespace

void CountStore::closeInterval(ThreadSeries &T) {
  for (Series *S : T.InUse) {
    S->Closed.append(T.Interval.Value, S->Open);
    S->Open = {};
    S->InUse = false;
  }
  T.InUse.clear();
}

/// What is counted now; the thread's earlier intervals are closed.
Counts &CountStore::open(ThreadId Thread, IntervalId Interval,
                         StructureId Structure) {
  ThreadSeries &T = Threads[Thread.Value];
  if (T.Interval != Interval) {
    closeInterval(T);
    T.Interval = Interval;
  }
  Series &S = T.ByStructure[Structure.Value];
  if (!S.InUse) {
    S.InUse = true;
    S.Open.Levels.resize(Levels);
    T.InUse.push_back(&S);
  }
  return S.Open;
}

void CountStore::add(ThreadId Thread, IntervalId Interval,
                     StructureId Structure, const AccessCounters &Counters) {
  Counts &C = open(Thread, Interval, Structure);
  uint64_t Accesses = Counters.accesses(), Stores = Counters.stores();
  C.Accesses += Accesses;
  C.Stores += Stores;
  C.Loads += Accesses - Stores;
  C.Levels[0].Accesses += Counters.touches();
}

void CountStore::add(ThreadId Thread, IntervalId Interval,
                     StructureId Structure, const MissCounters &Counters) {
  Counts &C = open(Thread, Interval, Structure);
  for (size_t I = 0; I != Levels; ++I) {
    uint64_t Reaching = I == 0 ? 0 : Counters.Misses[I - 1];
    C.Levels[I] += {Reaching, Counters.Misses[I], Counters.Writebacks[I]};
  }
}

void CountStore::add(ThreadId Thread, IntervalId Interval,
                     StructureId Structure, const MemoryCounters &Counters) {
  Counts &C = open(Thread, Interval, Structure);
  for (size_t I = 0; I != Levels; ++I) {
    const LevelDetail &L = Counters.Levels[I];
    C.Levels[I] += {I == 0 ? 0 : L.Accesses, L.Misses, L.Writebacks};
  }
}

void CountStore::fillThread(Profile &P, uint32_t Thread,
                            const ThreadSeries &T) const {
  for (uint32_t Structure : sortedKeys(T.ByStructure)) {
    const Series &S = T.ByStructure.at(Structure);
    size_t First = P.ByInterval.size();
    const std::string &Bytes = S.Closed.bytes();
    [[maybe_unused]] bool Whole = decodeIntervals(
        {reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size()}, Levels,
        Thread, StructureId(Structure), P.ByInterval);
    if (S.InUse)
      P.ByInterval.push_back(
          {Thread, StructureId(Structure), T.Interval.Value, S.Open});
    ThreadCounts Row{Thread, StructureId(Structure), {}};
    Row.Total.Levels.resize(Levels);
    for (size_t I = First; I != P.ByInterval.size(); ++I)
      Row.Total += P.ByInterval[I].Total;
    P.Structures[Structure].Total += Row.Total;
    P.ByThread.push_back(std::move(Row));
  }
}

void CountStore::fill(Profile &P) const {
  for (Structure &S : P.Structures)
    S.Total.Levels.resize(Levels);
  for (uint32_t Thread : sortedKeys(Threads))
    fillThread(P, Thread, Threads.at(Thread));
}

} // namespace memfacet
