//===- AdvisePasses.h - the passes over a stream for suggestions ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AdviseTrace.h has what callers need.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_PIPELINE_ADVISEPASSES_H
#define MEMFACET_MEASURE_PIPELINE_ADVISEPASSES_H

#include "analysis/advise/Candidates.h"
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

/// Says that the pass begins which tries \p Candidates, of which there are
/// some.
void beginTrials(const AdviseOptions &Options,
                 const advise::CandidateList &Candidates);
/// Returns whether Collect.Stop is true.
bool isStopped(const AdviseOptions &Options);

/// Replays kept \p Blocks into \p Sinks, until Collect.Stop is true. Progress
/// is shown in \p Words for all blocks.
void replayBlocks(const std::vector<advise::ReplayBlock> &Blocks,
                  const AdviseOptions &Options, uint64_t Words,
                  std::vector<advise::ReplaySink *> Sinks);

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

/// Returns whether objects of \p S can be moved.
bool canMove(const result::Structure &S);

/// Collects the evidence of a stream.
class EvidencePass {
public:
  /// \p IsPart: the stream is a part of the run.
  EvidencePass(const caches::CacheModel &Model, bool IsPart);

  /// Returns what takes the stream; the pass must not move.
  std::vector<advise::ReplaySink *> sinks() {
    return {&Counter, &Unchanged, &Associative};
  }
  /// Sets in \p E what was counted, when the sinks have had all. \p P: the
  /// profile of the stream, with its threads and structures.
  void finish(const result::Profile &P, const decode::ModuleSet &Modules,
              advise::Evidence &E);
  /// Makes \p E estimates of the whole run, which is \p Factor times as long,
  /// and adds misses.
  void estimate(double Factor, advise::Evidence &E);

private:
  advise::EvidenceCounter Counter;
  advise::Replay Unchanged, Associative;
};

/// Adds to \p E those misses of a site of \p P that follow links and that a
/// prefetch hides, in proportion to its steps. A step takes a cycle for each
/// instruction, and there are as many for an access as in all of
/// \p Instructions.
void addLinked(const result::Profile &P, uint64_t Instructions,
               advise::Evidence &E);

/// Does the first pass over a trace: collects evidence. \p Store gets what it
/// replays.
Expected<ReplayedTrace> collectEvidence(const TracePart &Part,
                                        const AdviseOptions &Options,
                                        advise::BlockStore &Store,
                                        advise::Evidence &E);

} // namespace memfacet::measure

#endif
