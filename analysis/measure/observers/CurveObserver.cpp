//===- CurveObserver.cpp - miss curves ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/reuse/Curves.h"
#include "analysis/gauges/sample/CurveSample.h"
#include "analysis/measure/observers/Analyses.h"
#include "analysis/measure/observers/MakeObservers.h"
#include "analysis/measure/observers/Observers.h"

namespace memfacet::measure {
namespace {

class ExactObserver final : public AccessObserver {
public:
  explicit ExactObserver(uint32_t LineBytes) : Lines(LineBytes) {}

  void accesses(const OwnedPart &P) override {
    Lines.expand(P.Part, P.Owners, [&](const gauges::Touches &T) {
      Curves.touch(P.Part.Batch.Thread, T, P.Structures);
    });
  }
  void event(const decode::Event &E) override {
    if (E.Kind == EventKind::ThreadEnd)
      Curves.threadEnded(E.Thread);
  }
  void count(bool Wanted) override { Curves.count(Wanted); }
  void forgetCounts() override { Curves.forgetCounts(); }
  void fill(result::Profile &P) override { Curves.fill(P.Curves); }

private:
  gauges::TouchList Lines;
  gauges::ExactCurves Curves;
};

/// Follows the chosen lines of a program that selects. In a complete stream, it
/// chooses lines itself: all at first, and then half as many each time that
/// TouchesOfStretch touches were looked at.
class SampledObserver final : public AccessObserver {
public:
  SampledObserver(const ObserverContext &C, uint64_t TouchesOfStretch)
      : Lines(C.Caches.LineBytes), InWindows(C.InWindows),
        WithAllSelected(C.Counts.touches()),
        TouchesOfStretch(TouchesOfStretch) {}

  bool takesChosen() const override { return true; }
  void choose(unsigned Bits) override {
    Selects = true;
    if (Bits != Curves.bits())
      Curves.choose(Bits);
  }
  void accesses(const OwnedPart &P) override {
    Lines.expand(P.Part, P.Owners, [&](const gauges::Touches &T) {
      gauges::Touches Chosen = Selects ? T : chosenOf(T, P.Structures);
      Curves.touch(P.Part.Batch.Thread, Chosen, P.Structures);
      if (!Selects)
        spend(Chosen.size());
    });
  }
  void event(const decode::Event &E) override {
    if (E.Kind == EventKind::ThreadEnd)
      Curves.threadEnded(E.Thread);
  }
  void count(bool Wanted) override {
    Counting = Wanted;
    Curves.count(Wanted);
  }
  void forgetCounts() override {
    Curves.forgetCounts();
    WithAll.assign(WithAll.size(), 0);
  }
  void fill(result::Profile &P) override {
    gauges::CurveFacts Facts;
    for (const result::Structure &S : P.Structures)
      Facts.Touches.push_back(S.Total.Levels[0].Accesses);
    Facts.AllChosen = WithAll;
    if (Selects) {
      Facts.AllChosen.clear();
      for (const gauges::TouchesByChoice &T : WithAllSelected)
        Facts.AllChosen.push_back(T.AllChosen);
      Facts.Windows = &InWindows;
    }
    Facts.Bits = Curves.bits();
    Facts.Drops = Selects;
    for (result::CurveScope Scope : result::CurveScopes)
      gauges::fillSampledCurves(Scope, Curves.tableOf(Scope), Facts, P.Curves);
  }

private:
  gauges::Touches chosenOf(const gauges::Touches &T, size_t Structures) {
    if (Curves.bits() == 0) {
      if (WithAll.size() < Structures)
        WithAll.resize(Structures + Structures / 2);
      for (size_t I = 0; Counting && I != T.size(); ++I)
        ++WithAll[T.Owners[I]];
      return T;
    }
    const ResidueSet Chosen = chosenLines(Curves.bits());
    size_t Count = 0;
    for (size_t I = 0; I != T.size(); ++I) {
      KeptLines[Count] = T.Lines[I];
      KeptOwners[Count] = T.Owners[I];
      Count += hasResidue(Chosen, T.Lines[I]);
    }
    return {{KeptLines.data(), Count}, KeptOwners.data()};
  }

  void spend(uint64_t Touches) {
    StretchTouches += Touches;
    if (StretchTouches < TouchesOfStretch || Curves.bits() == MostSelectBits)
      return;
    StretchTouches = 0;
    Curves.choose(Curves.bits() + 1);
  }

  gauges::TouchList Lines;
  gauges::SpatialCurves Curves;
  const gauges::WindowChanges &InWindows;
  const std::vector<gauges::TouchesByChoice> &WithAllSelected;
  const uint64_t TouchesOfStretch;
  bool Selects = false, Counting = true;
  uint64_t StretchTouches = 0; ///< in the stretch
  std::vector<uint64_t> WithAll;
  std::array<uint64_t, gauges::TouchList::Capacity> KeptLines;
  std::array<uint32_t, gauges::TouchList::Capacity> KeptOwners;
};

} // namespace

MakeObserver makeCurveObserver(CurveMode Mode, uint64_t TouchesOfStretch) {
  return [=](const ObserverContext &C) -> std::unique_ptr<AccessObserver> {
    if (Mode == CurveMode::Exact)
      return std::make_unique<ExactObserver>(C.Caches.LineBytes);
    return std::make_unique<SampledObserver>(C, TouchesOfStretch);
  };
}

Status addCurves(const std::string &Plan, CollectOptions &Options) {
  if (Plan != "sampled" && Plan != "exact")
    return usageError("'{}' is no kind of curves; write --curves=sampled or "
                      "--curves=exact",
                      Plan);
  Options.Analysis.Observers.push_back(makeCurveObserver(
      Plan == "exact" ? CurveMode::Exact : CurveMode::Sampled));
  return {};
}

} // namespace memfacet::measure
