//===- Detail.cpp - memfacet why, evictions, occupancy --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/RunOption.h"
#include "tools/report/misses/DetailReports.h"

namespace memfacet {

namespace {

/// The formats of one report of the detailed simulation.
struct DetailFormats {
  std::string (*Text)(const result::Profile &, const DetailOptions &,
                      const Terminal &);
  std::string (*Json)(const result::Profile &);
  std::string (*Csv)(const result::Profile &);
  const char *Next; ///< the next command
  const Need &Required;
};

struct DetailCommand {
  RunOption Shown;
  std::string Level;
  DetailOptions Options;
  RowLimit Rows;
  OutputFormat Format;
};

constexpr Need Causes = {
    [](const result::Profile &P) { return P.Memory.Known; },
    "does not say why lines missed", "--why",
    [](CollectorSettings &S) { S.MissCauses = true; }};

constexpr Need Evictions = {
    [](const result::Profile &P) { return P.hasEvictions(); },
    "does not say who evicts whom"};

int showDetail(DetailCommand C, const DetailFormats &V,
               const result::Profile &P) {
  Expected<size_t> Level = levelNamed(P.Caches, C.Level);
  if (!Level)
    return fail(Level.error());
  C.Options.Level = *Level;
  C.Options.Top = C.Rows.most();
  return C.Format.print(
      {[&] { return V.Json(P); }, [&] { return V.Csv(P); },
       [&](const Terminal &T) { return V.Text(P, C.Options, T); },
       [&] {
         return fmt::format("memfacet {}{}", V.Next, C.Shown.argument());
       }});
}

int run(const DetailCommand &C, const DetailFormats &V,
        const std::vector<std::string> &Program) {
  if (Status Fits = checkOutputs(C.Format, Program); !Fits)
    return fail(Fits.error());
  return C.Shown.show(V.Required, Program, [&](const result::Profile &P) {
    return showDetail(C, V, P);
  });
}

Action declare(CLI::App &App, const DetailFormats &V) {
  auto C = std::make_shared<DetailCommand>();
  C->Shown.declareRun(App);
  App.add_option("--level", C->Level, "cache level to show")
      ->default_str("the first")
      ->type_name("NAME");
  C->Rows.declare(App, DetailOptions().Top);
  C->Format.declare(App, "print all levels and structures as JSON",
                    "print all levels and structures as CSV");
  return [C, V](const std::vector<std::string> &Program) {
    return run(*C, V, Program);
  };
}

} // namespace

Action declareWhy(CLI::App &App) {
  return declare(App, {whyText, whyJson, whyCsv, "evictions", Causes});
}

Action declareEvictions(CLI::App &App) {
  return declare(App,
                 {evictionText, evictionJson, evictionCsv, "why", Evictions});
}

Action declareOccupancy(CLI::App &App) {
  return declare(App,
                 {occupancyText, occupancyJson, occupancyCsv, "why", Causes});
}

} // namespace memfacet
