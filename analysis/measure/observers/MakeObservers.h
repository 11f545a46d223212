//===- MakeObservers.h - makes observers with settings of their own -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Analyses.h has what adds an analysis by its option. Where more is to be said
// than the option has, or something else asks for an observer, it is made here.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_OBSERVERS_MAKEOBSERVERS_H
#define MEMFACET_MEASURE_OBSERVERS_MAKEOBSERVERS_H

#include "analysis/caches/memory/PointWarmth.h"
#include "analysis/core/CoreModel.h"
#include "analysis/measure/observers/CollectOptions.h"
#include "analysis/measure/observers/Observers.h"
#include "analysis/threads/communication/ReusePairs.h"
#include "analysis/threads/communication/SharingCaches.h"
#include <string>

namespace memfacet::measure {

/// Adds what counts executed runs by thread and interval (Profile::Vectors,
/// unless the program has counted them itself), if it is not there.
void observeBlocks(CollectOptions &Options);

/// Makes what fills Profile::Pairs. \p Path, if not empty, gets the pairs one
/// by one.
MakeObserver observeCommunication(const threads::ReusePlan &Plan,
                                  const std::string &Path);

/// Makes what fills Profile::Sharing.
MakeObserver observeSharing(const threads::SharingPlan &Plan);

struct CoreOptions {
  core::CoreModel Model;
  /// More simulations of the same core, each with these structures served in
  /// one cycle: CoreTimes::Scenarios.
  std::vector<std::vector<StructureId>> Perfect = {};
};

/// Simulates one core per thread and fills Profile::Core. \p Options must
/// satisfy checkCoreModel with the analysis's caches, and
/// AnalysisOptions::Outcomes must be set: without outcomes, every access hits.
MakeObserver observeCore(CoreOptions Options);

/// Makes what tells \p Warmth of the touches of \p Ranges, the last interval of
/// each of which is a point and the others its warming. All intervals have
/// \p Length instructions. It stands before a core that has \p Warmth as
/// ObserverContext::Warmth.
MakeObserver observeWarmth(std::vector<decode::IntervalRange> Ranges,
                           uint64_t Length,
                           std::shared_ptr<caches::PointWarmth> Warmth);

enum class CurveMode { Exact, Sampled };

/// Makes what fills Profile::Curves, in lines of the simulated caches. \p
/// TouchesOfStretch: of a complete stream, sampled curves look at so many
/// before they choose half as many lines.
MakeObserver makeCurveObserver(CurveMode Mode,
                               uint64_t TouchesOfStretch = 1 << 23);

/// Counts of one model: as its own profile would have them.
struct SweepResult {
  caches::CacheModel Caches;
  /// By structure of the profile, then by level.
  std::vector<std::vector<result::LevelCounts>> Structures;

  /// Sums over structures, by level.
  std::vector<result::LevelCounts> total() const;
};

/// Makes what simulates \p Models with \p Threads threads. When the profile is
/// filled, \p Results has a result for each, in their order.
MakeObserver
makeSweepObserver(const std::vector<caches::CacheModel> &Models,
                  unsigned Threads,
                  const std::shared_ptr<std::vector<SweepResult>> &Results);

} // namespace memfacet::measure

#endif
