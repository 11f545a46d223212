//===- AdvisePasses.h - the passes over a trace for suggestions -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AdviseTrace.h has what callers need.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_PIPELINE_ADVISEPASSES_H
#define MEMFACET_MEASURE_PIPELINE_ADVISEPASSES_H

#include "analysis/advise/Evidence.h"
#include "analysis/measure/observers/ReplayObserver.h"
#include "analysis/measure/pipeline/AdviseOptions.h"
#include "analysis/measure/pipeline/Collect.h"
#include <set>

namespace memfacet::measure {

/// The trace, and the part of it that is simulated.
struct TracePart {
  const std::string &Path;
  std::optional<decode::ClockSample> Sample; ///< nothing: all of it
};

/// Says that a pass begins, which does \p Task.
void beginPass(const AdviseOptions &Options, const std::string &Task);

/// Returns by what a count of the simulated part is multiplied to get that of
/// the whole.
double factorOf(const ReplayedTrace &R);

/// Replays one trace into some sinks. Objects of \p OnlyStructures are
/// followed; null: of all structures that can be moved.
Expected<ReplayedTrace> replay(const TracePart &Part,
                               const AdviseOptions &Options,
                               std::vector<advise::ReplaySink *> Sinks,
                               const std::set<uint32_t> *OnlyStructures,
                               const ReplayObserver::AtEnd &End);

/// Does the first pass: collects evidence. \p Store gets what it replays.
Expected<ReplayedTrace> collectEvidence(const TracePart &Part,
                                        const AdviseOptions &Options,
                                        advise::BlockStore &Store,
                                        advise::Evidence &E);

} // namespace memfacet::measure

#endif
