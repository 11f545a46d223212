//===- Collect.h - from an event stream to a profile ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The three inputs of the analysis: a live program, the region file of a
// program without a collector, a trace.
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

/// Collects from one program through a region.
class Collector {
public:
  /// Opens the output files, so that a bad path is an error before the program
  /// runs.
  static Expected<Collector> create(words::Region R,
                                    const CollectOptions &Options);
  Collector(Collector &&) noexcept;
  ~Collector();

  /// Announces the collector, for which the program waits.
  void attach();
  /// Returns when the program that claimed the region has ended, or when
  /// \p Process ends while no program has claimed it. The profile is on disk
  /// then, unless the region was not claimed.
  Status run(uint32_t Process);
  bool claimed() const;
  /// Returns the last profile that was written; without an analysis, only its
  /// Loss and Notes are set.
  const result::Profile &profile() const;
  /// Returns the size of the trace, if one was kept.
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

/// A trace of which CollectOptions::Intervals or Sample were simulated.
struct ReplayedTrace {
  result::Profile Counts;
  uint64_t Simulated = 0; ///< instructions, of all threads
  uint64_t Whole = 0;     ///< instructions in the trace
};

/// Does the same as simulateTrace, for a complete trace, and returns how much
/// of it was simulated.
Expected<ReplayedTrace> replayTrace(const std::string &Path,
                                    const CollectOptions &Options);

/// Returns the number of instructions of the trace at \p Path; if it has more
/// than \p MostWords words, an estimate from the first of them. Simulates
/// nothing. If Options.Stop becomes true, those of the part that was read.
Expected<uint64_t> measureTrace(const std::string &Path,
                                const CollectOptions &Options,
                                uint64_t MostWords);

/// The result of comparing expanded with recorded addresses.
struct Verification {
  uint64_t Compared = 0, Mismatches = 0;
  std::string First; ///< the first mismatch in words; empty: none
  words::DataLoss Loss;
};

/// Compares all addresses that are in the trace at \p Path twice.
Expected<Verification> verifyTrace(const std::string &Path);

} // namespace memfacet::measure

#endif
