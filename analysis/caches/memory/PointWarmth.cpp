//===- PointWarmth.cpp - what cold caches hide in simulation points -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/PointWarmth.h"
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
    C.Ahead.resize(Sets * Ways);
    C.Sets.resize(Sets, {.Tail = Empty ? 0 : Ways});
  }
  return C;
}

const std::vector<PointWarmth::Cache *> &PointWarmth::pathOf(uint32_t Thread) {
  if (Path && Thread == PathOwner)
    return *Path;
  std::vector<Cache *> &Own = Paths[Thread];
  PathOwner = Thread;
  Path = &Own;
  if (!Own.empty())
    return Own;
  for (size_t L = 0; L != Levels.size(); ++L) {
    uint32_t Number = Thread;
    if (L < Model.Levels.size()) {
      const CacheLevel &Its = Model.Levels[L];
      Number = Its.Shared ? 0 : Thread / std::max(Its.Threads, 1u);
    }
    Own.push_back(&cacheOf(L, Number));
  }
  return Own;
}

/// What may have come since \p Set was touched last. Known lines with so many
/// ahead that none is there for sure are forgotten.
void PointWarmth::findUnseen(Cache &In, const Level &Of, uint64_t Set) {
  Cache::Set &S = In.Sets[Set];
  double Mean = Of.Unseen - std::exchange(S.Since, Of.Unseen);
  double Most =
      std::min(std::ceil(Mean + 2 * std::sqrt(Mean)), double(Of.Ways));
  uint32_t *Ahead = &In.Ahead[Set * Of.Ways];
  uint32_t &Front = S.Known ? Ahead[0] : S.Tail;
  Front += uint32_t(Most);
  for (uint32_t I = 0, Sum = 0; I != S.Known; ++I) {
    Sum += Ahead[I] + 1;
    if (Sum <= Of.Ways)
      continue;
    S.Known = I;
    S.Tail = Of.Ways;
    break;
  }
  S.Tail = std::min(S.Tail, Of.Ways);
}

PointWarmth::Is PointWarmth::touch(Cache &In, Level &Of, uint64_t Line) {
  ++Of.Reached;
  uint64_t Set = Of.Mask ? Line & Of.Mask : Line % Of.Sets;
  Cache::Set &S = In.Sets[Set];
  uint64_t *Lines = &In.Lines[Set * Of.Ways];
  if (S.Since != Of.Unseen)
    findUnseen(In, Of, Set);
  else if (S.Known && Lines[0] == Line)
    return Is::Hit;
  uint32_t *Ahead = &In.Ahead[Set * Of.Ways];
  uint32_t At = 0, Unknown = 0;
  for (; At != S.Known; ++At) {
    Unknown += Ahead[At];
    if (Lines[At] == Line)
      break;
  }
  bool Found = At != S.Known;
  Is Result = Is::Miss;
  if (Found)
    Result = At + Unknown < Of.Ways ? Is::Hit : Is::Open;
  else if (Unknown || (S.Tail && S.Known != Of.Ways))
    Result = Is::Open;
  if (Found) {
    // What may be ahead of it is behind it now.
    (At + 1 == S.Known ? S.Tail : Ahead[At + 1]) += Ahead[At];
  } else if (S.Known == Of.Ways) {
    --At;
  } else {
    ++S.Known;
  }
  std::copy_backward(Lines, Lines + At, Lines + At + 1);
  std::copy_backward(Ahead, Ahead + At, Ahead + At + 1);
  Lines[0] = Line;
  Ahead[0] = 0;
  return Result;
}

/// \p Of, a line or a page, is looked up in levels \p First to \p End.
std::pair<uint8_t, uint8_t> PointWarmth::lookUp(uint32_t Thread, uint64_t Of,
                                                size_t First, size_t End) {
  uint8_t Least = 0, Most = 0;
  bool Sure = true;
  const std::vector<Cache *> &Own = pathOf(Thread);
  for (size_t L = First; L != End; ++L) {
    Is Found = touch(*Own[L], Levels[L], Of);
    if (To && L < Model.Levels.size()) {
      LevelWarmth &W = To->Levels[L];
      ++(Found == Is::Hit ? W.Hits : Found == Is::Miss ? W.Misses : W.Open);
    }
    if (Found == Is::Hit)
      break;
    // An open one that hits ends the way outwards.
    Sure = Sure && Found == Is::Miss;
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
