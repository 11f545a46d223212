//===- Curves.cpp - memfacet curves ---------------------------------------===//

#include "tools/report/caches/Curves.h"
#include "tools/cli/Commands.h"
#include "tools/cli/ShowOptions.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>

namespace memfacet {

namespace {

struct CurvesCommand {
  ProfileOption Shown;
  std::string Sizes, Svg;
  std::vector<std::string> Names;
  RowLimit Rows{10};
  OutputFormat Format;
  bool Shared = false, Plot = false, Counts = false;
};

Expected<CurveOptions> optionsOf(const CurvesCommand &C, const Profile &P,
                                 const CurveModel &M) {
  CurveOptions Options;
  Options.Top = C.Rows.most();
  Options.Counts = C.Counts;
  Options.Plot = C.Plot || Terminal::of(stdout).Interactive;
  Options.Sizes = usualSizes(M, P.Caches);
  if (!C.Sizes.empty()) {
    Expected<std::vector<uint64_t>> Sizes = parseSizes(C.Sizes, M.LineBytes);
    if (!Sizes)
      return Sizes.error();
    Options.Sizes = *Sizes;
  }
  Expected<std::vector<StructureId>> Named = structuresNamed(P, C.Names);
  if (!Named)
    return Named.error();
  Options.Named = std::move(*Named);
  return Options;
}

std::string nextOf(const CurvesCommand &C, const CurveModel &M) {
  if (M.Rows.empty())
    return {};
  if (!C.Names.empty())
    return fmt::format("memfacet describe{} '{}'", C.Shown.argument(),
                       C.Names[0]);
  return fmt::format("memfacet curves{} --structure '{}'", C.Shown.argument(),
                     M.Rows.front().Name);
}

int run(const CurvesCommand &C) {
  Expected<Profile> P = C.Shown.read();
  if (!P)
    return fail(P.error());
  if (P->Curves.empty())
    return fail(makeError("'{}' has no curves; record again with --curves",
                          C.Shown.File));
  CurveModel M =
      curveModel(*P, C.Shared ? CurveScope::Shared : CurveScope::Private);
  Expected<CurveOptions> Options = optionsOf(C, *P, M);
  if (!Options)
    return fail(Options.error());
  if (!C.Svg.empty())
    return writeDrawing(C.Svg, curvesSvg(*P, M, *Options));
  return C.Format.print(
      {[&] { return curvesJson(*P, M, *Options); },
       [&] { return curvesCsv(M, *Options); },
       [&](const Terminal &T) { return curvesText(*P, M, *Options, T); },
       [&] { return nextOf(C, M); }});
}

} // namespace

Action declareCurves(CLI::App &App) {
  auto C = std::make_shared<CurvesCommand>();
  C->Shown.declare(App, "profile made with --curves");
  declareStructures(App, C->Names);
  App.add_option("--sizes", C->Sizes,
                 "cache sizes, for example 32K,1M or 16K..4M")
      ->default_str("where misses change")
      ->type_name("LIST");
  App.add_flag("--shared", C->Shared,
               "simulate one cache for all threads, not one per thread");
  App.add_flag("--counts", C->Counts, "show misses, not miss ratios");
  App.add_flag("--plot", C->Plot, "draw curves, as on a terminal");
  C->Rows.declare(App);
  C->Format.declare(App, "print all structures as JSON",
                    "print all structures as CSV");
  declareSvg(App, C->Svg, C->Format);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
