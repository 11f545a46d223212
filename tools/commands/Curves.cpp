//===- Curves.cpp - memfacet curves ---------------------------------------===//

#include "tools/report/caches/Curves.h"
#include "tools/cli/Commands.h"
#include "tools/cli/FinishedProfile.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/format/Svg.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <limits>

namespace memfacet {

namespace {

struct CurvesCommand {
  std::string File = "memfacet.mfp", Sizes, Svg;
  std::vector<std::string> Names;
  size_t Top = 10;
  bool Json = false, Csv = false, All = false, Shared = false, Plot = false,
       Counts = false;
};

Expected<CurveOptions> optionsOf(const CurvesCommand &C, const Profile &P,
                                 const CurveModel &M) {
  CurveOptions Options;
  Options.Top = C.All ? std::numeric_limits<size_t>::max() : C.Top;
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

void nextStep(const CurvesCommand &C, const CurveModel &M) {
  if (C.Json || C.Csv || !Terminal::of(stdout).Interactive || M.Rows.empty())
    return;
  std::string File = C.File == "memfacet.mfp" ? "" : " " + C.File;
  say(C.Names.empty()
          ? fmt::format("next: memfacet curves{} --structure '{}'", File,
                        M.Rows.front().Name)
          : fmt::format("next: memfacet describe{} '{}'", File, C.Names[0]));
}

int run(const CurvesCommand &C) {
  Expected<Profile> P = finishedProfile(C.File);
  if (!P)
    return fail(P.error());
  if (P->Curves.empty())
    return fail(
        makeError("'{}' has no curves; record again with --curves", C.File));
  CurveModel M =
      curveModel(*P, C.Shared ? CurveScope::Shared : CurveScope::Private);
  Expected<CurveOptions> Options = optionsOf(C, *P, M);
  if (!Options)
    return fail(Options.error());
  if (!C.Svg.empty()) {
    if (Status Wrote = writeTextFile(C.Svg, curvesSvg(*P, M, *Options)); !Wrote)
      return fail(Wrote.error());
    say("drawing -> " + C.Svg);
    return ExitGood;
  }
  std::string Text = C.Json ? curvesJson(*P, M, *Options)
                     : C.Csv
                         ? curvesCsv(M, *Options)
                         : curvesText(*P, M, *Options, Terminal::of(stdout));
  if (Status Printed = printOutput(Text); !Printed)
    return fail(Printed.error());
  nextStep(C, M);
  return ExitGood;
}

} // namespace

Action declareCurves(CLI::App &App) {
  auto C = std::make_shared<CurvesCommand>();
  App.add_option("profile", C->File, "profile made with --curves")
      ->type_name("FILE")
      ->capture_default_str();
  App.add_option("--structure", C->Names, "structures shown, by their names")
      ->type_name("NAME")
      ->expected(1, -1);
  App.add_option("--sizes", C->Sizes,
                 "sizes of caches, for instance 32K,1M or 16K..4M")
      ->type_name("LIST");
  App.add_flag("--shared", C->Shared,
               "one cache for all threads, not one for each");
  App.add_flag("--counts", C->Counts, "misses, not their part of all touches");
  App.add_flag("--plot", C->Plot, "a plot as well, as on a terminal");
  App.add_option("--top", C->Top, "structures shown where none is named")
      ->type_name("N")
      ->capture_default_str();
  App.add_flag("--all", C->All, "all structures one by one");
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
