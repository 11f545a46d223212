//===- AnalysisOptions.cpp - options of commands that make a profile ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/AnalysisOptions.h"
#include "analysis/measure/pipeline/PadTrace.h"
#include "analysis/threads/communication/SharingCaches.h"
#include "tools/record/CollectPlan.h"
#include "tools/report/common/ReportHeader.h"
#include <thread>

namespace memfacet::cli {

void declareTrace(CLI::App &App, std::string &Trace) {
  App.add_option("trace", Trace, "trace written by 'memfacet record --trace'")
      ->type_name("FILE.mft")
      ->required();
}

CLI::Option *declareOutput(CLI::App &App, std::string &Output) {
  return declareValue(App, "-o,--output", Output, "FILE",
                      "profile to write; an existing one is renamed to "
                      "FILE.old")
      ->check([](const std::string &File) {
        return std::string(File.empty() ? "is empty; give a file" : "");
      });
}

CLI::Option *declareCache(CLI::App &App, std::string &Cache) {
  return declareValue(App, "--cache", Cache, "MODEL",
                      "cache model to simulate; 'memfacet caches' lists "
                      "models");
}

void declareNaming(CLI::App &App, std::string &Context,
                   record::CollectorSettings &Settings) {
  declareValue(App, "--context", Context, "N",
               "calls around an allocation that distinguish its structure from "
               "others");
  declareFile(App, "--wrappers", Settings.Wrappers,
              "file with functions that return fresh memory, one name per "
              "line; !NAME excludes one");
  declareFile(App, "--containers", Settings.Containers,
              "file with classes whose objects name the memory that they keep, "
              "one name per line; !NAME excludes one");
}

Status checkRead(const result::Profile &P) {
  if (P.Loss.Truncated && P.Instructions == 0)
    return makeError("no record can be read: {}", P.Loss.TruncatedWhy);
  return {};
}

void sayLoss(const words::DataLoss &Loss) {
  for (const std::string &Line : report::describeLoss(Loss))
    say("data loss: " + Line);
}

int exitCode(int Code, const words::DataLoss &Loss) {
  return Code == ExitGood && Loss.Truncated ? ExitFailure : Code;
}

Status padTrace(const record::CollectorSettings &Settings, const std::string &Trace,
                const measure::CollectOptions &Output, result::Profile &P) {
  Expected<threads::SharingPlan> Plan =
      threads::SharingPlan::parse(Settings.Sharing);
  if (!Plan || !Plan->Pad)
    return Plan ? Status() : Status(Plan.error());
  unsigned Threads = std::max(1u, std::thread::hardware_concurrency());
  return measure::tryPaddings(Trace, Output, Plan->Map, Threads, P);
}

void MeasureOptions::declareFile(CLI::App &App) {
  Output = declareOutput(App, Settings.Output);
}

void MeasureOptions::declareModel(CLI::App &App) {
  Cache = declareCache(App, Settings.Cache);
  App.add_option("--core", Settings.Core,
                 "processor core to simulate as well: alpha21264, inorder, "
                 "zen4 or a specification; without --cache, use its caches")
      ->type_name("CORE");
  declareValue(App, "--interval", Interval, "N",
               "instructions per interval, the unit of counts over time; K, M "
               "and G are powers of 1000");
  declareNaming(App, Context, Settings);
}

static void declareAnalysis(CLI::App &App, const record::AnalysisRow &Row,
                            std::string &Plan) {
  if (!*Row.DefaultPlan)
    App.add_flag_callback(Row.Option, [&Plan] { Plan = "1"; }, Row.Help);
  else
    App.add_flag(fmt::format("{}{{{}}}", Row.Option, Row.DefaultPlan), Plan,
                 Row.Help)
        ->type_name(Row.ValueName);
}

void MeasureOptions::declareAnalyses(CLI::App &App) {
  App.option_defaults()->group("Analyses");
  App.add_flag("--why", Settings.MissCauses,
               "find the causes of misses, and which evictions were premature "
               "(memfacet why, "
               "evictions, occupancy); slower");
  for (const record::AnalysisRow &Row : record::analysisRows())
    declareAnalysis(App, Row, Settings.*Row.Plan);
}

void MeasureOptions::declareTraceAnalyses(CLI::App &App) {
  App.add_flag("--sharing{map=threads}", Settings.Sharing,
               "count misses that other threads' writes cause (memfacet "
               "sharing); threads per cache: map=threads (one, default), "
               "map=pairs, map=groups=N, map=sockets=N or map=0,1|2,3; "
               "no-range: only the recorded order of threads; pad: simulate "
               "padding, too; slower")
      ->type_name("PLAN");
  App.add_flag("--communication{1000}", Settings.Communication,
               "take a sample of reuse pairs (memfacet communication): one of "
               "1000 accesses (default) or a plan like period=1000,seed=1")
      ->type_name("PLAN");
  memfacet::cli::declareFile(
      App, "--pairs-file", Settings.Pairs,
      "with --communication: write the reuse pairs to FILE as CSV");
}

Status MeasureOptions::finish() {
  Expected<uint64_t> Instructions = record::parseCount(Interval);
  if (!Instructions)
    return Instructions.error();
  Settings.Interval = *Instructions;
  Expected<uint32_t> Frames = record::parseContext(Context);
  if (!Frames)
    return Frames.error();
  Settings.Context = *Frames;
  Settings.Cache =
      record::cachesFor(Settings.Core, Settings.Cache, Cache->count() != 0);
  return Settings.fillNames();
}

} // namespace memfacet::cli
