//===- Collect.h - from an event stream to a profile ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The three ways into the analysis: a live program, the region file that a
// program without a collector left, a trace.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_PIPELINE_COLLECT_H
#define MEMFACET_MEASURE_PIPELINE_COLLECT_H

#include "analysis/measure/observers/CollectOptions.h"
#include "analysis/result/profile/Profile.h"
#include "analysis/words/stream/Region.h"
#include "analysis/words/trace/TraceFormat.h"
#include <memory>
#include <string>

namespace memfacet::measure {

/// Follows one program through a region.
class Collector {
public:
  /// Opens what is to be written, so that a bad path is an error before the
  /// program runs.
  static Expected<Collector> create(words::Region R,
                                    const CollectOptions &Options);
  Collector(Collector &&) noexcept;
  ~Collector();

  int regionDescriptor() const;
  /// Announces the collector; before, the program waits.
  void attach();
  /// Returns when the program that claimed the region has ended, or \p Process
  /// if that ends while nobody did. The profile is on disk then, unless nobody
  /// claimed the region.
  Status run(uint32_t Process);
  bool claimed() const;
  /// The last one written; without an analysis, only its Loss and Notes.
  const result::Profile &profile() const;
  /// What is in the trace, if one was kept.
  words::TraceSize traceSize() const;

private:
  struct Impl;
  explicit Collector(std::unique_ptr<Impl> Self);
  std::unique_ptr<Impl> Self;
};

/// Analyses the region file at \p Path, or makes a trace of it.
Expected<result::Profile> collectFile(const std::string &Path,
                                      const CollectOptions &Options);

/// Simulates the trace at \p Path. Damage in it is in the profile's Loss.
Expected<result::Profile> simulateTrace(const std::string &Path,
                                        const CollectOptions &Options);

/// A trace of which only CollectOptions::Intervals were simulated.
struct ReplayedTrace {
  result::Profile Counts;
  uint64_t Simulated = 0; ///< instructions, of all threads
  uint64_t Whole = 0;     ///< instructions in the trace
};

/// As simulateTrace, of a complete trace, and how much of it was simulated.
Expected<ReplayedTrace> replayTrace(const std::string &Path,
                                    const CollectOptions &Options);

/// What comparing expanded with recorded addresses found.
struct Verification {
  uint64_t Compared = 0, Mismatches = 0;
  std::string First; ///< the first mismatch in words, empty where none
  words::DataLoss Loss;
};

/// Compares all addresses that the trace at \p Path carries twice.
Expected<Verification> verifyTrace(const std::string &Path);

} // namespace memfacet::measure

#endif
