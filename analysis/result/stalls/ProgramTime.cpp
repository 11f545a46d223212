//===- ProgramTime.cpp - which misses overlap -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/stalls/ProgramTime.h"
#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string_view>

namespace memfacet::result {

namespace {

/// Prefetchers follow steps of up to this number of bytes.
constexpr uint64_t PrefetchedStep = 2048;
/// Longer steps that meet this number of sets of the first level, or fewer, are
/// those of a column.
constexpr uint64_t ColumnSets = 2;
/// The bytes of an element of unknown size.
constexpr uint64_t UnknownElement = 8;
/// The share of repeated steps that reach a new line.
constexpr double RepeatedShare = 0.01;

/// Divides the misses of one site in one structure among parts. A step within
/// a line misses less often than one to another line.
class MissDivision {
public:
  MissDivision(const Profile &P, const SiteCounts &C)
      : LineBytes(P.Caches.LineBytes), Sets(setsOf(P.Caches)), Steps(C.Steps),
        IsStore(P.Sites[C.Site].Write) {
    uint64_t Element = P.Structures[C.Structure.Value].ElementBytes;
    addStep(Element == 0 ? UnknownElement : Element,
            double(Steps.steps(StepKind::Sequential)));
    addStrides();
    Weight[TimePart::Stream] +=
        RepeatedShare * double(Steps.steps(StepKind::Repeated));
    add(TimePart::Chain, double(Steps.steps(StepKind::Linked)));
    add(TimePart::Search, double(Steps.steps(StepKind::Search)));
    add(TimePart::Gather, double(Steps.steps(StepKind::Indirect)));
    add(TimePart::Irregular, double(Steps.steps(StepKind::Irregular)));
    if (Weight.total() == 0)
      add(TimePart::Gather, 1);
    Weight *= 1 / Weight.total();
  }

  /// Returns the share of each part; all are 1.
  const TimeSum &shares() const { return Weight; }

private:
  /// Returns the sets of the first level of \p Model; 0: it has none.
  static uint64_t setsOf(const caches::CacheModel &Model) {
    return Model.Levels.empty() ? 0 : Model.Levels[0].sets(Model.LineBytes);
  }
  void add(TimePart Part, double Misses) {
    bool StallsStores = Part == TimePart::Stream || Part == TimePart::Column;
    Weight[IsStore && !StallsStores ? TimePart::Store : Part] += Misses;
  }
  /// Returns whether steps of \p Bytes meet few sets.
  bool isColumn(uint64_t Bytes) const {
    return Bytes > PrefetchedStep && Bytes % LineBytes == 0 &&
           Sets > ColumnSets &&
           Sets / std::gcd(Bytes / LineBytes, Sets) <= ColumnSets;
  }
  void addStep(uint64_t Bytes, double Count) {
    add(isColumn(Bytes)           ? TimePart::Column
        : Bytes <= PrefetchedStep ? TimePart::Stream
                                  : TimePart::Irregular,
        Count * std::min(1.0, double(Bytes) / double(LineBytes)));
  }
  void addStrides() {
    uint64_t KeptSteps = 0;
    for (const Stride &S : Steps.Strides)
      KeptSteps += S.Steps;
    double All = double(Steps.steps(StepKind::Strided));
    if (KeptSteps == 0)
      add(TimePart::Stream, All);
    for (const Stride &S : Steps.Strides)
      addStep(uint64_t(std::abs(S.Bytes)),
              All * double(S.Steps) / double(KeptSteps));
  }

  const uint64_t LineBytes, Sets;
  const AccessSteps &Steps;
  const bool IsStore;
  TimeSum Weight;
};

std::vector<uint64_t> missesOf(const Counts &C) {
  std::vector<uint64_t> Misses;
  for (const LevelCounts &L : C.Levels)
    Misses.push_back(L.Misses);
  return Misses;
}

/// Returns the loads that wait for each other. A step of a chain loads several
/// members; of each function, the place with most such loads counts. A
/// comparison of a search takes as long as a load, with what follows it.
double chainLoads(const Profile &P) {
  using Place = std::pair<uint32_t, uint32_t>;
  std::map<std::pair<uint32_t, std::string_view>, std::map<Place, double>>
      LoadsOf;
  for (const SiteCounts &C : P.BySite) {
    const CodeSite &Site = P.Sites[C.Site];
    uint64_t Loads =
        C.Steps.steps(StepKind::Linked) + 2 * C.Steps.steps(StepKind::Search);
    if (Loads != 0 && !Site.Write)
      LoadsOf[{C.Structure.Value, Site.Function}][{Site.Line, Site.Column}] +=
          double(C.Accesses) * double(Loads) / double(C.Steps.all());
  }
  double Sum = 0;
  for (const auto &[Function, Places] : LoadsOf) {
    double Most = 0;
    for (const auto &[At, Count] : Places)
      Most = std::max(Most, Count);
    Sum += Most;
  }
  return Sum;
}

/// Adds lines that other threads took, if the profile has them.
void addContests(const Profile &P, ProgramTime &Time) {
  for (const SharingVertex &V : P.Sharing.Vertices)
    Time.Structures[V.Structure.Value][TimePart::Contest] +=
        double(V.misses()) * stallCycles(TimePart::Contest, 0, 1);
}

} // namespace

TimeSum stallsOf(const std::vector<uint64_t> &Misses, const TimeSum &Shares) {
  TimeSum Sum;
  for (size_t Part = 0; Part != TimeParts; ++Part)
    for (size_t L = 0; L != Misses.size(); ++L)
      Sum.Cycles[Part] += Shares.Cycles[Part] * double(Misses[L]) *
                          stallCycles(TimePart(Part), L, Misses.size());
  return Sum;
}

ProgramTime programTime(const Profile &P) {
  ProgramTime Time;
  Time.Structures.resize(P.Structures.size());
  Time.Shares.resize(P.Structures.size() + 1);
  for (const SiteCounts &C : P.BySite) {
    TimeSum Shares = MissDivision(P, C).shares();
    Time.Structures[C.Structure.Value] += stallsOf(C.Misses, Shares);
    Shares *= C.Misses.empty() ? 0 : double(C.Misses[0]);
    Time.Shares[C.Structure.Value] += Shares;
    Time.Shares.back() += Shares;
  }
  for (TimeSum &Shares : Time.Shares)
    if (double All = Shares.total(); All != 0)
      Shares *= 1 / All;
    else
      Shares[TimePart::Gather] = 1;
  addContests(P, Time);
  Time.Whole[TimePart::Computation] = computationCycles(
      double(P.Instructions), double(P.ComputationCycles), chainLoads(P));
  for (const TimeSum &S : Time.Structures)
    Time.Whole += S;
  return Time;
}

TimeSum streamTime(const Counts &C) {
  TimeSum Shares;
  Shares[TimePart::Stream] = 1;
  return stallsOf(missesOf(C), Shares);
}

static TimeSum meanTime(std::span<const Profile> Runs) {
  TimeSum Sum;
  for (const Profile &P : Runs)
    Sum += programTime(P).Whole;
  Sum *= 1 / double(Runs.size());
  return Sum;
}

TimeShare savedShare(std::span<const Profile> Before,
                     std::span<const Profile> After) {
  return savedShare(meanTime(Before), meanTime(After));
}

} // namespace memfacet::result
