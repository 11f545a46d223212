//===- Timeline.cpp - memfacet timeline -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/time/Timeline.h"
#include "tools/cli/RunOption.h"
#include "tools/record/CollectorSettings.h"
#include "tools/report/format/Svg.h"

namespace memfacet::commands {

namespace {

struct TimelineCommand : cli::ShowCommand {
  std::string Metric, Period = "auto", Svg, Perfetto;
  std::optional<uint32_t> Thread;
  bool Stacked = false;
};

/// Limits of a drawing: the number of distinct colours, and of visible points.
constexpr size_t MostDrawn = report::PlotColours.size(),
                 MostDrawnPoints = 20'000;

Expected<report::TimelineOptions>
optionsOf(const TimelineCommand &C, const std::vector<StructureId> &Named) {
  report::TimelineOptions Options;
  Options.Top = C.Rows.most();
  Options.Stacked = C.Stacked;
  Options.Thread = C.Thread;
  if (!C.Svg.empty())
    Options.Top = std::min(Options.Top, MostDrawn);
  if (C.Period != "auto") {
    Expected<uint64_t> Period = record::parseCount(C.Period);
    if (!Period)
      return usageError("'{}' is no period; write for instance --period 10M or "
                        "--period auto",
                        C.Period);
    Options.Period = *Period;
  }
  Options.Named = Named;
  if (!C.Svg.empty() && Options.Named.size() > MostDrawn)
    return makeError("a drawing has at most {} structures, not {}", MostDrawn,
                     Options.Named.size());
  return Options;
}

Status checkDrawing(const TimelineCommand &C, const report::Timeline &T) {
  if (T.Points > MostDrawnPoints)
    return makeError("{} points are too many for a drawing; choose a longer "
                     "--period",
                     T.Points);
  bool Adds = !T.Metric.isRate() || T.Metric.OfAll;
  if (C.Stacked && !(Adds && T.Metric.PerStructure))
    return makeError("'{}' does not add up over structures; leave out "
                     "--stacked, or add --metric misses",
                     T.Metric.Name);
  return {};
}

/// Returns \p Options with the period at which most structures are calm, if
/// there is one.
Expected<report::TimelineOptions>
atChosenPeriod(const result::Profile &P, const report::TimelineMetric &Metric,
               report::TimelineOptions Options) {
  Expected<report::ChosenPeriod> Chosen =
      report::chosenPeriod(P, Metric, Options);
  if (!Chosen)
    return Chosen.error();
  Options.Period = Chosen->Period;
  Options.Reason = Chosen->Reason + ", see memfacet volatility";
  return Options;
}

/// Returns tracks of one metric, or of accesses, misses and stalls.
Expected<std::vector<report::Timeline>>
tracks(const TimelineCommand &C, const result::Profile &P,
       const report::TimelineOptions &Options) {
  std::vector<std::string> Names = {C.Metric};
  if (C.Metric.empty()) {
    Names = {"accesses"};
    for (const report::TimelineMetric &M : report::timelineMetrics(P))
      if (M.Name.ends_with("-misses") || M.Name == "stalls")
        Names.push_back(M.Name);
  }
  std::vector<report::Timeline> Result;
  for (const std::string &Name : Names) {
    Expected<report::TimelineMetric> M = report::timelineMetric(P, Name);
    if (!M)
      return M.error();
    Expected<report::Timeline> T = report::timeline(P, *M, Options);
    if (!T)
      return T.error();
    Result.push_back(std::move(*T));
  }
  return Result;
}

int runPerfetto(const TimelineCommand &C, const result::Profile &P,
                const report::TimelineOptions &Options) {
  Expected<std::vector<report::Timeline>> Tracks = tracks(C, P, Options);
  if (!Tracks)
    return fail(Tracks.error());
  if (Status Wrote = report::writeTextFile(
          C.Perfetto, report::timelinePerfetto(P, *Tracks));
      !Wrote)
    return fail(Wrote.error());
  say(fmt::format("counter tracks -> {}; open it in https://ui.perfetto.dev",
                  C.Perfetto));
  return ExitGood;
}

int draw(const TimelineCommand &C, const result::Profile &P,
         const report::Timeline &T) {
  if (Status Possible = checkDrawing(C, T); !Possible)
    return fail(Possible.error());
  return cli::writeDrawing(C.Svg, report::timelineSvg(P, T, C.Stacked));
}

std::string nextOf(const TimelineCommand &C, const report::Timeline &M) {
  if (M.Rows.empty())
    return {};
  if (!C.Names.empty())
    return C.nextCommandFor("describe", C.Names[0]);
  return C.nextCommandFor("timeline", M.Rows.front().Name, " --structure");
}

int showTimeline(const TimelineCommand &C, const cli::ShownProfile &In) {
  const result::Profile &P = In.P;
  Expected<report::TimelineOptions> Options = optionsOf(C, In.Named);
  if (!Options)
    return fail(Options.error());
  if (!C.Perfetto.empty())
    return runPerfetto(C, P, *Options);
  Expected<report::TimelineMetric> Metric =
      report::timelineMetric(P, C.Metric.empty() ? "misses" : C.Metric);
  if (!Metric)
    return fail(Metric.error());
  if (Options->Period == 0)
    Options = atChosenPeriod(P, *Metric, *Options);
  if (!Options)
    return fail(Options.error());
  Expected<report::Timeline> T = report::timeline(P, *Metric, *Options);
  if (!T)
    return fail(T.error());
  if (!C.Svg.empty())
    return draw(C, P, *T);
  return C.Format.print(
      {[&] { return report::timelineJson(P, *T); },
       [&] { return report::timelineCsv(*T); },
       [&](const Terminal &Out) { return report::timelineText(P, *T, Out); },
       [&] { return nextOf(C, *T); }});
}

int run(const TimelineCommand &C, const std::vector<std::string> &Program) {
  return C.show({}, Program, [&](const cli::ShownProfile &In) {
    return showTimeline(C, In);
  });
}

} // namespace

cli::Action declareTimeline(CLI::App &App) {
  auto C = std::make_shared<TimelineCommand>();
  C->Shown.declareRun(App);
  cli::declareStructures(App, C->Names);
  cli::declareMetric(App, C->Metric);
  cli::declareValue(
      App, "--period", C->Period, "N",
      "instructions per point, a multiple of the recorded interval, "
      "or auto");
  cli::declareThread(
      App, C->Thread,
      "show one thread, on its own clock; default all, on the clock "
      "of the process");
  C->Rows.declare(App, 8);
  C->Format.declare(App);
  CLI::Option *Svg = cli::declareSvg(App, C->Svg, C->Format);
  cli::declareFlag(App, "--stacked", C->Stacked,
                   "with --svg: draw stacked areas")
      ->needs(Svg);
  cli::declareFile(
      App, "--perfetto", C->Perfetto,
      "write counter tracks for Perfetto to FILE; without --metric, of "
      "accesses, misses and stalls")
      ->excludes(C->Format.JsonFlag)
      ->excludes(C->Format.CsvFlag)
      ->excludes(Svg);
  return
      [C](const std::vector<std::string> &Program) { return run(*C, Program); };
}

} // namespace memfacet::commands
