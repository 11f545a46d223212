//===- Export.cpp - memfacet export ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/Collect.h"
#include "tools/cli/AnalysisOptions.h"
#include "tools/cli/RunOption.h"
#include "tools/export/Formats.h"
#include "tools/export/TraceWriting.h"
#include "tools/record/CollectPlan.h"
#include "tools/report/format/Table.h"
#include "tools/support/InputFiles.h"
#include "tools/support/Progress.h"
#include <algorithm>
#include <filesystem>
#include <fmt/ranges.h>

namespace memfacet::commands {

namespace {

struct ExportCommand {
  std::string Format, Output, Grouping, Metric;
  bool List = false;
  cli::RunOption Shown;
  CLI::Option *File = nullptr;
};

/// The trace that `memfacet advise` reads and writes, too.
constexpr const char *DefaultTrace = "memfacet.mft";

/// Returns what --by takes. A list of all views would be too long for the
/// table.
std::string groupingsOf(const exports::ExportFormat &F) {
  std::vector<std::string> Groupings = F.groupings();
  if (!Groupings.empty() && Groupings.front() == exports::ExportFormat::All)
    Groupings = {exports::ExportFormat::All, "one view"};
  return fmt::format("{}", fmt::join(Groupings, ", "));
}

/// Prints all formats, for --list.
int listFormats() {
  report::Table T;
  using Fit = report::TableColumn::Fit;
  T.Columns = {{"format", Fit::CutEnd, 0},
               {"what it has", Fit::CutEnd, 0},
               {"--by", Fit::CutEnd, 2},
               {"file", Fit::CutEnd, 1}};
  for (const exports::ExportFormat &F : exports::exportFormats())
    T.Rows.push_back(
        {{F.Name, F.Help, groupingsOf(F), F.Output}, Style::Plain, false});
  Status Printed = printOutput(report::renderTable(T, cli::reportTerminal()));
  return Printed ? ExitGood : fail(Printed.error());
}

/// Returns the word of --by, or the default of \p F.
Expected<std::string> groupingOf(const exports::ExportFormat &F,
                                 const std::string &Grouping) {
  std::vector<std::string> Groupings = F.groupings();
  if (Grouping.empty())
    return Groupings.empty() ? "" : Groupings.front();
  if (Groupings.empty())
    return makeError("format {} has no --by", F.Name);
  if (std::ranges::find(Groupings, Grouping) == Groupings.end())
    return usageError("unknown --by '{}'{}; {} takes {}", Grouping,
                      didYouMean(Grouping, Groupings), F.Name,
                      fmt::join(Groupings, ", "));
  return Grouping;
}

std::string opening(const exports::ExportFormat &F, const std::string &File) {
  std::string Text = F.Open;
  size_t Position = Text.find("{}");
  return Position == Text.npos ? Text
                               : Text.replace(Position, 2, shellLine({File}));
}

Status exportTo(const std::string &Output, const ExportCommand &C,
                const exports::ExportFormat &F, const std::string &Grouping,
                const result::Profile &P) {
  if (Status Kept =
          checkOverwrites(Output, C.Shown.File, "the profile to read");
      !Kept)
    return Kept;
  Expected<exports::ExportFile> File = exports::ExportFile::create(Output);
  if (!File)
    return File.error();
  if (Status Wrote = F.Write({P, C.Shown.File, Grouping, C.Metric}, *File);
      !Wrote)
    return Wrote;
  return File->finish();
}

/// Exports each grouping to a file of its own in the folder \p Output.
Status exportAll(const std::string &Output, const ExportCommand &C,
                 const exports::ExportFormat &F, const result::Profile &P) {
  std::error_code Failed;
  std::filesystem::create_directories(Output, Failed);
  if (Failed)
    return makeError("cannot make the folder '{}': {}; choose another with -o, "
                     "or one file with --by",
                     Output, Failed.message());
  for (const std::string &Grouping : F.groupings())
    if (Grouping != exports::ExportFormat::All)
      if (Status Written =
              exportTo(fmt::format("{}/{}.{}", Output, Grouping, F.Name), C, F,
                       Grouping, P);
          !Written)
        return Written;
  return {};
}

int exportProfile(const ExportCommand &C, const exports::ExportFormat &F,
                  const std::string &Grouping, const result::Profile &P) {
  bool IsFolder = Grouping == exports::ExportFormat::All;
  std::string Output = C.Output;
  if (Output.empty())
    Output = IsFolder || F.groupings().empty() ||
                     F.groupings()[0] != exports::ExportFormat::All
                 ? F.Output
                 : fmt::format("{}.{}", Grouping, F.Name);
  if (IsFolder && Output == "-") {
    say(fmt::format("{} files do not fit into one output; choose one of them "
                    "with --by",
                    F.groupings().size() - 1));
    return ExitUsage;
  }
  Status Written = IsFolder ? exportAll(Output, C, F, P)
                            : exportTo(Output, C, F, Grouping, P);
  if (!Written)
    return fail(Written.error());
  if (Output == "-")
    return ExitGood;
  say(fmt::format("{} -> {}{}", F.Name, Output, IsFolder ? "/" : ""));
  say("next: " + opening(F, IsFolder
                                ? Output + "/" + F.groupings()[1] + "." + F.Name
                                : Output));
  return ExitGood;
}

/// Returns the format and the grouping that \p C asks for.
Expected<std::pair<const exports::ExportFormat *, std::string>>
wantedExport(const ExportCommand &C) {
  if (C.Format.empty())
    return makeError("no format; for a list of formats, type: memfacet export "
                     "--list");
  Expected<const exports::ExportFormat *> F =
      exports::findExportFormat(C.Format);
  if (!F)
    return F.error();
  if (!C.Metric.empty() && !(*F)->HasMetric)
    return makeError("format {} has all counts; leave out --metric", C.Format);
  Expected<std::string> Grouping = groupingOf(**F, C.Grouping);
  if (!Grouping)
    return Grouping.error();
  return std::pair(*F, *Grouping);
}

int exportTrace(const ExportCommand &C, const exports::ExportFormat &F,
                const std::string &Grouping) {
  std::string Trace = C.File->count() ? C.Shown.File : DefaultTrace;
  if (!cli::isTrace(Trace))
    return fail(makeError("'{}' is no trace, which {} needs; make one, type: "
                          "memfacet record --trace {} -- ./program arguments",
                          Trace, F.Name, DefaultTrace));
  record::CollectorSettings Settings = C.Shown.settingsFor({}, nullptr);
  Expected<measure::CollectOptions> Options =
      record::collectOptions(Settings, 0, false);
  if (!Options)
    return fail(Options.error());
  std::string Output = C.Output.empty() ? F.Output : C.Output;
  if (Status Kept = checkOverwrites(Output, Trace, "the trace to read"); !Kept)
    return fail(Kept.error());
  Expected<exports::ExportFile> File = exports::ExportFile::create(Output);
  if (!File)
    return fail(File.error());
  std::unique_ptr<exports::TraceWriting> Writing =
      F.Trace(Options->Caches, Grouping, *File);
  Options->Analysis.Observers.push_back(measure::observeAccesses(*Writing));
  std::atomic<uint64_t> Words = 0;
  Options->WordsRead = &Words;
  std::optional<Progress> Shown;
  Shown.emplace(fmt::format("reading '{}'", Trace), &Words);
  Expected<result::Profile> P = measure::simulateTrace(Trace, *Options);
  Shown.reset();
  if (!P)
    return fail(P.error());
  if (Status Read = cli::checkRead(*P); !Read)
    return fail(Read.error());
  Writing->end();
  if (Status Written = File->finish(); !Written)
    return fail(Written.error());
  cli::sayLoss(P->Loss);
  say(fmt::format("{} -> {}: {}", F.Name, Output, Writing->summary()));
  if (Output != "-")
    say("next: " + opening(F, Output));
  return cli::exitCode(ExitGood, P->Loss);
}

int run(const ExportCommand &C) {
  if (C.List)
    return listFormats();
  auto Wanted = wantedExport(C);
  if (!Wanted) {
    say(Wanted.error().Message);
    return ExitUsage;
  }
  const auto &[F, Grouping] = *Wanted;
  if (F->Trace)
    return exportTrace(C, *F, Grouping);
  return C.Shown.show({}, {}, [&](const result::Profile &P) {
    return exportProfile(C, *F, Grouping, P);
  });
}

std::string formatNames() {
  std::vector<std::string> Names;
  for (const exports::ExportFormat &F : exports::exportFormats())
    Names.emplace_back(F.Name);
  return fmt::format("{}", fmt::join(Names, ", "));
}

} // namespace

cli::Action declareExport(CLI::App &App) {
  auto C = std::make_shared<ExportCommand>();
  cli::declareOption(App, "format", C->Format,
                     formatNames() + "; --list says what they are")
      ->type_name("FORMAT");
  C->File = C->Shown.declare(
      App, "profile, or trace to simulate; of formats of traces: trace, by "
           "default memfacet.mft");
  cli::declareOption(App, "-o,--output", C->Output,
                     "file to write; - is the standard output")
      ->type_name("FILE")
      ->default_str("by format");
  cli::declareOption(App, "--by", C->Grouping,
                     "what a row or a stack stands for; --list says what each "
                     "format takes")
      ->type_name("ROW")
      ->default_str("by format");
  cli::declareOption(
      App, "--metric", C->Metric,
      "the count of formats that have only one: accesses, loads, "
      "stores, l1-misses, l1-writebacks and so on")
      ->type_name("METRIC")
      ->default_str("l1-misses");
  cli::declareFlag(App, "--list", C->List, "list the formats");
  C->Shown.declareOptions(App);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet::commands
