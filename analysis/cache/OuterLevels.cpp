//===- cache/OuterLevels.cpp - the caches behind the first levels ---------===//

#include "analysis/cache/OuterLevels.h"
#include <algorithm>

namespace memfacet {

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

void OuterLevels::count(size_t Level, std::span<const Miss> Through,
                        CounterTable<MissCounters> &Counters) {
  for (const Miss &M : Through) {
    // Without a wanted line, it is an earlier level's write-back passing.
    if (M.Wanted == EmptyWord) [[unlikely]]
      continue;
    ++Counters[M.structure().Value].Misses[Level];
    BySite.add(M, Level);
    if (isDirty(M.Victim))
      ++Counters[writerOf(M.Victim).Value].Writebacks[Level];
  }
}

void OuterLevels::simulate(const FilteredBatch &B,
                           CounterTable<MissCounters> &Counters) {
  if (!B.Misses.empty()) {
    Path &P = pathOf(B.Thread);
    std::span<const Miss> In = B.Misses;
    count(0, In, Counters);
    // No level looks at one behind it: each takes the whole list in turn.
    for (size_t Level = 1; Level != Model.Levels.size(); ++Level) {
      std::vector<Miss> &Out = Through[Level % 2];
      if (Out.size() < 2 * In.size())
        Out.resize(2 * In.size());
      In = {Out.data(), P.Levels[Level]->filter(In, Out.data())};
      count(Level, In, Counters);
    }
  }
  if (B.Ended)
    retire(B);
}

} // namespace memfacet
