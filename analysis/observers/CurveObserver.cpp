//===- CurveObserver.cpp - miss curves of what is observed ----------------===//

#include "analysis/observers/Analyses.h"
#include "analysis/observers/MakeObservers.h"
#include "analysis/reuse/Curves.h"

namespace memfacet {
namespace {

class ExactObserver final : public AccessObserver {
public:
  explicit ExactObserver(uint32_t LineBytes) : Lines(LineBytes) {}

  void accesses(const OwnedPart &P) override {
    Lines.expand(P.Part, P.Owners, [&](const Touches &T) {
      Curves.touch(P.Part.Of.Thread, T, P.Structures);
    });
  }
  void event(const Event &E) override {
    if (E.Kind == EventKind::ThreadEnd)
      Curves.threadEnded(E.Thread);
  }
  void count(bool Wanted) override { Curves.count(Wanted); }
  void forgetCounts() override { Curves.forgetCounts(); }
  void fill(Profile &P) override { Curves.fill(P.Curves); }

private:
  TouchList Lines;
  ExactCurves Curves;
};

class SampledObserver final : public AccessObserver {
public:
  explicit SampledObserver(uint32_t LineBytes) : Lines(LineBytes) {}

  void accesses(const OwnedPart &P) override {
    Lines.expand(P.Part, P.Owners,
                 [&](const Touches &T) { Curves.touch(P.Part.Of.Thread, T); });
  }
  void event(const Event &E) override {
    if (E.Kind == EventKind::ThreadEnd)
      Curves.threadEnded(E.Thread);
  }
  void count(bool Wanted) override { Curves.count(Wanted); }
  void forgetCounts() override { Curves.forgetCounts(); }
  void fill(Profile &P) override {
    std::vector<uint64_t> Touched;
    for (const Structure &S : P.Structures)
      Touched.push_back(S.Total.Levels[0].Accesses);
    Curves.fill(Touched, P.Curves);
  }

private:
  TouchList Lines;
  SampledCurves Curves;
};

} // namespace

MakeObserver makeCurveObserver(CurveMode Mode) {
  return [Mode](const ObserverContext &C) -> std::unique_ptr<AccessObserver> {
    if (Mode == CurveMode::Exact)
      return std::make_unique<ExactObserver>(C.Caches.LineBytes);
    return std::make_unique<SampledObserver>(C.Caches.LineBytes);
  };
}

Status addCurves(const std::string &Plan, CollectOptions &To) {
  if (Plan != "sampled" && Plan != "exact")
    return usageError("'{}' is no kind of curves; write --curves=sampled or "
                      "--curves=exact",
                      Plan);
  To.Observers.push_back(makeCurveObserver(
      Plan == "exact" ? CurveMode::Exact : CurveMode::Sampled));
  return {};
}

} // namespace memfacet
