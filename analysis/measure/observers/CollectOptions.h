//===- CollectOptions.h - options of an analysis --------------------------===//
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
  /// Is increased by the number of words that are read, to show progress; or
  /// null.
  std::atomic<uint64_t> *WordsRead = nullptr;
  caches::CacheModel Caches;
  uint64_t IntervalInstructions = 1'000'000;
  std::string ProfilePath; ///< empty: no profile is written
  std::string TracePath;   ///< empty: no trace is kept
  /// Seconds of a live run between two profiles of the run so far; 0: none are
  /// written.
  double CheckpointSeconds = 0;
  /// False: only the trace is made, no profile.
  bool Analyse = true;
  /// The trace is compressed, but not coded, so that the words themselves can
  /// be looked at.
  bool PlainTrace = false;
  owners::NamingOptions Naming = {};
  /// The same as in AnalysisOptions.
  bool MissCauses = false, Outcomes = false;
  std::optional<size_t> SitesOverTime = {};
  size_t StreamBytes = 16 << 20;
  /// The same as in DecoderOptions.
  uint32_t SlicesPerInterval = 1;
  bool CutAtStalls = false;
  decode::Concurrent OtherThreads =
      decode::Concurrent::Wanted; ///< what they do outside of Intervals
  IntervalCut Cut = IntervalCut::Period;
  /// Only these intervals are simulated, and what other threads do meanwhile,
  /// as OtherThreads says. Caches keep their lines in between. Instructions are
  /// counted everywhere, all else in the simulated parts alone.
  std::optional<std::vector<decode::IntervalRange>> Intervals = {};
  /// The warmth of simulation points among Intervals, for observers that follow
  /// cold caches.
  std::shared_ptr<caches::PointWarmth> Warmth = nullptr;
  /// The first notes of the profile, one line each.
  std::vector<std::string> Notes;
  /// Analyses in addition to those that always run.
  std::vector<MakeObserver> Observers = {};
  /// One of Observers makes block vectors.
  bool BlockVectors = false;

  /// Returns the path that tells one run from another.
  const std::string &mainPath() const {
    return Analyse ? ProfilePath : TracePath;
  }
};

} // namespace memfacet::measure

#endif
