//===- core/PlainMemory.cpp - what becomes of each access in plain caches -===//

#include "analysis/core/PlainMemory.h"
#include "analysis/cache/CacheWord.h"
#include <algorithm>
#include <limits>

namespace memfacet {

static constexpr uint64_t Dirty = 1;
static uint64_t wayOf(uint64_t Line) { return (Line + 1) * 2; }

std::vector<PlainMemory::Ways *> &PlainMemory::levelsOf(ThreadId Thread) {
  std::vector<Ways *> &View = Views[Thread.Value];
  if (!View.empty())
    return View;
  for (size_t L = 0; L != Model.Levels.size(); ++L) {
    auto &Where = Model.Levels[L].Shared ? Shared : Private[Thread.Value];
    Ways &W = Where[L];
    W.resize(Model.Levels[L].Bytes / Model.LineBytes);
    View.push_back(&W);
  }
  return View;
}

uint64_t *PlainMemory::setOf(std::vector<Ways *> &Levels, size_t Level,
                             uint64_t Line) {
  const CacheLevel &L = Model.Levels[Level];
  return Levels[Level]->data() + Line % L.sets(Model.LineBytes) * L.Ways;
}

bool PlainMemory::find(std::vector<Ways *> &Levels, size_t Level, uint64_t Line,
                       uint64_t *&Way) {
  uint64_t *Set = setOf(Levels, Level, Line);
  uint64_t *End = Set + Model.Levels[Level].Ways;
  Way = std::find_if(Set, End,
                     [&](uint64_t W) { return (W & ~Dirty) == wayOf(Line); });
  return Way != End;
}

static void addLine(uint16_t &Lines) {
  if (Lines != std::numeric_limits<uint16_t>::max())
    ++Lines;
}

void PlainMemory::writeBack(std::vector<Ways *> &Levels, size_t From,
                            uint64_t Line, Outcome &To) {
  uint64_t *Way;
  for (size_t L = From; L != Levels.size(); ++L)
    if (find(Levels, L, Line, Way)) {
      *Way |= Dirty;
      return;
    }
  addLine(To.ToMemory);
}

void PlainMemory::fill(std::vector<Ways *> &Levels, size_t Level, uint64_t Line,
                       Outcome &To) {
  uint64_t *Set = setOf(Levels, Level, Line);
  uint64_t *Last = Set + Model.Levels[Level].Ways - 1;
  uint64_t Victim = *Last;
  std::move_backward(Set, Last, Last + 1);
  *Set = wayOf(Line);
  if (Victim & Dirty)
    writeBack(Levels, Level + 1, Victim / 2 - 1, To);
}

/// How many levels missed.
unsigned PlainMemory::touch(std::vector<Ways *> &Levels, uint64_t Line,
                            bool Write, Outcome &To) {
  uint64_t *Way;
  size_t Hit = 0;
  for (; Hit != Levels.size(); ++Hit)
    if (find(Levels, Hit, Line, Way)) {
      std::rotate(setOf(Levels, Hit, Line), Way, Way + 1);
      break;
    }
  if (Hit == Levels.size())
    addLine(To.FromMemory);
  for (size_t L = 0; L != Hit; ++L)
    fill(Levels, L, Line, To);
  if (Write)
    *setOf(Levels, 0, Line) |= Dirty;
  return unsigned(Hit);
}

Outcome PlainMemory::access(ThreadId Thread, uint64_t Address, uint64_t Bytes,
                            bool Write) {
  std::vector<Ways *> &Levels = levelsOf(Thread);
  Outcome Result;
  uint64_t First = Address & AddressMask;
  uint64_t Line = First / Model.LineBytes;
  for (uint64_t Last = (First + Bytes - 1) / Model.LineBytes; Line <= Last;
       ++Line) {
    uint64_t Number = Line & (AddressMask / Model.LineBytes);
    unsigned Missed = touch(Levels, Number, Write, Result);
    Result.Missed = std::max(Result.Missed, uint8_t(Missed));
  }
  return Result;
}

void PlainMemory::endThread(ThreadId Thread) {
  auto It = Views.find(Thread.Value);
  if (It == Views.end())
    return;
  for (size_t L = 0; L != Model.Levels.size(); ++L)
    if (!Model.Levels[L].Shared)
      for (uint64_t Way : *It->second[L])
        if (Way & Dirty)
          for (size_t To = L + 1; To != Model.Levels.size(); ++To)
            if (uint64_t * Copy; Model.Levels[To].Shared &&
                                 find(It->second, To, Way / 2 - 1, Copy)) {
              *Copy |= Dirty;
              break;
            }
  Private.erase(Thread.Value);
  Views.erase(It);
}

} // namespace memfacet
