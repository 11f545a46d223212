//===- SweepSpec.h - many cache models in few words -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   sweep := spec (white space spec)*
//   spec  := as in model/CacheSpec.cpp, but each size and each number of ways
//            may be choices
//          | the name of a preset, or host
//   choices := choice ('/' choice)*
//   choice  := value | first..last         doubles from the first to the last
//
// '#' begins a comment that ends with the line. Several choices in a spec make
// all combinations of them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_SWEEP_SWEEPSPEC_H
#define MEMFACET_CACHES_SWEEP_SWEEPSPEC_H

#include "analysis/caches/model/CacheModel.h"

namespace memfacet::caches {

constexpr size_t MaxSweepModels = 4096;

/// Returns the models that \p Text stands for, each once, in the order of the
/// text. Their Name is their spec, or the name of the preset. At most
/// MaxSweepModels.
Expected<std::vector<CacheModel>> parseSweep(std::string_view Text);

} // namespace memfacet::caches

#endif
