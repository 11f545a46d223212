//===- CollectOptions.h - what an analysis is asked for -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_OBSERVERS_COLLECTOPTIONS_H
#define MEMFACET_MEASURE_OBSERVERS_COLLECTOPTIONS_H

#include "analysis/caches/model/CacheModel.h"
#include "analysis/decode/WantedIntervals.h"
#include "analysis/measure/observers/Observers.h"
#include "analysis/owners/names/HeapNames.h"
#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace memfacet::measure {

struct CollectOptions {
  /// Raised by the words that have been read, for who shows progress; or null.
  std::atomic<uint64_t> *WordsRead = nullptr;
  caches::CacheModel Caches;
  uint64_t IntervalInstructions = 1'000'000;
  std::string ProfilePath; ///< empty: no profile is written
  std::string TracePath;   ///< empty: no trace is kept
  /// The profile so far is written every so many seconds of a live run; 0:
  /// never.
  double CheckpointSeconds = 0;
  /// False: nothing but the trace is made, and no profile.
  bool Analyse = true;
  /// The trace is compressed, but not coded: to look at the words themselves.
  bool PlainTrace = false;
  owners::NamingOptions Naming = {};
  /// As AnalysisOptions has it.
  bool MissCauses = false, Outcomes = false;
  std::optional<size_t> SitesOverTime = {};
  size_t StreamBytes = 16 << 20;
  /// As DecoderOptions has it.
  uint32_t SlicesPerInterval = 1;
  bool CutAtStalls = false;
  decode::Concurrent OtherThreads =
      decode::Concurrent::Wanted; ///< than the one in Intervals
  IntervalCut Cut = IntervalCut::Period;
  /// Simulates nothing but these intervals, and what other threads do
  /// meanwhile, as Others says; caches keep what they hold in between.
  /// Instructions are counted all the same, everything else of what is
  /// simulated alone.
  std::optional<std::vector<decode::IntervalRange>> Intervals = {};
  /// Of points among Intervals: for observers that follow cold caches.
  std::shared_ptr<caches::PointWarmth> Warmth = nullptr;
  /// Come first among the profile's, one line each.
  std::vector<std::string> Notes;
  /// Analyses beyond those that always run.
  std::vector<MakeObserver> Observers = {};
  /// One of Observers makes block vectors.
  bool BlockVectors = false;

  /// The file that tells runs apart.
  const std::string &mainPath() const {
    return Analyse ? ProfilePath : TracePath;
  }
};

} // namespace memfacet::measure

#endif
