//===- Detail.cpp - memfacet why, evictions, occupancy --------------------===//

#include "tools/cli/ShowOptions.h"
#include "tools/report/misses/DetailReports.h"

namespace memfacet {

namespace {

/// The formats of one result of the detailed simulation.
struct DetailFormats {
  std::string (*Text)(const Profile &, const DetailOptions &, const Terminal &);
  std::string (*Json)(const Profile &);
  std::string (*Csv)(const Profile &);
  const char *Next; ///< the next command
};

struct DetailCommand {
  ProfileOption Shown;
  std::string Level;
  DetailOptions Options;
  RowLimit Rows;
  OutputFormat Format;
};

int run(DetailCommand C, const DetailFormats &V) {
  Expected<Profile> P = C.Shown.read();
  if (!P)
    return fail(P.error());
  if (!P->Memory.Known)
    return fail(makeError("'{}' does not say why lines missed; type: memfacet "
                          "record --why -- {}",
                          C.Shown.File, P->Program));
  Expected<size_t> Level = levelNamed(P->Caches, C.Level);
  if (!Level)
    return fail(Level.error());
  C.Options.Level = *Level;
  C.Options.Top = C.Rows.most();
  return C.Format.print(
      {[&] { return V.Json(*P); }, [&] { return V.Csv(*P); },
       [&](const Terminal &T) { return V.Text(*P, C.Options, T); },
       [&] {
         return fmt::format("memfacet {}{}", V.Next, C.Shown.argument());
       }});
}

Action declare(CLI::App &App, const DetailFormats &V) {
  auto C = std::make_shared<DetailCommand>();
  C->Shown.declare(App, "profile made with --why");
  App.add_option("--level", C->Level, "cache level to show")
      ->default_str("the first")
      ->type_name("NAME");
  C->Rows.declare(App, DetailOptions().Top);
  C->Format.declare(App, "print all levels and structures as JSON",
                    "print all levels and structures as CSV");
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
