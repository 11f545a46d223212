//===- Traffic.cpp - what code does to the bytes of a structure -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/findings/Traffic.h"
#include "analysis/advise/Advice.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace memfacet::report {

double missCost(std::span<const uint64_t> Misses) {
  double Sum = 0;
  for (size_t L = 0; L != Misses.size(); ++L)
    Sum += double(Misses[L]) * advise::missCycles(L, Misses.size());
  return Sum;
}

double missCost(const result::Counts &C) {
  double Sum = 0;
  for (size_t L = 0; L != C.Levels.size(); ++L)
    Sum += double(C.Levels[L].Misses) * advise::missCycles(L, C.Levels.size());
  return Sum;
}

double stepShare(const result::SiteCounts &C,
                 std::initializer_list<result::StepKind> Kinds) {
  uint64_t Sum = 0, All = C.Steps.all();
  for (result::StepKind Kind : Kinds)
    Sum += C.Steps.steps(Kind);
  return All == 0 ? 0 : double(Sum) / double(All);
}

double randomShare(const result::SiteCounts &C) {
  return stepShare(C, {result::StepKind::Linked, result::StepKind::Indirect,
                       result::StepKind::Irregular, result::StepKind::Search});
}

namespace {

/// Adds the sites of a profile to the traffic of their structures.
class TrafficCounter {
public:
  explicit TrafficCounter(const result::Profile &P)
      : P(P), All(P.Structures.size()), Filled(P.Structures.size()),
        Strided(P.Structures.size()) {}

  void add(uint32_t Use);
  std::vector<StructureTraffic> take() { return std::move(All); }

private:
  /// The bytes that a use accesses.
  struct Extent {
    double Least = 0, Likely = 0, Most = 0;
    bool IsRange = false; ///< several lines at once
  };

  Extent extentOf(const result::SiteCounts &C) const;
  bool isStrided(const result::SiteCounts &C) const;
  void addFill(StructureTraffic &T, const result::SiteCounts &C, double Cycles);

  const result::Profile &P;
  std::vector<StructureTraffic> All;
  /// What the sites of StructureTraffic have.
  std::vector<double> Filled, Strided;
};

/// Returns the most lines of which one was simulated.
double linesForOne(const result::LineSample &Lines) {
  uint32_t Bits = 0;
  for (const result::LineStretch &S : Lines.Stretches)
    Bits = std::max(Bits, S.Bits);
  return std::exp2(Bits);
}

TrafficCounter::Extent
TrafficCounter::extentOf(const result::SiteCounts &C) const {
  const result::CodeSite &Site = P.Sites[C.Site];
  const result::FieldAccess &F = Site.Field;
  double Line = double(P.Caches.LineBytes), Accesses = double(C.Accesses);
  double Touches = Site.Accesses == 0 ? 0
                                      : double(Site.Touches) * Accesses /
                                            double(Site.Accesses);
  if (F.Bytes != 0) {
    double Bytes = Accesses * double(F.Bytes);
    bool AreSeveral = F.Record != result::NoRecord &&
                      isOfSeveral(F, P.Records[F.Record].Bytes);
    double Most = AreSeveral ? std::max(Bytes, Line * Touches) : Bytes;
    return {Bytes, Most, Most, F.Bytes > P.Caches.LineBytes};
  }
  // Only the run says how long it is: the first and the last line may be
  // touched in part. Where lines were chosen, not all touches were counted: a
  // miss is one, and each that was counted stands for those of other lines.
  constexpr double LeastLines = 4;
  double Whole = double(P.Structures[C.Structure.Value].PeakBytes);
  double Most = Line * Touches;
  if (!P.Lines.empty()) {
    Most = std::min(Accesses * Whole, Most * linesForOne(P.Lines));
    if (!C.Misses.empty())
      Touches = std::max(Touches, double(C.Misses.front()));
  }
  return {Line * std::max(Touches - 2 * Accesses, 0.0), Line * Touches,
          std::max(Most, Line * Touches), Touches >= LeastLines * Accesses};
}

bool TrafficCounter::isStrided(const result::SiteCounts &C) const {
  auto Longest =
      std::ranges::max_element(C.Steps.Strides, {}, &result::Stride::Steps);
  return stepShare(C, {result::StepKind::Strided}) >= MainShare &&
         Longest != C.Steps.Strides.end() &&
         uint64_t(std::abs(Longest->Bytes)) >= P.Caches.LineBytes;
}

void TrafficCounter::addFill(StructureTraffic &T, const result::SiteCounts &C,
                             double Cycles) {
  Extent E = extentOf(C);
  if (!E.IsRange && stepShare(C, {result::StepKind::Sequential}) < MainShare)
    return;
  T.FilledBytes += E.Least;
  T.FillCycles += Cycles;
  double &Most = Filled[C.Structure.Value];
  if (E.Least > Most)
    Most = E.Least, T.FillSite = C.Site;
}

void TrafficCounter::add(uint32_t Use) {
  const result::SiteCounts &C = P.BySite[Use];
  StructureTraffic &T = All[C.Structure.Value];
  T.Uses.push_back(Use);
  double Cycles = missCost(C.Misses);
  // The headers of the system are not where to act.
  bool IsOwn = !P.Sites[C.Site].File.starts_with("/usr/");
  if (IsOwn && Cycles > T.CostliestCycles)
    T.CostliestCycles = Cycles, T.CostliestSite = C.Site;
  if (P.Sites[C.Site].Write)
    addFill(T, C, Cycles);
  else
    T.ReadBytes += extentOf(C).Most;
  if (!isStrided(C))
    return;
  T.StridedBytes += extentOf(C).Likely;
  T.StridedMisses += C.Misses.empty() ? 0 : double(C.Misses.front());
  T.StridedCycles += Cycles;
  double &Most = Strided[C.Structure.Value];
  if (T.StridedSite == StructureTraffic::NoSite || Cycles > Most)
    Most = Cycles, T.StridedSite = C.Site;
}

} // namespace

std::vector<StructureTraffic> trafficOf(const result::Profile &P) {
  TrafficCounter Counter(P);
  for (uint32_t Use = 0; Use != P.BySite.size(); ++Use)
    Counter.add(Use);
  return Counter.take();
}

} // namespace memfacet::report
