//===- Curves.cpp - miss curves of a stream -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/reuse/Curves.h"

namespace memfacet::gauges {

static void fillScope(result::CurveScope Scope, const DistanceTable &Table,
                      result::MissCurves &Curves) {
  Curves.Totals.push_back({Scope});
  for (uint32_t S = 0; S != Table.rows().size(); ++S) {
    const DistanceCounts &C = Table.rows()[S];
    result::MissCurve Curve{Scope, StructureId(S), C.Compulsory, C.Reuses};
    while (!Curve.Reuses.empty() && Curve.Reuses.back() == 0)
      Curve.Reuses.pop_back();
    if (Curve.Compulsory != 0 || !Curve.Reuses.empty())
      Curves.Curves.push_back(std::move(Curve));
  }
}

void ExactCurves::fill(result::MissCurves &Curves) {
  for (result::CurveScope Scope : result::CurveScopes)
    fillScope(Scope, tableOf(Scope), Curves);
}

void SpatialCurves::choose(unsigned More) {
  Bits = More;
  forEachTable([&](SpatialTable &Table) { Table.choose(More); });
  forEachStack([&](ReuseStack &Stack) { Stack.keep(chosenLines(More)); });
}

} // namespace memfacet::gauges
