//===- Collect.h - from an event stream to a profile ----------------------===//
//
// The three ways into the analysis: a live program, the region file that a
// program without a collector left, a trace.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PIPELINE_COLLECT_H
#define MEMFACET_PIPELINE_COLLECT_H

#include "analysis/attribute/HeapNames.h"
#include "analysis/cache/CacheModel.h"
#include "analysis/decode/WantedIntervals.h"
#include "analysis/observers/Observers.h"
#include "analysis/profile/Profile.h"
#include "analysis/stream/Region.h"
#include "analysis/trace/TraceFormat.h"
#include "memfacet/SampleWindows.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace memfacet {

struct CollectOptions {
  CacheModel Caches;
  uint64_t IntervalInstructions = 1'000'000;
  std::string ProfilePath; ///< empty: no profile is written
  std::string TracePath;   ///< empty: no trace is kept
  /// False: nothing but the trace is made, and no profile.
  bool Analyse = true;
  /// The trace is compressed, but not coded: to look at the words themselves.
  bool PlainTrace = false;
  NamingOptions Naming = {};
  /// As AnalysisOptions has it.
  bool Why = false, Outcomes = false, Lives = true;
  std::optional<size_t> SitesOverTime = {};
  /// As DecoderOptions has it.
  uint32_t SlicesPerInterval = 1;
  bool CutAtStalls = false;
  Concurrent Others = Concurrent::Wanted; ///< than the one in Intervals
  IntervalCut Cut = IntervalCut::Period;
  /// Analyses only these windows of a complete trace (simulateTrace).
  std::optional<SamplePlan> Sample = {};
  /// Simulates nothing but these intervals, and what other threads do
  /// meanwhile, as Others says; caches keep what they hold in between.
  /// Instructions are counted all the same, everything else of what is
  /// simulated alone.
  std::optional<std::vector<IntervalRange>> Intervals = {};
  /// Come first among the profile's, one line each.
  std::vector<std::string> Notes;
  /// Analyses beyond those that always run.
  std::vector<MakeObserver> Observers = {};

  /// The file that tells runs apart.
  const std::string &mainPath() const {
    return Analyse ? ProfilePath : TracePath;
  }
};

/// Follows one program through a region.
class Collector {
public:
  /// Opens what is to be written, so that a bad path is an error before the
  /// program runs.
  static Expected<Collector> create(Region R, const CollectOptions &Options);
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
  const Profile &profile() const;
  /// What is in the trace, if one was kept.
  TraceSize traceSize() const;

private:
  struct Impl;
  explicit Collector(std::unique_ptr<Impl> Self);
  std::unique_ptr<Impl> Self;
};

/// Analyses the region file at \p Path, or makes a trace of it.
Expected<Profile> collectFile(const std::string &Path,
                              const CollectOptions &Options);

/// Simulates the trace at \p Path. Damage in it is in the profile's Loss.
Expected<Profile> simulateTrace(const std::string &Path,
                                const CollectOptions &Options);

/// A trace of which only CollectOptions::Intervals were simulated.
struct ReplayedTrace {
  Profile Counts;
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
  DataLoss Loss;
};

/// Compares all addresses that the trace at \p Path carries twice.
Expected<Verification> verifyTrace(const std::string &Path);

} // namespace memfacet

#endif
