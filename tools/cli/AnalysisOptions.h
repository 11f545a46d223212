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

namespace memfacet {

/// FILE.mft, a trace to read.
void declareTrace(CLI::App &App, std::string &Trace);
/// -o, --output FILE: the profile to write.
CLI::Option *declareOutput(CLI::App &App, std::string &Output);
/// --cache MODEL
CLI::Option *declareCache(CLI::App &App, std::string &Cache);
/// --context, a number of calls as text, and the files --wrappers and
/// --containers.
void declareNaming(CLI::App &App, std::string &Context,
                   CollectorSettings &Settings);

/// An error if not even the first record of a trace could be read for \p P.
Status checkRead(const result::Profile &P);
/// Says what was lost.
void sayLoss(const words::DataLoss &Loss);
/// \p Code, the exit code so far. If the trace is cut, failure: the result has
/// what the trace has, but scripts must know.
int exitCode(int Code, const words::DataLoss &Loss);
/// Simulates padding on \p Trace for \p P, if \p Settings ask for it.
Status padTrace(const CollectorSettings &Settings, const std::string &Trace,
                const measure::CollectOptions &Output, result::Profile &P);

/// What `record` and `simulate` can both compute.
struct MeasureOptions {
  CollectorSettings Settings;
  std::string Interval = "1M", Context = "0";
  CLI::Option *Output = nullptr, *Cache = nullptr;

  void declareFile(CLI::App &App);
  /// Caches, core, intervals and names.
  void declareModel(CLI::App &App);
  /// Further analyses, in the group "Analyses".
  void declareAnalyses(CLI::App &App);
  /// Those of a complete trace, in the same group.
  void declareTraceAnalyses(CLI::App &App);
  /// Puts the numbers and the caches that belong to the core into Settings,
  /// and host and rank into names of files.
  Status finish();
};

} // namespace memfacet

#endif
