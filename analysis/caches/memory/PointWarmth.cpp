//===- PointWarmth.cpp - the effect of cold caches on simulation points ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/PointWarmth.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <bit>
#include <cmath>

namespace memfacet::caches {

PointWarmth::PointWarmth(const CacheModel &Model) : Model(Model) {
  auto Add = [&](uint64_t Sets, uint32_t Ways) {
    Levels.push_back({Sets, Ways, std::has_single_bit(Sets) ? Sets - 1 : 0});
  };
  for (const CacheLevel &L : Model.Levels)
    Add(L.sets(Model.LineBytes), L.Ways);
  for (const TlbLevel &T : Model.Tlbs)
    Add(T.Entries / T.Ways, T.Ways);
}

void PointWarmth::gap(uint64_t Instructions) {
  for (Level &L : Levels)
    L.Unseen += Instructions == UINT64_MAX
                    ? 1e18
                    : double(Instructions) * L.Rate / double(L.Sets);
}

void PointWarmth::endInterval(uint64_t Instructions) {
  for (Level &L : Levels)
    L.Rate = std::max(L.Rate, double(std::exchange(L.Reached, 0)) /
                                  double(std::max<uint64_t>(Instructions, 1)));
}

PointWarmth::Cache &PointWarmth::cacheOf(size_t Level, uint32_t Number) {
  Cache &C = Caches[{Level, Number}];
  if (C.Sets.empty()) {
    auto [Sets, Ways, Mask, Reached, Rate, Unseen] = Levels[Level];
    C.Lines.resize(Sets * Ways);
    C.UnknownAhead.resize(Sets * Ways);
    C.Sets.resize(Sets, {.Tail = Empty ? 0 : Ways});
  }
  return C;
}

const std::vector<PointWarmth::Cache *> &PointWarmth::pathOf(uint32_t Thread) {
  if (Path && Thread == PathOwner)
    return *Path;
  std::vector<Cache *> &PathCaches = Paths[Thread];
  PathOwner = Thread;
  Path = &PathCaches;
  if (!PathCaches.empty())
    return PathCaches;
  for (size_t L = 0; L != Levels.size(); ++L) {
    uint32_t Number = Thread;
    if (L < Model.Levels.size()) {
      const CacheLevel &Shape = Model.Levels[L];
      Number = Shape.Shared ? 0 : Thread / std::max(Shape.Threads, 1u);
    }
    PathCaches.push_back(&cacheOf(L, Number));
  }
  return PathCaches;
}

/// Adds the unknown lines that may have come since the set was touched last.
/// Forgets known lines that may have left, because as many lines as there are
/// ways may have come after them.
void PointWarmth::findUnseen(Cache &C, const Level &L, uint64_t Set) {
  Cache::Set &S = C.Sets[Set];
  double Mean = L.Unseen - std::exchange(S.LastUnseen, L.Unseen);
  double Most = std::min(std::ceil(Mean + 2 * std::sqrt(Mean)), double(L.Ways));
  uint32_t *UnknownAhead = &C.UnknownAhead[Set * L.Ways];
  uint32_t &Front = S.Known ? UnknownAhead[0] : S.Tail;
  Front += uint32_t(Most);
  for (uint32_t I = 0, Sum = 0; I != S.Known; ++I) {
    Sum += UnknownAhead[I] + 1;
    if (Sum <= L.Ways)
      continue;
    S.Known = I;
    S.Tail = L.Ways;
    break;
  }
  S.Tail = std::min(S.Tail, L.Ways);
}

PointWarmth::Finding PointWarmth::touch(Cache &C, Level &L, uint64_t Line) {
  ++L.Reached;
  uint64_t Set = L.Mask ? Line & L.Mask : Line % L.Sets;
  Cache::Set &S = C.Sets[Set];
  uint64_t *Lines = &C.Lines[Set * L.Ways];
  if (S.LastUnseen != L.Unseen)
    findUnseen(C, L, Set);
  else if (S.Known && Lines[0] == Line)
    return Finding::Hit;
  uint32_t *UnknownAhead = &C.UnknownAhead[Set * L.Ways];
  uint32_t Position = 0, Unknown = 0;
  for (; Position != S.Known; ++Position) {
    Unknown += UnknownAhead[Position];
    if (Lines[Position] == Line)
      break;
  }
  bool Found = Position != S.Known;
  Finding Result = Finding::Miss;
  if (Found)
    Result = Position + Unknown < L.Ways ? Finding::Hit : Finding::Open;
  else if (Unknown || (S.Tail && S.Known != L.Ways))
    Result = Finding::Open;
  if (Found) {
    // What may have been ahead of it is after it now.
    (Position + 1 == S.Known ? S.Tail : UnknownAhead[Position + 1]) +=
        UnknownAhead[Position];
  } else if (S.Known == L.Ways) {
    --Position;
  } else {
    ++S.Known;
  }
  std::copy_backward(Lines, Lines + Position, Lines + Position + 1);
  std::copy_backward(UnknownAhead, UnknownAhead + Position,
                     UnknownAhead + Position + 1);
  Lines[0] = Line;
  UnknownAhead[0] = 0;
  return Result;
}

/// Looks up \p Number, of a line or a page, in the levels from \p First to \p
/// End.
std::pair<uint8_t, uint8_t> PointWarmth::lookUp(uint32_t Thread,
                                                uint64_t Number, size_t First,
                                                size_t End) {
  uint8_t Least = 0, Most = 0;
  bool Sure = true;
  const std::vector<Cache *> &PathCaches = pathOf(Thread);
  for (size_t L = First; L != End; ++L) {
    Finding Found = touch(*PathCaches[L], Levels[L], Number);
    if (CurrentWarmth && L < Model.Levels.size()) {
      LevelWarmth &W = CurrentWarmth->Levels[L];
      ++(Found == Finding::Hit    ? W.Hits
         : Found == Finding::Miss ? W.Misses
                                  : W.Open);
    }
    if (Found == Finding::Hit)
      break;
    // If an open touch hits, it does not reach the next level.
    Sure = Sure && Found == Finding::Miss;
    Least += Sure;
    ++Most;
  }
  return {Least, Most};
}

std::pair<uint8_t, uint8_t> PointWarmth::touch(uint32_t Thread, uint64_t Line) {
  return lookUp(Thread, Line, 0, Model.Levels.size());
}

std::pair<uint8_t, uint8_t> PointWarmth::translate(uint32_t Thread,
                                                   uint64_t Page) {
  return lookUp(Thread, Page, Model.Levels.size(), Levels.size());
}

OutcomeRange PointWarmth::access(uint32_t Thread, uint64_t Address,
                                 uint32_t Size) {
  MEMFACET_CHECK(Size != 0, "an access has a last byte");
  OutcomeRange R;
  uint64_t Last = Address + Size - 1;
  if (!Model.Tlbs.empty())
    for (uint64_t Page = Address / Model.PageBytes;
         Page <= Last / Model.PageBytes; ++Page) {
      auto [Least, Most] = translate(Thread, Page);
      R.Least.TlbMissed = std::max(R.Least.TlbMissed, Least);
      R.Most.TlbMissed = std::max(R.Most.TlbMissed, Most);
    }
  for (uint64_t Line = Address / Model.LineBytes;
       Line <= Last / Model.LineBytes; ++Line) {
    auto [Least, Most] = touch(Thread, Line);
    R.Least.Missed = std::max(R.Least.Missed, Least);
    R.Most.Missed = std::max(R.Most.Missed, Most);
    R.Least.FromMemory += Least == Model.Levels.size();
    R.Most.FromMemory += Most == Model.Levels.size();
  }
  return R;
}

static uint8_t bounded(uint8_t Bound, uint8_t Simulated, uint8_t Least,
                       uint8_t Most) {
  return Simulated < Least || Simulated > Most ? Simulated : Bound;
}

Outcome OutcomeRange::least(Outcome Simulated) const {
  Outcome O = Simulated;
  O.Missed = bounded(Least.Missed, O.Missed, Least.Missed, Most.Missed);
  O.TlbMissed =
      bounded(Least.TlbMissed, O.TlbMissed, Least.TlbMissed, Most.TlbMissed);
  if (O.Missed != Simulated.Missed)
    O.FromMemory -= std::min(O.FromMemory, Most.FromMemory - Least.FromMemory);
  return O;
}

Outcome OutcomeRange::most(Outcome Simulated) const {
  Outcome O = Simulated;
  O.Missed = bounded(Most.Missed, O.Missed, Least.Missed, Most.Missed);
  O.TlbMissed =
      bounded(Most.TlbMissed, O.TlbMissed, Least.TlbMissed, Most.TlbMissed);
  if (O.Missed != Simulated.Missed)
    O.FromMemory = std::max(O.FromMemory, Most.FromMemory);
  return O;
}

} // namespace memfacet::caches
