//===- Sharing.cpp - memfacet sharing -------------------------------------===//

#include "tools/cli/Commands.h"
#include "tools/cli/ShowOptions.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/threads/SharingReport.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>

namespace memfacet {

namespace {

struct SharingCommand {
  ProfileOption Shown;
  std::vector<std::string> Names;
  RowLimit Rows{20};
  OutputFormat Format;
  bool Edges = false, Locks = false;
};

std::string nextOf(const SharingCommand &C, const SharingModel &M) {
  std::string File = C.Shown.argument();
  if (M.Total.False != 0)
    return "memfacet false-sharing" + File;
  if (M.Total.misses() != 0 && !C.Edges)
    return "memfacet sharing" + File + " --edges";
  return "memfacet report" + File;
}

int run(const SharingCommand &C) {
  Expected<Profile> P = C.Shown.read();
  if (!P)
    return fail(P.error());
  if (P->Sharing.empty())
    return fail(makeError("'{}' does not say which lines threads share; record "
                          "the program again with --sharing",
                          C.Shown.File));
  Expected<std::vector<StructureId>> Named = structuresNamed(*P, C.Names);
  if (!Named)
    return fail(Named.error());
  SharingOptions Options = {*Named, C.Edges, C.Rows.most()};
  SharingModel M = sharingModel(*P, Options);
  return C.Format.print(
      {[&] { return sharingJson(*P, M); },
       [&] { return C.Locks ? lockCsv(*P, M) : sharingCsv(*P, Options); },
       [&](const Terminal &T) { return sharingText(*P, M, Options, T); },
       [&] { return nextOf(C, M); }});
}

} // namespace

Action declareSharing(CLI::App &App) {
  auto C = std::make_shared<SharingCommand>();
  C->Shown.declare(App, "profile made with --sharing");
  declareStructures(App, C->Names);
  App.add_flag("--edges", C->Edges,
               "show pairs of a miss and the write that caused it");
  C->Rows.declare(App, "rows of each table to show", "show all rows");
  C->Format.declare(App, "print all rows as JSON",
                    "print counts by site, structure and thread as CSV");
  App.add_flag("--locks", C->Locks,
               "with --csv: print locks and where they are taken")
      ->needs(C->Format.CsvFlag);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
