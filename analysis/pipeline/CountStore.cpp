//===- pipeline/CountStore.cpp - counts by thread, structure, interval ----===//

#include "analysis/pipeline/CountStore.h"
#include <algorithm>

namespace memfacet {
namespace {

void addCounters(Counts &C, const StructureCounters &From) {
  C.Accesses += From.accesses();
  C.Stores += From.stores();
  C.Loads += From.accesses() - From.stores();
  uint64_t Reaching = From.touches();
  for (size_t I = 0; I != C.Levels.size(); ++I) {
    C.Levels[I] += {Reaching, From.Misses[I], From.Writebacks[I]};
    Reaching = From.Misses[I];
  }
}

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

void CountStore::add(ThreadId Thread, IntervalId Interval,
                     StructureId Structure, const StructureCounters &Counters) {
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
  addCounters(S.Open, Counters);
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
