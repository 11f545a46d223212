//===- ExactCurves.cpp - exact miss curves --------------------------------===//

#include "analysis/reuse/ExactCurves.h"

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

} // namespace memfacet
