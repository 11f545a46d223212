//===- MakeObservers.h - makes observers that need more settings ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Analyses.h has the functions that add an analysis by its option. The
// functions here make observers that need more settings than the option has, or
// that other code asks for.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_OBSERVERS_MAKEOBSERVERS_H
#define MEMFACET_MEASURE_OBSERVERS_MAKEOBSERVERS_H

#include "analysis/caches/memory/PointWarmth.h"
#include "analysis/core/CoreModel.h"
#include "analysis/measure/observers/CollectOptions.h"
#include "analysis/result/profile/Profile.h"
#include "analysis/threads/communication/ReusePairs.h"
#include "analysis/threads/communication/SharingCaches.h"
#include <string>

namespace memfacet::measure {

/// Adds the observer that counts executed runs by thread and interval
/// (Profile::Vectors, unless the program has counted them itself), if it is not
/// there.
void observeBlocks(CollectOptions &Options);

/// Makes the observer that fills Profile::Pairs. \p Path, if not empty, is a
/// file that gets the pairs one by one.
MakeObserver observeCommunication(const threads::ReusePlan &Plan,
                                  const std::string &Path);

/// Makes the observer that fills Profile::Sharing.
MakeObserver observeSharing(const threads::SharingPlan &Plan);

/// Makes the observer that fills Profile::Memory from chosen lines and long
/// windows, and samples what levels hold each \p Period instructions, the
/// length of an interval. The caches must satisfy checkSelectable.
MakeObserver observeCauses(uint64_t Period);

struct CoreOptions {
  core::CoreModel Model;
  /// More simulations of the same core, each with these structures served in
  /// one cycle: CoreTimes::Scenarios.
  std::vector<std::vector<StructureId>> Perfect = {};
};

/// Makes the observer that simulates one core per thread and fills
/// Profile::Core. \p Options must satisfy checkCoreModel with the analysis's
/// caches, and AnalysisOptions::Outcomes must be set: without outcomes, every
/// access hits.
MakeObserver observeCore(CoreOptions Options);

/// Makes the observer that passes the touches of \p Ranges to \p Warmth. The
/// last interval of each range is a point, the others warm it. All intervals
/// have \p Length instructions. The observer must be added before a core that
/// has \p Warmth as ObserverContext::Warmth.
MakeObserver observeWarmth(std::vector<decode::IntervalRange> Ranges,
                           uint64_t Length,
                           std::shared_ptr<caches::PointWarmth> Warmth);

enum class CurveMode { Exact, Sampled };

/// Makes the observer that fills Profile::Curves, in lines of the simulated
/// caches. \p TouchesOfStretch: in a complete stream, sampled curves look at
/// this number of touches before they choose half as many lines.
MakeObserver makeCurveObserver(CurveMode Mode,
                               uint64_t TouchesOfStretch = 1 << 23);

/// The counts of one model, as a profile with this model would have them.
struct SweepResult {
  caches::CacheModel Caches;
  /// Counts by structure of the profile, then by level.
  std::vector<std::vector<result::LevelCounts>> Structures;

  /// Returns the sums over structures, by level.
  std::vector<result::LevelCounts> total() const;
};

/// Makes the observer that simulates \p Models with \p Threads threads. When
/// the profile is filled, \p Results has a result for each model, in their
/// order.
MakeObserver
makeSweepObserver(const std::vector<caches::CacheModel> &Models,
                  unsigned Threads,
                  const std::shared_ptr<std::vector<SweepResult>> &Results);

} // namespace memfacet::measure

#endif
