//===- Volatility.cpp - memfacet volatility -------------------------------===//

#include "tools/cli/Commands.h"
#include "tools/cli/ShowOptions.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/time/VolatilityReport.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>

namespace memfacet {

namespace {

struct VolatilityCommand {
  ProfileOption Shown;
  std::string Metric = "misses", Svg;
  std::vector<std::string> Names;
  RowLimit Rows{8};
  PeriodOptions Periods;
  std::optional<uint32_t> Thread;
  OutputFormat Format;
  bool Plot = false;
};

Expected<VolatilityOptions> optionsOf(const VolatilityCommand &C,
                                      const Profile &P) {
  VolatilityOptions Options;
  Options.Top = C.Rows.Top;
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

std::string nextOf(const VolatilityCommand &C, const VolatilityModel &M) {
  std::string File = C.Shown.argument();
  if (M.Points < LeastPoints)
    return fmt::format("memfacet record --period {} -- PROGRAM",
                       std::max<uint64_t>(10'000, M.Base * M.Points / 2000));
  if (M.Program.Choice.Period == 0)
    return fmt::format("memfacet timeline{}", File);
  return fmt::format("memfacet timeline{} --period {}", File,
                     M.Program.Choice.Period * M.Base);
}

int run(const VolatilityCommand &C) {
  Expected<Profile> P = C.Shown.read();
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
    return writeDrawing(C.Svg, volatilitySvg(*M));
  return C.Format.print(
      {[&] { return volatilityJson(*P, *M); },
       [&] { return volatilityCsv(*M); },
       [&](const Terminal &T) { return volatilityText(*P, *M, *Options, T); },
       [&] { return nextOf(C, *M); }});
}

} // namespace

Action declareVolatility(CLI::App &App) {
  auto C = std::make_shared<VolatilityCommand>();
  C->Shown.declare(App);
  declareStructures(App, C->Names);
  declareMetric(App, C->Metric);
  App.add_option("--percentile", C->Periods.Percentile,
                 "percentile of the changes from point to point")
      ->type_name("P")
      ->capture_default_str();
  App.add_option("--threshold", C->Periods.Threshold,
                 "volatility up to which a period counts as calm")
      ->type_name("V")
      ->capture_default_str();
  declareThread(App, C->Thread,
                "show one thread, on its own clock; default all, on the clock "
                "of the process");
  C->Rows.declareTop(App, "structures to show if none is named");
  App.add_flag("--plot", C->Plot,
               "draw the volatility profile, as on a terminal");
  C->Format.declare(App, "print complete profiles as JSON",
                    "print complete profiles as CSV");
  declareSvg(App, C->Svg, C->Format);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
