//===- Detail.cpp - memfacet why, evictions, occupancy --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/RunOption.h"
#include "tools/report/misses/DetailReports.h"

namespace memfacet::commands {

namespace {

/// The formats of one report of the detailed simulation.
struct DetailFormats {
  std::string (*Text)(const result::Profile &, const report::DetailOptions &,
                      const Terminal &);
  std::string (*Json)(const result::Profile &);
  std::string (*Csv)(const result::Profile &);
  const char *Next; ///< the next command
  const cli::Need &Required;
};

struct DetailCommand {
  cli::RunOption Shown;
  std::string Level;
  report::DetailOptions Options;
  cli::RowLimit Rows;
  cli::OutputFormat Format;
};

constexpr cli::Need Causes = {
    [](const result::Profile &P) { return P.Memory.Known; },
    "does not say why lines missed", "--why",
    [](record::CollectorSettings &S) { S.MissCauses = true; }};

constexpr cli::Need Evictions = {
    [](const result::Profile &P) { return P.hasEvictions(); },
    "does not say who evicts whom"};

int showDetail(DetailCommand C, const DetailFormats &V,
               const result::Profile &P) {
  Expected<size_t> Level = report::levelNamed(P.Caches, C.Level);
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

/// Refuses a level that a recording or a simulation will not have, before it
/// begins.
Status checkLevel(const DetailCommand &C, const DetailFormats &V,
                  const std::vector<std::string> &Program) {
  if (C.Level.empty() || (Program.empty() && !cli::isTrace(C.Shown.File)))
    return {};
  Expected<caches::CacheModel> Caches =
      caches::parseCacheModel(C.Shown.settingsFor(V.Required, nullptr).Cache);
  if (!Caches)
    return Caches.error();
  Expected<size_t> Level = report::levelNamed(*Caches, C.Level);
  return Level ? Status() : Status(Level.error());
}

int run(const DetailCommand &C, const DetailFormats &V,
        const std::vector<std::string> &Program) {
  if (Status Fits = cli::checkOutputs(C.Format, Program); !Fits)
    return fail(Fits.error());
  if (Status Known = checkLevel(C, V, Program); !Known)
    return fail(Known.error());
  return C.Shown.show(V.Required, Program, [&](const result::Profile &P) {
    return showDetail(C, V, P);
  });
}

cli::Action declare(CLI::App &App, const DetailFormats &V) {
  auto C = std::make_shared<DetailCommand>();
  C->Shown.declareRun(App);
  cli::declareOption(App, "--level", C->Level, "cache level to show")
      ->default_str("the first")
      ->type_name("NAME");
  C->Rows.declare(App, report::DetailOptions().Top);
  C->Format.declare(App, "print all levels and structures as JSON",
                    "print all levels and structures as CSV");
  return [C, V](const std::vector<std::string> &Program) {
    return run(*C, V, Program);
  };
}

} // namespace

cli::Action declareWhy(CLI::App &App) {
  return declare(App, {report::whyText, report::whyJson, report::whyCsv,
                       "evictions", Causes});
}

cli::Action declareEvictions(CLI::App &App) {
  return declare(App, {report::evictionText, report::evictionJson,
                       report::evictionCsv, "why", Evictions});
}

cli::Action declareOccupancy(CLI::App &App) {
  return declare(App, {report::occupancyText, report::occupancyJson,
                       report::occupancyCsv, "why", Causes});
}

} // namespace memfacet::commands
