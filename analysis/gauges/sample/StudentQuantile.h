//===- StudentQuantile.h - Student's t distribution -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_GAUGES_SAMPLE_STUDENTQUANTILE_H
#define MEMFACET_GAUGES_SAMPLE_STUDENTQUANTILE_H

#include <cstddef>

namespace memfacet::gauges {

/// Returns the 97.5 % point of Student's t distribution; \p Freedom is at least
/// 1. The error is below 0.001.
double studentQuantile(size_t Freedom);

} // namespace memfacet::gauges

#endif
