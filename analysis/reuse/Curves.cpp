//===- Curves.cpp - miss curves of a stream -------------------------------===//

#include "analysis/reuse/Curves.h"

namespace memfacet {

ExactCurves::ExactCurves()
    : Stacks({[](ThreadId) { return ReuseStack(); },
              [this] { Shared = Private; }, [](ReuseStack &) {}}) {}

void ExactCurves::touch(ThreadId Thread, const Touches &T, size_t Structures) {
  for (DistanceTable *Table : {&Private, &Shared, &NotCounted})
    Table->resize(Structures);
  Stacks.enter(Thread).touch(T, Counting ? Private : NotCounted);
  if (ReuseStack *All = Stacks.shared())
    All->touch(T, Counting ? Shared : NotCounted);
}

void ExactCurves::forgetCounts() {
  Private.clear();
  Shared.clear();
}

static void fillScope(CurveScope Scope, const DistanceTable &From,
                      MissCurves &To) {
  To.Totals.push_back({Scope});
  for (uint32_t S = 0; S != From.rows().size(); ++S) {
    const DistanceCounts &C = From.rows()[S];
    MissCurve Curve{Scope, StructureId(S), C.Compulsory, C.Reuses};
    while (!Curve.Reuses.empty() && Curve.Reuses.back() == 0)
      Curve.Reuses.pop_back();
    if (Curve.Compulsory != 0 || !Curve.Reuses.empty())
      To.Curves.push_back(std::move(Curve));
  }
}

void ExactCurves::fill(MissCurves &To) {
  fillScope(CurveScope::Private, Private, To);
  fillScope(CurveScope::Shared, Stacks.shared() ? Shared : Private, To);
}

SampledCurves::SampledCurves(uint64_t Seed)
    : Samplers({[this, Seed](ThreadId Thread) {
                  ReuseSampler S(Seed + Thread.Value);
                  S.count(Counting);
                  return S;
                },
                [] {}, [this](ReuseSampler &S) { Ended.add(S.samples()); }}) {}

void SampledCurves::touch(ThreadId Thread, const Touches &T) {
  Samplers.enter(Thread).touch(T);
  if (ReuseSampler *All = Samplers.shared())
    All->touch(T);
}

void SampledCurves::count(bool Wanted) {
  Counting = Wanted;
  Samplers.forEach([&](ReuseSampler &S) { S.count(Wanted); });
}

void SampledCurves::forgetCounts() {
  Ended = {};
  Samplers.forEach([](ReuseSampler &S) { S.forgetCounts(); });
}

void SampledCurves::fill(const std::vector<uint64_t> &Touches, MissCurves &To) {
  CurveEstimate Private = Ended, Shared;
  Samplers.forEachOwn([&](ReuseSampler &S) { Private.add(S.samples()); });
  Private.fill(CurveScope::Private, Touches, To);
  ReuseSampler *All = Samplers.shared();
  if (All)
    Shared.add(All->samples());
  (All ? Shared : Private).fill(CurveScope::Shared, Touches, To);
}

} // namespace memfacet
