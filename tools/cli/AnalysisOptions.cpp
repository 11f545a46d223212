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
  declareOption(App, "trace", Trace,
                "trace written by 'memfacet record --trace'")
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
  const record::OptionRow &Row = record::optionRow("--cache");
  return declareValue(App, Row.Spelling, Cache, Row.ValueName, Row.Help);
}

/// Declares the option of \p Row, whose value is parsed.
static CLI::Option *declareParsed(CLI::App &App, const record::OptionRow &Row,
                                  record::CollectorSettings &Settings) {
  auto Take = [&Row, &Settings](const std::string &Text) {
    if (Status Taken = Row.assign(Settings, Text); !Taken)
      throw CLI::ValidationError(Row.Spelling, Taken.error().Message);
  };
  return App.add_option_function<std::string>(Row.Spelling, Take, Row.Help)
      ->type_name(Row.ValueName)
      ->default_str(Row.Default);
}

static CLI::Option *declarePlan(CLI::App &App, const record::OptionRow &Row,
                                std::string &Plan) {
  if (!*Row.DefaultPlan)
    return App.add_flag_callback(
        Row.Spelling, [&Plan] { Plan = "1"; }, Row.Help);
  return declareFlag(App,
                     fmt::format("{}{{{}}}", Row.Spelling, Row.DefaultPlan),
                     Plan, Row.Help)
      ->type_name(Row.ValueName);
}

CLI::Option *declareSetting(CLI::App &App, const record::OptionRow &Row,
                            record::CollectorSettings &Settings) {
  if (auto *Flag = std::get_if<bool record::CollectorSettings::*>(&Row.Member))
    return declareFlag(App, Row.Spelling, Settings.**Flag, Row.Help);
  auto *Text =
      std::get_if<std::string record::CollectorSettings::*>(&Row.Member);
  if (!Text)
    return declareParsed(App, Row, Settings);
  if (Row.Kind == record::OptionKind::Plan)
    return declarePlan(App, Row, Settings.**Text);
  if (Row.Kind == record::OptionKind::Path)
    return declareFile(App, Row.Spelling, Settings.**Text, Row.Help);
  CLI::Option *Option =
      declareValue(App, Row.Spelling, Settings.**Text, Row.ValueName, Row.Help);
  return *Row.Words ? Option->check(oneOf(CLI::detail::split(Row.Words, '|')))
                    : Option;
}

void declareGroup(CLI::App &App, record::OptionGroup Group,
                  record::CollectorSettings &Settings) {
  for (const record::OptionRow &Row : record::optionRows())
    if (Row.Group == Group)
      declareSetting(App, Row, Settings);
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

Status padTrace(const record::CollectorSettings &Settings,
                const std::string &Trace, const measure::CollectOptions &Output,
                result::Profile &P) {
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
  declareGroup(App, record::OptionGroup::Model, Settings);
  Cache = App.get_option("--cache");
}

void MeasureOptions::declareAnalyses(CLI::App &App) {
  App.option_defaults()->group("Analyses");
  declareGroup(App, record::OptionGroup::Analyses, Settings);
}

void MeasureOptions::declareTraceAnalyses(CLI::App &App) {
  for (const record::OptionRow &Row : record::traceRows())
    declareSetting(App, Row, Settings);
  memfacet::cli::declareFile(
      App, "--pairs-file", Settings.Pairs,
      "with --communication: write the reuse pairs to FILE as CSV");
}

Status MeasureOptions::finish() {
  Settings.Cache =
      record::cachesFor(Settings.Core, Settings.Cache, Cache->count() != 0);
  return Settings.fillNames();
}

} // namespace memfacet::cli
