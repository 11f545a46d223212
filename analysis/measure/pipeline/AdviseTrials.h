//===- AdviseTrials.h - candidates, tried on a stream ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_PIPELINE_ADVISETRIALS_H
#define MEMFACET_MEASURE_PIPELINE_ADVISETRIALS_H

#include "analysis/advise/Advice.h"
#include "analysis/advise/Evidence.h"
#include <memory>
#include <set>
#include <vector>

namespace memfacet::measure {

/// Simulates candidates on one stream, and the unchanged program next to them.
class AdviseTrials {
public:
  /// \p Candidates must outlive this. \p IsPart: the stream is a part of the
  /// run.
  AdviseTrials(const advise::CandidateList &Candidates,
               const caches::CacheModel &Model, bool SeveralThreads,
               bool IsPart);

  /// Returns what takes the stream; this must not move.
  std::vector<advise::ReplaySink *> sinks();
  /// Returns the structures that simulated candidates change.
  std::set<uint32_t> structures() const;
  /// Returns what each candidate saves in the run, when the sinks have had all:
  /// \p Share of the run, 1 if it is no part. \p E: the evidence of the whole.
  /// Called once.
  std::vector<advise::Suggestion> suggestions(const advise::Evidence &E,
                                              double Share);
  /// Returns the misses of the unchanged program, after suggestions().
  advise::MissTotals programMisses() { return Unchanged.totalMisses(); }

private:
  struct Trial {
    explicit Trial(const advise::Candidate &C) : Change(C) {}

    const advise::Candidate &Change;
    std::unique_ptr<advise::Replay> Changed; ///< null: nothing is simulated
  };

  advise::Suggestion suggestion(const Trial &T, const advise::Evidence &E,
                                double Share);

  std::vector<Trial> Trials;
  advise::Replay Unchanged;
  bool IsPart;
};

/// Returns \p All, which are of a part of a run, as suggestions for the whole,
/// of which \p E has the misses. Moves those to \p Untried whose structure
/// hardly missed in the part.
std::vector<advise::Suggestion>
ofWhole(std::vector<advise::Suggestion> All, const advise::Evidence &E,
        std::vector<advise::Candidate> &Untried);

} // namespace memfacet::measure

#endif
