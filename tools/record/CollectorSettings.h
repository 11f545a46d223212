//===- CollectorSettings.h - options of the collector ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RECORD_COLLECTORSETTINGS_H
#define MEMFACET_RECORD_COLLECTORSETTINGS_H

#include "analysis/support/Error.h"
#include "analysis/threads/communication/ReusePairs.h"
#include "memfacet/Options.h"
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace memfacet::record {

/// The options of the collector, the second group of memfacet/Options.h.
/// Options that are not set have their defaults. Options of the runtime and
/// unknown ones are skipped: the runtime has warned of the latter.
struct CollectorSettings {
  std::string Output, Trace, Cache;
  uint64_t Interval = 0;
  std::string Checkpoint; ///< seconds between two checkpoints, as text
  uint32_t Context = 0;   ///< NamingOptions::ContextFrames
  std::string Wrappers, Containers; ///< files with lists
  bool MissCauses = false;          ///< AnalysisOptions::Why
  bool Analyse = true;              ///< CollectOptions::Analyse
  /// Whether the program may record chosen lines only (memfacet/Select.h), and
  /// which: "auto", "1", "1/2", ... For the runtime: only join() reads these
  /// two.
  bool Select = false;
  std::string Lines = "auto";
  std::string Coding; ///< of the trace: "predicted" or "plain"
  std::string Core;   ///< name or specification; empty: none
  // The plans of the analyses, such as Curves; empty: no analysis.
#define MEMFACET_MEMBER(Name, Default, Help, Enumerator, ...)                  \
  std::string Enumerator;
  MEMFACET_ANALYSES(MEMFACET_MEMBER)
#undef MEMFACET_MEMBER

  // Analyses that need a trace: no options of the collector.
  std::string Sharing;       ///< a SharingPlan, or empty
  std::string Communication; ///< a ReusePlan, or empty
  std::string Pairs;         ///< file for the reuse pairs, or empty

  /// Sets the defaults.
  CollectorSettings();
  /// Parses \p Options, the value of the variable, or null.
  static Expected<CollectorSettings> parse(const char *Options);
  /// Returns the settings as `name=value:name=value`, for a program's
  /// environment. \p UserOptions is the user's own value, or null. The length
  /// is fixed (unless paths are very long), so that options of the recording do
  /// not change a program that copies its environment.
  Expected<std::string> join(const char *UserOptions) const;
  /// Fills in host and rank in the names of files to write (OutputNames.h).
  Status fillNames();
};

/// A row of MEMFACET_ANALYSES.
struct AnalysisRow {
  const char *Option; ///< "--curves"
  const char *Help;
  std::string CollectorSettings::*Plan;
  const char *DefaultPlan; ///< the value if the option has none, or ""
  const char *ValueName;   ///< or ""
};
std::span<const AnalysisRow> analysisRows();

/// Returns an option in \p S of an analysis that needs every access, or null.
const char *askedAnalysis(const CollectorSettings &S);

/// Parses a plan like "period=1000,seed=1".
Expected<threads::ReusePlan> parseReusePlan(std::string_view Text);

/// Returns \p Text, 1, 1/2, ... or 1/64 of all lines, as an option of the
/// runtime.
Expected<std::string> parseLines(std::string_view Text);

/// Parses an integer greater than 0 with an optional K, M or G (powers of
/// 1000).
Expected<uint64_t> parseCount(std::string_view Text);

/// Parses seconds, at least 0, like "30" or "0.5". \p Name: the option, for the
/// error.
Expected<double> parseSeconds(std::string_view Text, const char *Name);

/// Parses a number of calls around an allocation, at most MaxContexts.
Expected<uint32_t> parseContext(std::string_view Text);

} // namespace memfacet::record

#endif
