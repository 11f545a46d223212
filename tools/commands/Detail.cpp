//===- Detail.cpp - memfacet why, evictions, occupancy --------------------===//

#include "tools/cli/Commands.h"
#include "tools/cli/FinishedProfile.h"
#include "tools/report/misses/EvictionReport.h"
#include "tools/report/misses/OccupancyReport.h"
#include "tools/report/misses/WhyReport.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>

namespace memfacet {

namespace {

/// The ways to show one thing that the detailed simulation knows.
struct View {
  std::string (*Text)(const Profile &, const DetailOptions &, const Terminal &);
  std::string (*Json)(const Profile &);
  std::string (*Csv)(const Profile &);
  const char *Next; ///< command
};

struct DetailCommand {
  std::string File = "memfacet.mfp", Level;
  DetailOptions Options;
  bool Json = false, Csv = false, All = false;
};

int run(DetailCommand C, const View &V) {
  Expected<Profile> P = finishedProfile(C.File);
  if (!P)
    return fail(P.error());
  if (!P->Memory.Known)
    return fail(makeError("'{}' does not say why lines missed; type: memfacet "
                          "record --why -- {}",
                          C.File, P->Program));
  Expected<size_t> Level = levelNamed(P->Caches, C.Level);
  if (!Level)
    return fail(Level.error());
  C.Options.Level = *Level;
  if (C.All)
    C.Options.Top = DetailOptions::All;
  std::string Text = C.Json  ? V.Json(*P)
                     : C.Csv ? V.Csv(*P)
                             : V.Text(*P, C.Options, Terminal::of(stdout));
  if (Status Printed = printOutput(Text); !Printed)
    return fail(Printed.error());
  if (!C.Json && !C.Csv && Terminal::of(stdout).Interactive)
    say(fmt::format("next: memfacet {}{}", V.Next,
                    C.File == "memfacet.mfp" ? "" : " " + C.File));
  return ExitGood;
}

Action declare(CLI::App &App, const View &V) {
  auto C = std::make_shared<DetailCommand>();
  App.add_option("profile", C->File, "profile recorded with --why")
      ->type_name("FILE")
      ->capture_default_str();
  App.add_option("--level", C->Level, "cache level [the first]")
      ->type_name("NAME");
  App.add_option("--top", C->Options.Top, "structures shown one by one")
      ->type_name("N")
      ->capture_default_str();
  App.add_flag("--all", C->All, "all structures one by one");
  CLI::Option *Json = App.add_flag("--json", C->Json, "everything, as JSON");
  App.add_flag("--csv", C->Csv, "everything, as comma-separated values")
      ->excludes(Json);
  return [C, V](const std::vector<std::string> &) { return run(*C, V); };
}

} // namespace

Action declareWhy(CLI::App &App) {
  return declare(App, {whyText, whyJson, whyCsv, "evictions"});
}

Action declareEvictions(CLI::App &App) {
  return declare(App, {evictionText, evictionJson, evictionCsv, "occupancy"});
}

Action declareOccupancy(CLI::App &App) {
  return declare(App, {occupancyText, occupancyJson, occupancyCsv, "why"});
}

} // namespace memfacet
