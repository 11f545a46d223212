//===- Curves.cpp - miss curves of a stream -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/reuse/Curves.h"

namespace memfacet::gauges {

static void fillScope(result::CurveScope Scope, const DistanceTable &From,
                      result::MissCurves &To) {
  To.Totals.push_back({Scope});
  for (uint32_t S = 0; S != From.rows().size(); ++S) {
    const DistanceCounts &C = From.rows()[S];
    result::MissCurve Curve{Scope, StructureId(S), C.Compulsory, C.Reuses};
    while (!Curve.Reuses.empty() && Curve.Reuses.back() == 0)
      Curve.Reuses.pop_back();
    if (Curve.Compulsory != 0 || !Curve.Reuses.empty())
      To.Curves.push_back(std::move(Curve));
  }
}

void ExactCurves::fill(result::MissCurves &To) {
  for (result::CurveScope Scope : result::CurveScopes)
    fillScope(Scope, of(Scope), To);
}

void SpatialCurves::choose(unsigned More) {
  Bits = More;
  forEachTable([&](SpatialTable &Each) { Each.choose(More); });
  forEachStack([&](ReuseStack &Each) { Each.keep(chosenLines(More)); });
}

} // namespace memfacet::gauges
