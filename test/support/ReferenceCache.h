//===- ReferenceCache.h - internals/cache-model.md, word for word ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An independent, slow simulator: lists instead of vectors, maps instead of
// tables. It shares only the description of the model with
// analysis/caches/cache.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_REFERENCECACHE_H
#define MEMFACET_TEST_SUPPORT_REFERENCECACHE_H

#include "analysis/caches/model/CacheModel.h"
#include "analysis/result/profile/Profile.h"
#include "test/support/Wings.h"
#include <cstdint>
#include <list>
#include <map>
#include <utility>
#include <vector>

namespace memfacet::test {

class ReferenceCache {
public:
  explicit ReferenceCache(CacheModel Model) : Model(std::move(Model)) {}

  void access(uint32_t Thread, uint32_t Structure, uint64_t Address,
              uint64_t Size, bool Write) {
    Counts &C = countsOf(Structure);
    ++C.Accesses;
    ++(Write ? C.Stores : C.Loads);
    uint64_t First = Address / Model.LineBytes;
    uint64_t Last = (Address + Size - 1) / Model.LineBytes;
    for (uint64_t Line = First; Line <= Last; ++Line)
      touch(Thread, Structure, Line, Write);
  }

  void endThread(uint32_t Thread) {
    // From the outermost private level inwards, so that the innermost copy of a
    // line, which is the newest, sets the writer.
    for (size_t L = Model.Levels.size(); L-- != 0;) {
      if (Model.Levels[L].Shared)
        continue;
      for (auto &[Set, Lines] : Caches[{L, Thread}])
        for (const Line &Copy : Lines)
          if (Copy.Dirty)
            makeSharedDirty(Copy);
      Caches.erase({L, Thread});
    }
  }

  const std::map<uint32_t, Counts> &counts() const { return ByStructure; }
  Counts total() const {
    Counts Sum;
    for (const auto &[Structure, C] : ByStructure)
      Sum += C;
    return Sum;
  }

private:
  struct Line {
    uint64_t Number;
    bool Dirty = false;
    uint32_t Writer = 0;
  };
  using SetList = std::list<Line>; ///< most recent first
  using Cache = std::map<uint64_t, SetList>;

  Counts &countsOf(uint32_t Structure) {
    Counts &C = ByStructure[Structure];
    C.Levels.resize(Model.Levels.size());
    return C;
  }

  SetList &setOf(size_t Level, uint32_t Thread, uint64_t Number) {
    const CacheLevel &L = Model.Levels[Level];
    uint32_t Owner = L.Shared ? ~0u : Thread;
    return Caches[{Level, Owner}][Number % L.sets(Model.LineBytes)];
  }

  static SetList::iterator findIn(SetList &Set, uint64_t Number) {
    auto Found = Set.begin();
    while (Found != Set.end() && Found->Number != Number)
      ++Found;
    return Found;
  }

  void touch(uint32_t Thread, uint32_t Structure, uint64_t Number, bool Write) {
    // Look up from the core outwards; only these look-ups change the order.
    size_t HitLevel = 0;
    for (; HitLevel != Model.Levels.size(); ++HitLevel) {
      ++countsOf(Structure).Levels[HitLevel].Accesses;
      SetList &Set = setOf(HitLevel, Thread, Number);
      auto Found = findIn(Set, Number);
      if (Found != Set.end()) {
        Set.splice(Set.begin(), Set, Found);
        break;
      }
      ++countsOf(Structure).Levels[HitLevel].Misses;
    }
    // Every level that missed takes the line, the innermost first.
    for (size_t L = 0; L != HitLevel; ++L) {
      SetList &Set = setOf(L, Thread, Number);
      if (Set.size() == Model.Levels[L].Ways) {
        Line Victim = Set.back();
        Set.pop_back();
        if (Victim.Dirty)
          writeBack(L, Thread, Victim);
      }
      Set.push_front({Number});
    }
    if (Write) {
      Line &InFirst = setOf(0, Thread, Number).front();
      InFirst.Dirty = true;
      InFirst.Writer = Structure;
    }
  }

  void writeBack(size_t Level, uint32_t Thread, const Line &Victim) {
    ++countsOf(Victim.Writer).Levels[Level].Writebacks;
    for (size_t L = Level + 1; L != Model.Levels.size(); ++L)
      if (mark(setOf(L, Thread, Victim.Number), Victim))
        return;
  }

  static bool mark(SetList &Set, const Line &Source) {
    auto Found = findIn(Set, Source.Number);
    if (Found == Set.end())
      return false;
    Found->Dirty = true;
    Found->Writer = Source.Writer;
    return true;
  }

  void makeSharedDirty(const Line &Source) {
    for (size_t L = 0; L != Model.Levels.size(); ++L)
      if (Model.Levels[L].Shared && mark(setOf(L, 0, Source.Number), Source))
        return;
  }

  CacheModel Model;
  std::map<std::pair<size_t, uint32_t>, Cache> Caches;
  std::map<uint32_t, Counts> ByStructure;
};

} // namespace memfacet::test

#endif
