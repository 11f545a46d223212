//===- Advice.cpp - suggestions, sorted by what they save -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Advice.h"
#include "analysis/result/stalls/ProgramTime.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace memfacet::advise {

// Typical values of processors since 2015; docs/internals/advise.md lists them.
static constexpr std::array<double, caches::MaxCacheLevels> HitCycles = {
    4, 14, 50, 80, 100, 120};
static constexpr double MemoryCycles = 200;
/// The cost of a walk of the page tables.
static constexpr double WalkCycles = 30;

double missCycles(size_t Level, size_t Levels) {
  MEMFACET_CHECK(Level < Levels && Levels <= HitCycles.size(),
                 "each level of a model has a hit time");
  double Next = Level + 1 < Levels ? HitCycles[Level + 1] : MemoryCycles;
  return Next - HitCycles[Level];
}

double cyclesOf(const MissTotals &M) {
  double Sum =
      double(M.Sharing) * result::stallCycles(result::TimePart::Contest, 0, 1) +
      double(M.Pages) * WalkCycles;
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

/// Returns the misses of \p All that are not those of \p Part.
static MissTotals withoutPart(MissTotals All, const MissTotals &Part) {
  for (size_t L = 0; L != All.Levels.size() && L != Part.Levels.size(); ++L)
    All.Levels[L] -= std::min(All.Levels[L], Part.Levels[L]);
  All.Sharing -= std::min(All.Sharing, Part.Sharing);
  All.FalseSharing -= std::min(All.FalseSharing, Part.FalseSharing);
  All.Pages -= std::min(All.Pages, Part.Pages);
  return All;
}

/// Returns by what misses of the beginning are multiplied to get those of the
/// whole. Levels with few misses have the factor of all: a level of which the
/// beginning saw two misses says nothing by itself.
static double factorOf(const MissTotals &Whole, const MissTotals &Beginning) {
  auto Most = [](const MissTotals &M) {
    return double((M.Levels.empty() ? 0 : M.Levels[0]) + M.Sharing);
  };
  return Most(Beginning) > 0 ? Most(Whole) / Most(Beginning) : 0;
}

/// Returns \p Whole, changed in proportion to what the change made of
/// \p Original; if these are few, with \p Factor times the difference. No more
/// can be saved than there is.
static uint64_t changedBy(uint64_t Whole, uint64_t Original, uint64_t Changed,
                          double Factor) {
  constexpr uint64_t EnoughMisses = 100;
  if (Original >= EnoughMisses)
    return uint64_t(
        std::llround(double(Whole) * (double(Changed) / double(Original))));
  double More = (double(Changed) - double(Original)) * Factor;
  return uint64_t(std::llround(std::max(0.0, double(Whole) + More)));
}

static MissTotals changedBy(MissTotals Whole, const MissTotals &Original,
                            const MissTotals &Changed) {
  MEMFACET_CHECK(Whole.Levels.size() <= Original.Levels.size() &&
                     Whole.Levels.size() <= Changed.Levels.size(),
                 "the part was simulated with all levels of the whole");
  double Factor = factorOf(Whole, Original);
  for (size_t L = 0; L != Whole.Levels.size(); ++L)
    Whole.Levels[L] = changedBy(Whole.Levels[L], Original.Levels[L],
                                Changed.Levels[L], Factor);
  Whole.Sharing =
      changedBy(Whole.Sharing, Original.Sharing, Changed.Sharing, Factor);
  Whole.FalseSharing = changedBy(Whole.FalseSharing, Original.FalseSharing,
                                 Changed.FalseSharing, Factor);
  Whole.Pages = changedBy(Whole.Pages, Original.Pages, Changed.Pages, Factor);
  return Whole;
}

Suggestion ofWhole(Suggestion S, const MissTotals &Structure,
                   const MissTotals &Program) {
  MissTotals Rest = changedBy(withoutPart(Program, Structure),
                              withoutPart(S.ProgramBefore, S.StructureBefore),
                              withoutPart(S.ProgramAfter, S.StructureAfter));
  S.StructureAfter = changedBy(Structure, S.StructureBefore, S.StructureAfter);
  S.StructureBefore = Structure;
  S.ProgramBefore = Program;
  S.ProgramAfter = S.StructureAfter;
  S.ProgramAfter += Rest;
  return S;
}

static result::TimeSum timeOf(const MissTotals &M,
                              const result::TimeSum &Shares) {
  result::TimeSum Sum = result::stallsOf(M.Levels, Shares);
  for (size_t Part = 0; Part != result::TimeParts; ++Part)
    Sum.Cycles[Part] += Shares.Cycles[Part] * double(M.Pages) *
                        result::walkCycles(result::TimePart(Part));
  Sum[result::TimePart::Contest] +=
      double(M.Sharing) * result::stallCycles(result::TimePart::Contest, 0, 1);
  return Sum;
}

/// Returns the shares of \p S after its change. Objects that lie in the order
/// of their use miss as sequential accesses do, as findings have it: as far as
/// they miss less. Of a hash table they do not.
static result::TimeSum sharesAfter(const Suggestion &S,
                                   const result::Profile &Base,
                                   const result::ProgramTime &Time) {
  result::TimeSum Shares = Time.Shares[S.Change.Structure.Value];
  const MissTotals &Before = S.StructureBefore, &After = S.StructureAfter;
  if (S.Change.Kind != AdviceKind::Sort || Before.Levels[0] == 0)
    return Shares;
  double Most =
      1 - double(S.Change.Layout.ElementBytes) / double(Base.Caches.LineBytes);
  double Fewer = 1 - double(After.Levels[0]) / double(Before.Levels[0]);
  double InOrder = Most > 0 ? std::clamp(Fewer / Most, 0.0, 1.0) : 0;
  result::TimeSum Ordered;
  Ordered[result::TimePart::Stream] = InOrder * Shares.total();
  Shares *= 1 - InOrder;
  Shares += Ordered;
  return Shares;
}

/// Returns the time of the structure, whose accesses have the parts \p Own, and
/// of all others.
static result::TimeSum timeOf(const MissTotals &Structure,
                              const MissTotals &Program,
                              const result::ProgramTime &Time,
                              const result::TimeSum &Own) {
  result::TimeSum Sum = timeOf(Structure, Own);
  Sum += timeOf(withoutPart(Program, Structure), Time.Shares.back());
  return Sum;
}

/// The computation stays as it is.
static result::TimeShare gainOf(const Suggestion &S,
                                const result::Profile &Base,
                                const result::ProgramTime &Time) {
  MEMFACET_CHECK(S.Change.Structure.Value < Time.Shares.size(),
                 "the profile has the structure that is changed");
  result::TimeSum Before = timeOf(S.StructureBefore, S.ProgramBefore, Time,
                                  Time.Shares[S.Change.Structure.Value]);
  result::TimeSum Whole = Before, Saved = Before;
  Whole[result::TimePart::Computation] =
      Time.Whole[result::TimePart::Computation];
  Saved -= timeOf(S.StructureAfter, S.ProgramAfter, Time,
                  sharesAfter(S, Base, Time));
  double All = Whole.total();
  return result::shareOf(Saved, Whole,
                         All > 0 ? result::OwnError * Saved.total() / All : 0);
}

/// Widens \p Gain, which the model gives for what was counted, by the part by
/// which the count of what \p S saves may err.
static result::TimeShare widened(result::TimeShare Gain, const Suggestion &S) {
  if (S.Error == 0 || S.Saved <= 0)
    return Gain;
  double More = Gain.Likely * S.Error * cyclesOf(S.ProgramBefore) / S.Saved;
  Gain.Low = Gain.Likely - std::hypot(Gain.Likely - Gain.Low, More);
  Gain.High =
      std::min(1.0, Gain.Likely + std::hypot(Gain.High - Gain.Likely, More));
  return Gain;
}

std::vector<Suggestion> ranked(std::vector<Suggestion> All,
                               const result::Profile &Base) {
  result::ProgramTime Time = result::programTime(Base);
  for (Suggestion &S : All) {
    S.Saved = cyclesOf(S.ProgramBefore) - cyclesOf(S.ProgramAfter);
    S.Gain = widened(gainOf(S, Base, Time), S);
  }
  std::erase_if(All, [](const Suggestion &S) {
    return S.Saved <= 0 || S.Saved * 1000 < cyclesOf(S.ProgramBefore) ||
           S.Gain.Likely < 0;
  });
  std::ranges::sort(All, {}, [](const Suggestion &S) {
    return std::tuple(S.Change.Kind == AdviceKind::Prefetch, -S.Gain.Likely,
                      -S.Saved, S.Change.Structure, S.Change.Kind,
                      std::string_view(S.Change.Action));
  });
  return All;
}

} // namespace memfacet::advise
