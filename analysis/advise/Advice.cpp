//===- Advice.cpp - suggestions, sorted by what they save -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Advice.h"
#include <algorithm>
#include <array>
#include <tuple>

namespace memfacet::advise {

// Typical values of processors since 2015; docs/internals/advise.md lists them.
static constexpr std::array<double, caches::MaxCacheLevels> HitCycles = {
    4, 14, 50, 80, 100, 120};
static constexpr double MemoryCycles = 200;
/// The cost of a walk of the page tables.
static constexpr double WalkCycles = 30;

double missCycles(size_t Level, size_t Levels) {
  double Next = Level + 1 < Levels ? HitCycles[Level + 1] : MemoryCycles;
  return Next - HitCycles[Level];
}

double cyclesOf(const MissTotals &M) {
  double Sum = double(M.Sharing) * SharingCycles + double(M.Pages) * WalkCycles;
  for (size_t L = 0; L != M.Levels.size(); ++L)
    Sum += double(M.Levels[L]) * missCycles(L, M.Levels.size());
  return Sum;
}

MissTotals withoutLinked(MissTotals Misses,
                         const std::vector<uint64_t> &Linked) {
  for (size_t L = 0; L != Misses.Levels.size() && L != Linked.size(); ++L)
    Misses.Levels[L] -= std::min(Misses.Levels[L], Linked[L]);
  return Misses;
}

std::vector<Suggestion> ranked(std::vector<Suggestion> All) {
  for (Suggestion &S : All)
    S.Saved = cyclesOf(S.ProgramBefore) - cyclesOf(S.ProgramAfter);
  std::erase_if(All, [](const Suggestion &S) {
    return S.Saved <= 0 || S.Saved * 1000 < cyclesOf(S.ProgramBefore);
  });
  std::ranges::sort(All, {}, [](const Suggestion &S) {
    return std::tuple(S.Change.Kind == AdviceKind::Prefetch, -S.Saved,
                      S.Change.Structure, S.Change.Kind,
                      std::string_view(S.Change.Action));
  });
  return All;
}

} // namespace memfacet::advise
