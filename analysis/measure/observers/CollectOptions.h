//===- CollectOptions.h - options of an analysis --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_OBSERVERS_COLLECTOPTIONS_H
#define MEMFACET_MEASURE_OBSERVERS_COLLECTOPTIONS_H

#include "analysis/caches/model/CacheModel.h"
#include "analysis/decode/WantedIntervals.h"
#include "analysis/measure/observers/AnalysisOptions.h"
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
  std::string ProfilePath; ///< empty: no profile is written
  std::string TracePath;   ///< empty: no trace is kept
  /// Seconds of a live run between two profiles of the run so far; 0: none are
  /// written.
  double CheckpointSeconds = 0;
  /// False: only the trace is made, no profile.
  bool Analyse = true;
  /// What is counted. The pipeline sets the pointers.
  AnalysisOptions Analysis = {.StreamBytes = 16 << 20};
  /// Only these intervals are simulated, and what other threads do meanwhile,
  /// as OtherThreads says. Caches keep their lines in between. Instructions are
  /// counted everywhere, all else in the simulated parts alone.
  std::optional<std::vector<decode::IntervalRange>> Intervals = {};
  decode::Concurrent OtherThreads =
      decode::Concurrent::Wanted; ///< what they do outside of Intervals
  /// The parts that are simulated, if set, and without Intervals.
  std::optional<decode::ClockSample> Sample = {};
  /// A trace is read no further once this is true: the profile has what came
  /// before. Null: to its end.
  const std::atomic<bool> *Stop = nullptr;
  /// The first notes of the profile, one line each.
  std::vector<std::string> Notes;

  /// Returns the path that tells one run from another.
  const std::string &mainPath() const {
    return Analyse ? ProfilePath : TracePath;
  }
};

} // namespace memfacet::measure

#endif
