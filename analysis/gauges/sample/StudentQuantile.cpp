//===- StudentQuantile.cpp - Student's t distribution ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/sample/StudentQuantile.h"
#include <cmath>
#include <iterator>

namespace memfacet::gauges {

double studentQuantile(size_t Freedom) {
  constexpr double First[] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706,
                              2.4469,  2.3646, 2.3060, 2.2622, 2.2281};
  if (Freedom <= std::size(First))
    return First[Freedom - 1];
  // The expansion of Cornish and Fisher around the point of the normal
  // distribution.
  constexpr double Z = 1.959964;
  double D = double(Freedom);
  return Z + (std::pow(Z, 3) + Z) / (4 * D) +
         (5 * std::pow(Z, 5) + 16 * std::pow(Z, 3) + 3 * Z) / (96 * D * D) +
         (3 * std::pow(Z, 7) + 19 * std::pow(Z, 5) + 17 * std::pow(Z, 3) -
          15 * Z) /
             (384 * D * D * D);
}

} // namespace memfacet::gauges
