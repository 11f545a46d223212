//===- Timeline.cpp - memfacet timeline -----------------------------------===//

#include "tools/report/time/Timeline.h"
#include "tools/cli/Commands.h"
#include "tools/cli/FinishedProfile.h"
#include "tools/record/CollectorSettings.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/format/Svg.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <charconv>
#include <limits>

namespace memfacet {

namespace {

struct TimelineCommand {
  std::string File = "memfacet.mfp", Metric, Period = "auto", Thread, Svg,
              Perfetto;
  std::vector<std::string> Names;
  size_t Top = 8;
  bool Json = false, Csv = false, All = false, Stacked = false;
};

/// What colours can tell apart in a drawing, and points that one can see.
constexpr size_t MostDrawn = PlotColours.size(), MostDrawnPoints = 20'000;

Expected<TimelineOptions> optionsOf(const TimelineCommand &C,
                                    const Profile &P) {
  TimelineOptions Options;
  Options.Top = C.All ? std::numeric_limits<size_t>::max() : C.Top;
  Options.Stacked = C.Stacked;
  if (!C.Svg.empty())
    Options.Top = std::min(Options.Top, MostDrawn);
  if (C.Period != "auto") {
    Expected<uint64_t> Period = parseCount(C.Period);
    if (!Period)
      return makeError("'{}' is no period; write for instance --period 10M or "
                       "--period auto",
                       C.Period);
    Options.Period = *Period;
  }
  if (!C.Thread.empty()) {
    uint32_t Number = 0;
    auto [Rest, Wrong] = std::from_chars(
        C.Thread.data(), C.Thread.data() + C.Thread.size(), Number);
    if (Wrong != std::errc() || Rest != C.Thread.data() + C.Thread.size())
      return makeError("'{}' is no number of a thread; write for instance "
                       "--thread 0",
                       C.Thread);
    Options.Thread = Number;
  }
  Expected<std::vector<StructureId>> Named = structuresNamed(P, C.Names);
  if (!Named)
    return Named.error();
  Options.Named = std::move(*Named);
  if (!C.Svg.empty() && Options.Named.size() > MostDrawn)
    return makeError("a drawing has at most {} structures, not {}", MostDrawn,
                     Options.Named.size());
  return Options;
}

Status checkDrawing(const TimelineCommand &C, const Timeline &T) {
  if (T.Points > MostDrawnPoints)
    return makeError("{} points are too many for a drawing; choose a longer "
                     "--period",
                     T.Points);
  bool Adds = !T.Metric.isRate() || T.Metric.OfAll;
  if (C.Stacked && !(Adds && T.Metric.PerStructure))
    return makeError("'{}' of structures does not add up: leave out --stacked, "
                     "or add --metric misses",
                     T.Metric.Name);
  return {};
}

/// \p Options with the period at which most structures are calm, if there is
/// one.
Expected<TimelineOptions> atChosenPeriod(const Profile &P,
                                         const TimelineMetric &Metric,
                                         TimelineOptions Options) {
  Expected<ChosenPeriod> Chosen = chosenPeriod(P, Metric, Options);
  if (!Chosen)
    return Chosen.error();
  Options.Period = Chosen->Period;
  Options.Why = Chosen->Why + ", see memfacet volatility";
  return Options;
}

/// Tracks of one metric, or of those that one mostly wants.
Expected<std::vector<Timeline>> tracks(const TimelineCommand &C,
                                       const Profile &P,
                                       const TimelineOptions &Options) {
  std::vector<std::string> Names = {C.Metric};
  if (C.Metric.empty()) {
    Names = {"accesses"};
    for (const TimelineMetric &M : timelineMetrics(P))
      if (M.Name.ends_with("-misses") || M.Name == "stalls")
        Names.push_back(M.Name);
  }
  std::vector<Timeline> Result;
  for (const std::string &Name : Names) {
    Expected<TimelineMetric> M = timelineMetric(P, Name);
    if (!M)
      return M.error();
    Expected<Timeline> T = timeline(P, *M, Options);
    if (!T)
      return T.error();
    Result.push_back(std::move(*T));
  }
  return Result;
}

int runPerfetto(const TimelineCommand &C, const Profile &P,
                const TimelineOptions &Options) {
  Expected<std::vector<Timeline>> Tracks = tracks(C, P, Options);
  if (!Tracks)
    return fail(Tracks.error());
  if (Status Wrote = writeTextFile(C.Perfetto, timelinePerfetto(P, *Tracks));
      !Wrote)
    return fail(Wrote.error());
  say(fmt::format("counter tracks -> {}; open it in https://ui.perfetto.dev",
                  C.Perfetto));
  return ExitGood;
}

int draw(const TimelineCommand &C, const Profile &P, const Timeline &T) {
  Status Wrote = checkDrawing(C, T);
  if (Wrote)
    Wrote = writeTextFile(C.Svg, timelineSvg(P, T, C.Stacked));
  if (!Wrote)
    return fail(Wrote.error());
  say("drawing -> " + C.Svg);
  return ExitGood;
}

void nextStep(const TimelineCommand &C, const Timeline &T) {
  if (C.Json || C.Csv || !Terminal::of(stdout).Interactive || T.Rows.empty())
    return;
  std::string File = C.File == "memfacet.mfp" ? "" : " " + C.File;
  say(C.Names.empty()
          ? fmt::format("next: memfacet timeline{} --structure '{}'", File,
                        T.Rows.front().Name)
          : fmt::format("next: memfacet describe{} '{}'", File, C.Names[0]));
}

int run(const TimelineCommand &C) {
  Expected<Profile> P = finishedProfile(C.File);
  if (!P)
    return fail(P.error());
  Expected<TimelineOptions> Options = optionsOf(C, *P);
  if (!Options)
    return fail(Options.error());
  if (!C.Perfetto.empty())
    return runPerfetto(C, *P, *Options);
  Expected<TimelineMetric> Metric =
      timelineMetric(*P, C.Metric.empty() ? "misses" : C.Metric);
  if (!Metric)
    return fail(Metric.error());
  if (Options->Period == 0)
    Options = atChosenPeriod(*P, *Metric, *Options);
  if (!Options)
    return fail(Options.error());
  Expected<Timeline> T = timeline(*P, *Metric, *Options);
  if (!T)
    return fail(T.error());
  if (!C.Svg.empty())
    return draw(C, *P, *T);
  std::string Text = C.Json  ? timelineJson(*P, *T)
                     : C.Csv ? timelineCsv(*T)
                             : timelineText(*P, *T, Terminal::of(stdout));
  if (Status Printed = printOutput(Text); !Printed)
    return fail(Printed.error());
  nextStep(C, *T);
  return ExitGood;
}

} // namespace

Action declareTimeline(CLI::App &App) {
  auto C = std::make_shared<TimelineCommand>();
  App.add_option("profile", C->File, "profile to show")
      ->type_name("FILE")
      ->capture_default_str();
  App.add_option("--structure", C->Names, "structures shown, by their names")
      ->type_name("NAME")
      ->expected(1, -1);
  App.add_option("--metric", C->Metric,
                 "what is shown, for instance accesses, l2-misses, miss-rate, "
                 "mpki, l1-evictions, stalls [misses of the first level]")
      ->type_name("METRIC");
  App.add_option("--period", C->Period,
                 "instructions of a point: a multiple of the profile's, or "
                 "auto")
      ->type_name("N")
      ->capture_default_str();
  App.add_option("--thread", C->Thread,
                 "one thread, on its own clock [all, on the process's]")
      ->type_name("T");
  App.add_option("--top", C->Top, "structures shown where none is named")
      ->type_name("N")
      ->capture_default_str();
  App.add_flag("--all", C->All, "all structures one by one");
  CLI::Option *Json = App.add_flag("--json", C->Json, "as JSON");
  CLI::Option *Csv = App.add_flag("--csv", C->Csv, "as comma-separated values")
                         ->excludes(Json);
  CLI::Option *Svg =
      App.add_option("--svg", C->Svg, "write a drawing there instead")
          ->type_name("FILE")
          ->excludes(Json)
          ->excludes(Csv);
  App.add_flag("--stacked", C->Stacked,
               "drawing: areas on top of each other, not lines")
      ->needs(Svg);
  App.add_option("--perfetto", C->Perfetto,
                 "write counter tracks for Perfetto there instead; without "
                 "--metric, of accesses, misses and stalls")
      ->type_name("FILE")
      ->excludes(Json)
      ->excludes(Csv)
      ->excludes(Svg);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
