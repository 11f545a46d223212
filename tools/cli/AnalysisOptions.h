//===- AnalysisOptions.h - options of commands that make a profile --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `record`, `simulate`, `import` and `advise` run the same analysis on accesses
// from different sources, so their options are declared here, once.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CLI_ANALYSISOPTIONS_H
#define MEMFACET_CLI_ANALYSISOPTIONS_H

#include "analysis/measure/observers/CollectOptions.h"
#include "tools/cli/ShowOptions.h"
#include "tools/record/CollectorSettings.h"

namespace memfacet::cli {

/// Declares the argument FILE.mft, a trace to read.
void declareTrace(CLI::App &App, std::string &Trace);
/// Declares -o, --output FILE, the profile to write.
CLI::Option *declareOutput(CLI::App &App, std::string &Output);
/// Declares --cache MODEL.
CLI::Option *declareCache(CLI::App &App, std::string &Cache);
/// Declares the option of \p Row, which sets the member in \p Settings.
CLI::Option *declareSetting(CLI::App &App, const record::OptionRow &Row,
                            record::CollectorSettings &Settings);
/// Declares the options of all rows of \p Group.
void declareGroup(CLI::App &App, record::OptionGroup Group,
                  record::CollectorSettings &Settings);

/// Returns an error if not even the first record of the trace of \p P could be
/// read.
Status checkRead(const result::Profile &P);
/// Prints what data was lost.
void sayLoss(const words::DataLoss &Loss);
/// Returns \p Code, the exit code so far, or failure if the trace is cut. The
/// result then has what the trace has, but scripts must notice.
int exitCode(int Code, const words::DataLoss &Loss);
/// Simulates padding on \p Trace for \p P if \p Settings ask for it.
Status padTrace(const record::CollectorSettings &Settings,
                const std::string &Trace, const measure::CollectOptions &Output,
                result::Profile &P);

/// The options that `record` and `simulate` share.
struct MeasureOptions {
  record::CollectorSettings Settings;
  CLI::Option *Output = nullptr, *Cache = nullptr;

  void declareFile(CLI::App &App);
  /// Declares the options of caches, core, intervals and names.
  void declareModel(CLI::App &App);
  /// Declares the options of further analyses, in the group "Analyses".
  void declareAnalyses(CLI::App &App);
  /// Declares the options of analyses of a complete trace, in the same group.
  void declareTraceAnalyses(CLI::App &App);
  /// Parses the numbers into Settings, sets the caches that belong to the core,
  /// and fills host and rank into names of files.
  Status finish();
};

} // namespace memfacet::cli

#endif
