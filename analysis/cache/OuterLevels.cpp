//===- cache/OuterLevels.cpp - the caches behind the first levels ---------===//

#include "analysis/cache/OuterLevels.h"
#include <algorithm>

namespace memfacet {

/// A large level's sets are fetched while so many earlier misses are simulated.
static constexpr size_t FetchAhead = 8;

struct OuterLevels::PrivateCaches {
  std::vector<std::unique_ptr<LevelStore>> Own;
  Path Caches;
};

OuterLevels::OuterLevels(const CacheModel &Model, SearchKind Search)
    : Model(Model), Search(Search) {
  SharedFrom =
      size_t(std::ranges::find(Model.Levels, true, &CacheLevel::Shared) -
             Model.Levels.begin());
  SharedFrom = std::max<size_t>(SharedFrom, 1);
  for (size_t I = SharedFrom; I < Model.Levels.size(); ++I)
    Shared.push_back(makeLevelStore(Model.Levels[I], Model.LineBytes, Search));
}

OuterLevels::~OuterLevels() = default;

OuterLevels::PrivateCaches *OuterLevels::acquire() {
  if (!Waiting.empty()) {
    PrivateCaches *Caches = Waiting.back();
    Waiting.pop_back();
    return Caches;
  }
  Private.push_back(std::make_unique<PrivateCaches>());
  PrivateCaches *Caches = Private.back().get();
  for (size_t I = 1; I < SharedFrom; ++I) {
    Caches->Own.push_back(
        makeLevelStore(Model.Levels[I], Model.LineBytes, Search));
    Caches->Caches.Levels[I] = Caches->Own.back().get();
  }
  for (size_t I = SharedFrom; I < Model.Levels.size(); ++I)
    Caches->Caches.Levels[I] = Shared[I - SharedFrom].get();
  return Caches;
}

OuterLevels::Path &OuterLevels::pathOf(ThreadId Thread) {
  PrivateCaches *&Caches = InUse[Thread.Value];
  if (!Caches)
    Caches = acquire();
  return Caches->Caches;
}

void OuterLevels::markShared(CacheWord Dirty) {
  for (auto &Level : Shared)
    if (Level->markDirty(Dirty))
      return;
}

/// Inner levels last: their writers are the later ones.
void OuterLevels::retire(const FilteredBatch &B) {
  if (auto It = InUse.find(B.Thread.Value); It != InUse.end()) {
    PrivateCaches *Caches = It->second;
    InUse.erase(It);
    for (size_t I = Caches->Own.size(); I-- != 0;) {
      Caches->Own[I]->forEachDirty([&](CacheWord W) { markShared(W); });
      Caches->Own[I]->clear();
    }
    Waiting.push_back(Caches);
  }
  for (CacheWord W : B.Dirty)
    markShared(W);
}

void OuterLevels::writeBack(Path &P, size_t Level, CacheWord Victim,
                            CounterTable<MissCounters> &Counters) {
  ++Counters[writerOf(Victim).Value].Writebacks[Level];
  for (size_t Outer = Level + 1; Outer < Model.Levels.size(); ++Outer)
    if (P.Levels[Outer]->markDirty(Victim))
      return;
}

void OuterLevels::outerMiss(Path &P, const Miss &M,
                            CounterTable<MissCounters> &Counters) {
  CacheWord Line = cleanWord(M.line());
  MissCounters &C = Counters[M.structure().Value];
  Touch Result{false, M.Victim};
  for (size_t Level = 0; !Result.Hit;) {
    ++C.Misses[Level];
    if (isDirty(Result.Victim))
      writeBack(P, Level, Result.Victim, Counters);
    if (++Level == Model.Levels.size())
      return;
    // Only the first level knows of a write until it evicts the line.
    Result = P.Levels[Level]->touch(Line);
  }
}

void OuterLevels::simulate(const FilteredBatch &B,
                           CounterTable<MissCounters> &Counters) {
  if (!B.Misses.empty()) {
    Path &P = pathOf(B.Thread);
    size_t Levels = Model.Levels.size(), Count = B.Misses.size();
    for (size_t I = 0; I != Count; ++I) {
      if (I + FetchAhead < Count && Levels > 1)
        P.Levels[Levels - 1]->fetch(B.Misses[I + FetchAhead].line());
      outerMiss(P, B.Misses[I], Counters);
    }
  }
  if (B.Ended)
    retire(B);
}

} // namespace memfacet
