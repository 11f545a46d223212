//===- Curves.cpp - memfacet curves ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/caches/Curves.h"
#include "tools/cli/RunOption.h"

namespace memfacet::commands {

namespace {

struct CurvesCommand : cli::ShowCommand {
  std::string Sizes, Svg;
  bool Shared = false, Plot = false, Counts = false;
};

Expected<report::CurveOptions> optionsOf(const CurvesCommand &C,
                                         const cli::ShownProfile &In,
                                         const report::CurveModel &M) {
  report::CurveOptions Options;
  Options.Top = C.Rows.most();
  Options.Counts = C.Counts;
  Options.Plot = C.Plot || Terminal::ofStream(stdout).Interactive;
  Options.Sizes = report::usualSizes(M, In.P.Caches);
  if (!C.Sizes.empty()) {
    Expected<std::vector<uint64_t>> Sizes =
        report::parseSizes(C.Sizes, M.LineBytes);
    if (!Sizes)
      return Sizes.error();
    Options.Sizes = *Sizes;
  }
  Options.Named = In.Named;
  return Options;
}

std::string nextOf(const CurvesCommand &C, const report::CurveModel &M) {
  if (M.Rows.empty())
    return {};
  if (!C.Names.empty())
    return C.nextCommandFor("describe", C.Names[0]);
  return C.nextCommandFor("curves", M.Rows.front().Name, " --structure");
}

constexpr cli::Need Curves = {
    [](const result::Profile &P) { return !P.Curves.empty(); }, "has no curves",
    "--curves", [](record::CollectorSettings &S) { S.Curves = "sampled"; }};

int showCurves(const CurvesCommand &C, const cli::ShownProfile &In) {
  const result::Profile &P = In.P;
  report::CurveModel M = report::curveModel(
      P, C.Shared ? result::CurveScope::Shared : result::CurveScope::Private);
  Expected<report::CurveOptions> Options = optionsOf(C, In, M);
  if (!Options)
    return fail(Options.error());
  if (!C.Svg.empty())
    return cli::writeDrawing(C.Svg, report::curvesSvg(P, M, *Options));
  return C.Format.print(
      {[&] { return report::curvesJson(P, M, *Options); },
       [&] { return report::curvesCsv(M, *Options); },
       [&](const Terminal &T) { return report::curvesText(P, M, *Options, T); },
       [&] { return nextOf(C, M); }});
}

int run(const CurvesCommand &C, const std::vector<std::string> &Program) {
  return C.show(Curves, Program,
                [&](const cli::ShownProfile &In) { return showCurves(C, In); });
}

} // namespace

cli::Action declareCurves(CLI::App &App) {
  auto C = std::make_shared<CurvesCommand>();
  C->Shown.declareRun(App);
  cli::declareStructures(App, C->Names);
  cli::declareOption(App, "--sizes", C->Sizes,
                     "cache sizes in bytes, for example 32K,1M or 16K..4M")
      ->default_str("where misses change")
      ->type_name("LIST");
  cli::declareFlag(App, "--shared", C->Shared,
                   "simulate one cache for all threads, not one per thread");
  cli::declareFlag(App, "--counts", C->Counts, "show misses, not miss ratios");
  cli::declareFlag(App, "--plot", C->Plot, "draw curves, as on a terminal");
  C->Rows.declare(App, 10);
  C->Format.declare(App);
  cli::declareSvg(App, C->Svg, C->Format);
  return
      [C](const std::vector<std::string> &Program) { return run(*C, Program); };
}

} // namespace memfacet::commands
