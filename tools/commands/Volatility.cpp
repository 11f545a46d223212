//===- Volatility.cpp - memfacet volatility -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/RunOption.h"
#include "tools/report/time/VolatilityReport.h"

namespace memfacet::commands {

namespace {

struct VolatilityCommand : cli::ShowCommand {
  std::string Metric = "misses", Svg;
  study::PeriodOptions Periods;
  std::optional<uint32_t> Thread;
  bool Plot = false;
};

Expected<report::VolatilityOptions>
optionsOf(const VolatilityCommand &C, const std::vector<StructureId> &Named) {
  report::VolatilityOptions Options;
  Options.Top = C.Rows.Top;
  Options.Periods = C.Periods;
  Options.Thread = C.Thread;
  Options.Plot = C.Plot || Terminal::ofStream(stdout).Interactive;
  if (!(C.Periods.Percentile >= 0 && C.Periods.Percentile <= 100))
    return usageError("{:g} is no percentile; write for instance --percentile "
                      "90",
                      C.Periods.Percentile);
  if (!(C.Periods.Threshold > 0 && C.Periods.Threshold < 1))
    return usageError(
        "{:g} is no volatility between 0 and 1; write for instance "
        "--calm 0.1",
        C.Periods.Threshold);
  Options.Named = Named;
  return Options;
}

std::string nextOf(const VolatilityCommand &C,
                   const report::VolatilityModel &M) {
  std::string File = C.Shown.argument();
  if (M.Points < study::LeastPoints)
    return fmt::format("memfacet record --interval {} -- PROGRAM",
                       std::max<uint64_t>(10'000, M.Base * M.Points / 2000));
  if (M.Program.Choice.Period == 0)
    return fmt::format("memfacet timeline{}", File);
  return fmt::format("memfacet timeline{} --period {}", File,
                     M.Program.Choice.Period * M.Base);
}

int showVolatility(const VolatilityCommand &C, const cli::ShownProfile &In) {
  const result::Profile &P = In.P;
  Expected<report::VolatilityOptions> Options = optionsOf(C, In.Named);
  if (!Options)
    return fail(Options.error());
  Expected<report::TimelineMetric> Metric = report::timelineMetric(P, C.Metric);
  if (!Metric)
    return fail(Metric.error());
  Expected<report::VolatilityModel> M =
      report::volatilityModel(P, *Metric, *Options);
  if (!M)
    return fail(M.error());
  if (!C.Svg.empty())
    return cli::writeDrawing(C.Svg, report::volatilitySvg(*M));
  return C.Format.print({[&] { return report::volatilityJson(P, *M); },
                         [&] { return report::volatilityCsv(*M); },
                         [&](const Terminal &T) {
                           return report::volatilityText(P, *M, *Options, T);
                         },
                         [&] { return nextOf(C, *M); }});
}

int run(const VolatilityCommand &C, const std::vector<std::string> &Program) {
  return C.show({}, Program, [&](const cli::ShownProfile &In) {
    return showVolatility(C, In);
  });
}

} // namespace

cli::Action declareVolatility(CLI::App &App) {
  auto C = std::make_shared<VolatilityCommand>();
  C->Shown.declareRun(App);
  cli::declareStructures(App, C->Names);
  cli::declareMetric(App, C->Metric);
  cli::declareValue(
      App, "--percentile", C->Periods.Percentile, "P",
      "the volatility is this percentile of the changes from point to "
      "point");
  cli::declareValue(App, "--calm", C->Periods.Threshold, "V",
                    "largest volatility of a calm period");
  cli::declareThread(
      App, C->Thread,
      "show one thread, on its own clock; default all, on the clock "
      "of the process");
  C->Rows.declareTop(App, 8, "structures to show if none is named");
  cli::declareFlag(App, "--plot", C->Plot,
                   "draw the volatility profile, as on a terminal");
  C->Format.declare(App, "print complete profiles as JSON",
                    "print complete profiles as CSV");
  cli::declareSvg(App, C->Svg, C->Format);
  return
      [C](const std::vector<std::string> &Program) { return run(*C, Program); };
}

} // namespace memfacet::commands
