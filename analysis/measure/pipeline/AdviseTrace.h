//===- AdviseTrace.h - from a trace to suggestions ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_PIPELINE_ADVISETRACE_H
#define MEMFACET_MEASURE_PIPELINE_ADVISETRACE_H

#include "analysis/advise/Advice.h"
#include "analysis/measure/pipeline/Collect.h"
#include <functional>

namespace memfacet::measure {

struct AdviseOptions {
  /// The caches, and how memory is named; paths and observers are not used.
  CollectOptions Collect;
  /// The number of candidates that are simulated, the most promising ones.
  size_t MostTried = 24;
  /// Threads for the simulations; 0: the caller's thread. The result is the
  /// same.
  unsigned Threads = 1;
  /// About the most instructions that are simulated, spread evenly over a
  /// longer trace; 0: all.
  uint64_t MostInstructions = 0;
  /// Called when a pass over the trace begins, with what it does; null: no
  /// function is called.
  std::function<void(const std::string &)> BeginPass = nullptr;
  /// Gives structures the titles that suggestions use; null: they use names.
  std::function<void(result::Profile &)> GiveTitles = nullptr;
};

/// Reads the trace at \p Path twice: for evidence, then with the changes that
/// the evidence suggests. Once more before that if only a part of it may be
/// simulated, to see how long it is. Damage in the trace is in the profile's
/// Loss. If Collect.Stop becomes true, the advice is what is known then.
Expected<advise::Advice> adviseTrace(const std::string &Path,
                                     const AdviseOptions &Options);

} // namespace memfacet::measure

#endif
