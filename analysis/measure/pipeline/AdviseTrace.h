//===- AdviseTrace.h - from a trace to suggestions ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_PIPELINE_ADVISETRACE_H
#define MEMFACET_MEASURE_PIPELINE_ADVISETRACE_H

#include "analysis/advise/Advice.h"
#include "analysis/measure/pipeline/Collect.h"
#include <functional>

namespace memfacet::measure {

struct AdviseOptions {
  /// The caches, and how memory is named; its paths and observers are not used.
  CollectOptions Collect;
  /// Candidates that are simulated, the most promising.
  size_t MostTried = 24;
  /// Threads for the simulations; 0: the caller's own. The result is the same.
  unsigned Threads = 1;
  /// Gives structures titles, by which suggestions call them; null: names.
  std::function<void(result::Profile &)> GiveTitles = nullptr;
};

/// Reads the trace at \p Path twice: for evidence, then with what that suggests
/// changed. Damage in it is in the profile's Loss.
Expected<advise::Advice> adviseTrace(const std::string &Path,
                                     const AdviseOptions &Options);

} // namespace memfacet::measure

#endif
