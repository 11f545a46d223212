//===- CollectorSettings.h - options for the collector --------------------===//

#ifndef MEMFACET_RECORD_COLLECTORSETTINGS_H
#define MEMFACET_RECORD_COLLECTORSETTINGS_H

#include "analysis/support/Error.h"
#include "memfacet/ReusePairs.h"
#include "memfacet/SampleWindows.h"
#include <cstdint>
#include <string>
#include <string_view>

namespace memfacet {

/// The collector's group in memfacet/Options.h. Members not set keep their
/// defaults; the runtime's options are skipped, unknown ones too: the runtime
/// has warned of them.
struct CollectorSettings {
  std::string Output, Trace, Cache;
  uint64_t Interval = 0;
  uint32_t Context = 0; ///< NamingOptions::ContextFrames
  std::string Wrappers; ///< file
  bool Why = false;     ///< AnalysisOptions::Why
  bool Analyse = true;  ///< CollectOptions::Analyse
  std::string Coding;   ///< of the trace: "predicted" or "plain"
  std::string Curves;   ///< "sampled", "exact" or empty
  std::string Core;     ///< empty: none is simulated
  std::string Sample;   ///< a plan (memfacet/SampleWindows.h); empty: all
  bool Blocks = false;  ///< block vectors from the records
  /// A plan (memfacet/ReusePairs.h) of a sample of pairs; empty: none.
  std::string Communication;
  std::string Pairs; ///< file for them one by one, or empty
  /// Signatures of intervals (signature/SignaturePlan.h); empty: none.
  std::string Phases;
  /// Lines that threads share (communication/SharingCaches.h); empty: not.
  std::string Sharing;

  /// The defaults.
  CollectorSettings();
  /// \p Options is the value of the variable, or null.
  static Expected<CollectorSettings> parse(const char *Options);
  /// As `name=value:name=value`, for a program's environment; \p Before is the
  /// user's own value, or null. Of a fixed length (unless paths are very long),
  /// so that options of the recording change nothing in a program that copies
  /// its environment.
  Expected<std::string> join(const char *Before) const;
};

/// "2%" and the like.
Expected<SamplePlan> parseSamplePlan(std::string_view Text);

/// "period=1000,seed=1" and the like.
Expected<ReusePlan> parseReusePlan(std::string_view Text);

/// A whole number greater than 0, with an optional K, M or G (powers of 1000).
Expected<uint64_t> parseCount(std::string_view Text);

/// A number of calls around an allocation, at most MaxContexts.
Expected<uint32_t> parseContext(std::string_view Text);

/// "a.mfp" and 7 give "a.7.mfp".
std::string numberedPath(std::string Path, uint32_t Number);

/// \p Pattern with %p replaced by \p Process; \p IsChild: and .<process> before
/// the extension, unless %p stands in it. Empty stays empty.
std::string outputPath(const std::string &Pattern, uint32_t Process,
                       bool IsChild);

} // namespace memfacet

#endif
