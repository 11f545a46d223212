//===- FalseSharing.cpp - memfacet false-sharing --------------------------===//

#include "tools/report/threads/FalseSharing.h"
#include "tools/cli/Commands.h"
#include "tools/cli/ShowOptions.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/format/Sarif.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>

namespace memfacet {

namespace {

struct FalseSharingCommand {
  ProfileOption Shown;
  std::string Sarif;
  std::vector<std::string> Names;
  RowLimit Rows{10};
  OutputFormat Format;
};

int run(const FalseSharingCommand &C) {
  Expected<Profile> P = C.Shown.read();
  if (!P)
    return fail(P.error());
  if (P->Sharing.empty())
    return fail(makeError("'{}' does not say which lines threads share; type: "
                          "memfacet simulate FILE.mft --sharing=pad",
                          C.Shown.File));
  Expected<std::vector<StructureId>> Named = structuresNamed(*P, C.Names);
  if (!Named)
    return fail(Named.error());
  FalseSharingModel M = falseSharing(*P, *Named);
  if (!C.Sarif.empty()) {
    Status Written =
        writeSarif(C.Sarif, falseSharingSarif(*P, M, sarifFolder()));
    return Written ? ExitGood : fail(Written.error());
  }
  bool CanPad = !M.Tried && M.False != 0;
  return C.Format.print({[&] { return falseSharingJson(*P, M); },
                         [&] { return falseSharingCsv(*P, M); },
                         [&](const Terminal &T) {
                           return falseSharingText(*P, M, C.Rows.most(), T);
                         },
                         [&] {
                           return CanPad ? "memfacet simulate FILE.mft "
                                           "--sharing=pad"
                                         : "";
                         }});
}

} // namespace

Action declareFalseSharing(CLI::App &App) {
  auto C = std::make_shared<FalseSharingCommand>();
  C->Shown.declare(App, "profile made with --sharing");
  declareStructures(App, C->Names);
  C->Rows.declare(App, "structures to show, and rows of each",
                  "show all structures and rows");
  C->Format.declare(App);
  declareSarif(App, C->Sarif, C->Format);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
