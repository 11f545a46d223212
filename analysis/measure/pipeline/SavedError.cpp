//===- SavedError.cpp - what parts of a run say of what a change saves ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/SavedError.h"
#include "analysis/gauges/sample/StudentQuantile.h"
#include "memfacet/Check.h"
#include <cmath>
#include <cstddef>
#include <numeric>

namespace memfacet::measure {

double savedError(std::span<const double> OldCycles,
                  std::span<const double> NewCycles, double Share) {
  MEMFACET_CHECK(OldCycles.size() == NewCycles.size(),
                 "both simulations have the same stretches");
  size_t Count = OldCycles.size();
  double All = std::accumulate(OldCycles.begin(), OldCycles.end(), 0.0);
  if (Share >= 1 || Count < 2 || All <= 0)
    return 0;
  double Left = std::accumulate(NewCycles.begin(), NewCycles.end(), 0.0) / All;
  double Squares = 0;
  for (size_t I = 0; I != Count; ++I) {
    double Residue = NewCycles[I] - Left * OldCycles[I];
    Squares += Residue * Residue;
  }
  double Variance = (1 - Share) * Squares * double(Count) / double(Count - 1);
  return gauges::studentQuantile(Count - 1) * std::sqrt(Variance) / All;
}

} // namespace memfacet::measure
