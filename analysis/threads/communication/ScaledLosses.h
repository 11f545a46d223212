//===- ScaledLosses.h - counts of lost lines, multiplied ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_THREADS_COMMUNICATION_SCALEDLOSSES_H
#define MEMFACET_THREADS_COMMUNICATION_SCALEDLOSSES_H

#include "analysis/result/profile/SharingTable.h"
#include <map>

namespace memfacet::threads {

/// Multiplies the misses of lost lines of each structure by its factor, if it
/// has one: the sum over its places is the product, unless fewer would be left
/// than are certain. Sums of what \p Table has by place, edge, class and fight
/// stay equal. No place gets fewer misses than are certain.
void scaleLosses(result::SharingTable &Table,
                 const std::map<uint32_t, double> &Factors);

} // namespace memfacet::threads

#endif
