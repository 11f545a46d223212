//===- SavedError.cpp - what parts of a run say of what a change saves ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/SavedError.h"
#include "analysis/gauges/sample/StudentQuantile.h"
#include "memfacet/Check.h"
#include <cmath>
#include <cstddef>
#include <numeric>

namespace memfacet::measure {

double savedError(std::span<const double> Before, std::span<const double> After,
                  double Share) {
  MEMFACET_CHECK(Before.size() == After.size(),
                 "both simulations have the same stretches");
  size_t Count = Before.size();
  double All = std::accumulate(Before.begin(), Before.end(), 0.0);
  if (Share >= 1 || Count < 2 || All <= 0)
    return 0;
  double Left = std::accumulate(After.begin(), After.end(), 0.0) / All;
  double Squares = 0;
  for (size_t I = 0; I != Count; ++I) {
    double Residue = After[I] - Left * Before[I];
    Squares += Residue * Residue;
  }
  double Variance = (1 - Share) * Squares * double(Count) / double(Count - 1);
  return gauges::studentQuantile(Count - 1) * std::sqrt(Variance) / All;
}

} // namespace memfacet::measure
