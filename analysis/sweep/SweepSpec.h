//===- SweepSpec.h - many cache models in few words -----------------------===//
//
//   sweep  := spec (white space spec)*         '#' to the end of a line:
//   nothing spec   := as cache/CacheSpec.cpp, where a size and a number of ways
//   may be
//             choices: one or more of  value  or  first..last,  with '/'
//             between; a range doubles from the first to the last
//           | the name of a preset, or host
//
// Several choices in a spec make all combinations of them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_SWEEP_SWEEPSPEC_H
#define MEMFACET_SWEEP_SWEEPSPEC_H

#include "analysis/cache/CacheModel.h"

namespace memfacet {

constexpr size_t MaxSweepModels = 4096;

/// The models that \p Text stands for, each once, in its order; their Name is
/// their spec, or the preset's. At most MaxSweepModels.
Expected<std::vector<CacheModel>> parseSweep(std::string_view Text);

} // namespace memfacet

#endif
