//===- AnalysisOptions.h - what an analysis counts ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_OBSERVERS_ANALYSISOPTIONS_H
#define MEMFACET_MEASURE_OBSERVERS_ANALYSISOPTIONS_H

#include "analysis/caches/cache/LevelStore.h"
#include "analysis/decode/DecoderOptions.h"
#include "analysis/owners/names/NamingOptions.h"
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace memfacet {
class StageScheduler;
}

namespace memfacet::caches {
class PointWarmth;
}

namespace memfacet::measure {

class AccessObserver;
struct ObserverContext;

/// Makes an observer once the analysis that it is part of exists. Analyses.h
/// says how to add one.
using MakeObserver =
    std::function<std::unique_ptr<AccessObserver>(const ObserverContext &)>;

/// Options of an Analysis.
struct AnalysisOptions {
  /// Lengths and ends of the intervals of the batches; the length goes into the
  /// profile.
  decode::DecoderOptions Decoding = {};
  /// Runs the caches after the MRU lines as a stage. Null: they are simulated
  /// at once. The result is the same.
  StageScheduler *Scheduler = nullptr;
  /// How caches are searched. The result is the same.
  caches::SearchKind Search = caches::SearchKind::Best;
  /// Counts why lines miss, and who evicted them
  /// (docs/internals/memory-system.md). Done in any case if the model is not
  /// plain.
  bool MissCauses = false;
  /// Observers want OwnedPart::Outcomes, which is slower. They may be there
  /// even if this is false.
  bool Outcomes = false;
  /// Keeps for every interval which sites miss this level.
  std::optional<size_t> SitesOverTime = {};
  /// The memory of counts over time, in bytes; it may be slightly exceeded.
  /// When it is used up, intervals are merged. 0: intervals stay as long as
  /// Decoding says, as observers and block vectors need them.
  size_t StreamBytes = 0;
  /// The profile reads counts over time from the analysis: it is valid as long
  /// as the analysis exists and gets no more batches and events.
  bool LendsStreams = false;
  owners::NamingOptions Naming = {};
  std::vector<MakeObserver> Observers = {};
  std::shared_ptr<caches::PointWarmth> Warmth =
      nullptr; ///< ObserverContext::Warmth
  /// One of Observers makes block vectors.
  bool BlockVectors = false;

  /// Returns whether observers make block vectors and nothing else. A program
  /// that only counts its blocks has these without observers.
  bool onlyBlocks() const { return BlockVectors && Observers.size() == 1; }
};

} // namespace memfacet::measure

#endif
