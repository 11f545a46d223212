//===- Volatility.cpp - memfacet volatility -------------------------------===//

#include "tools/cli/Commands.h"
#include "tools/cli/FinishedProfile.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/format/Svg.h"
#include "tools/report/time/VolatilityReport.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>

namespace memfacet {

namespace {

struct VolatilityCommand {
  std::string File = "memfacet.mfp", Metric = "misses", Svg;
  std::vector<std::string> Names;
  size_t Top = 8;
  PeriodOptions Periods;
  std::optional<uint32_t> Thread;
  bool Json = false, Csv = false, Plot = false;
};

Expected<VolatilityOptions> optionsOf(const VolatilityCommand &C,
                                      const Profile &P) {
  VolatilityOptions Options;
  Options.Top = C.Top;
  Options.Periods = C.Periods;
  Options.Thread = C.Thread;
  Options.Plot = C.Plot || Terminal::of(stdout).Interactive;
  if (!(C.Periods.Percentile >= 0 && C.Periods.Percentile <= 100))
    return makeError("{:g} is no percentile; write for instance --percentile "
                     "90",
                     C.Periods.Percentile);
  if (!(C.Periods.Threshold > 0 && C.Periods.Threshold < 1))
    return makeError("{:g} is no threshold between 0 and 1; write for instance "
                     "--threshold 0.1",
                     C.Periods.Threshold);
  Expected<std::vector<StructureId>> Named = structuresNamed(P, C.Names);
  if (!Named)
    return Named.error();
  Options.Named = std::move(*Named);
  return Options;
}

void nextStep(const VolatilityCommand &C, const VolatilityModel &M) {
  if (C.Json || C.Csv || !Terminal::of(stdout).Interactive)
    return;
  std::string File = C.File == "memfacet.mfp" ? "" : " " + C.File;
  if (M.Points < LeastPoints)
    say(fmt::format("next: memfacet record --period {} -- PROGRAM",
                    std::max<uint64_t>(10'000, M.Base * M.Points / 2000)));
  else if (M.Program.Choice.Period != 0)
    say(fmt::format("next: memfacet timeline{} --period {}", File,
                    M.Program.Choice.Period * M.Base));
  else
    say(fmt::format("next: memfacet timeline{}", File));
}

int draw(const VolatilityCommand &C, const VolatilityModel &M) {
  if (Status Wrote = writeTextFile(C.Svg, volatilitySvg(M)); !Wrote)
    return fail(Wrote.error());
  say("drawing -> " + C.Svg);
  return ExitGood;
}

int run(const VolatilityCommand &C) {
  Expected<Profile> P = finishedProfile(C.File);
  if (!P)
    return fail(P.error());
  Expected<VolatilityOptions> Options = optionsOf(C, *P);
  if (!Options)
    return fail(Options.error());
  Expected<TimelineMetric> Metric = timelineMetric(*P, C.Metric);
  if (!Metric)
    return fail(Metric.error());
  Expected<VolatilityModel> M = volatilityModel(*P, *Metric, *Options);
  if (!M)
    return fail(M.error());
  if (!C.Svg.empty())
    return draw(C, *M);
  std::string Text =
      C.Json  ? volatilityJson(*P, *M)
      : C.Csv ? volatilityCsv(*M)
              : volatilityText(*P, *M, *Options, Terminal::of(stdout));
  if (Status Printed = printOutput(Text); !Printed)
    return fail(Printed.error());
  nextStep(C, *M);
  return ExitGood;
}

} // namespace

Action declareVolatility(CLI::App &App) {
  auto C = std::make_shared<VolatilityCommand>();
  App.add_option("profile", C->File, "profile to show")
      ->type_name("FILE")
      ->capture_default_str();
  App.add_option("--structure", C->Names, "structures shown, by their names")
      ->type_name("NAME")
      ->expected(1, -1);
  App.add_option("--metric", C->Metric,
                 "what is looked at, as in timeline: accesses, l2-misses, "
                 "miss-rate")
      ->type_name("METRIC")
      ->capture_default_str();
  App.add_option("--percentile", C->Periods.Percentile,
                 "of the changes from point to point")
      ->type_name("P")
      ->capture_default_str();
  App.add_option("--threshold", C->Periods.Threshold, "volatility that is calm")
      ->type_name("V")
      ->capture_default_str();
  App.add_option("--thread", C->Thread,
                 "one thread, on its own clock [all, on the process's]")
      ->type_name("T");
  App.add_option("--top", C->Top, "structures shown where none is named")
      ->type_name("N")
      ->capture_default_str();
  App.add_flag("--plot", C->Plot, "a plot as well, as on a terminal");
  CLI::Option *Json = App.add_flag("--json", C->Json, "as JSON");
  CLI::Option *Csv = App.add_flag("--csv", C->Csv, "as comma-separated values")
                         ->excludes(Json);
  App.add_option("--svg", C->Svg, "write a drawing there instead")
      ->type_name("FILE")
      ->excludes(Json)
      ->excludes(Csv);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
