//===- Sharing.cpp - memfacet sharing, memfacet false-sharing -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/RunOption.h"
#include "tools/report/format/Sarif.h"
#include "tools/report/threads/FalseSharing.h"
#include "tools/report/threads/SharingReport.h"

namespace memfacet {

namespace {

bool hasSharing(const result::Profile &P) { return !P.Sharing.empty(); }

struct SharingCommand : ShowCommand {
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

constexpr const char *NoSharing = "does not say which lines threads share";
constexpr Need Shared = {
    hasSharing,
    NoSharing,
    "",
    [](CollectorSettings &S) { S.Sharing = "map=threads"; },
    /*ByTrace=*/false,
    /*BySamples=*/false,
    /*IsUsual=*/true};
constexpr Need SharedPadded = {hasSharing, NoSharing, "--sharing=pad",
                               [](CollectorSettings &S) { S.Sharing = "pad"; },
                               /*ByTrace=*/true};

int showSharing(const SharingCommand &C, const ShownProfile &In) {
  const result::Profile &P = In.P;
  SharingOptions Options = {In.Named, C.Edges, C.Rows.most()};
  SharingModel M = sharingModel(P, Options);
  return C.Format.print(
      {[&] { return sharingJson(P, M); },
       [&] { return C.Locks ? lockCsv(P, M) : sharingCsv(P, Options); },
       [&](const Terminal &T) { return sharingText(P, M, Options, T); },
       [&] { return nextOf(C, M); }});
}

struct FalseSharingCommand : ShowCommand {
  std::string Sarif;
};

int showFalseSharing(const FalseSharingCommand &C, const ShownProfile &In) {
  const result::Profile &P = In.P;
  FalseSharingModel M = falseSharing(P, In.Named);
  if (!C.Sarif.empty()) {
    Status Written =
        writeSarif(C.Sarif, falseSharingSarif(P, M, sarifFolder()));
    return Written ? ExitGood : fail(Written.error());
  }
  bool CanPad = !M.Tried && M.False != 0;
  std::string Next;
  if (CanPad)
    Next = P.Sharing.Followed
               ? "memfacet false-sharing -- " + shellLine(programOf(P))
               : "memfacet simulate FILE.mft --sharing=pad";
  return C.Format.print({[&] { return falseSharingJson(P, M); },
                         [&] { return falseSharingCsv(P, M); },
                         [&](const Terminal &T) {
                           return falseSharingText(P, M, C.Rows.most(), T);
                         },
                         [&] { return Next; }});
}

int run(const SharingCommand &C, const std::vector<std::string> &Program) {
  return C.show(Shared, Program,
                [&](const ShownProfile &In) { return showSharing(C, In); });
}

int run(const FalseSharingCommand &C, const std::vector<std::string> &Program) {
  return C.show(SharedPadded, Program, [&](const ShownProfile &In) {
    return showFalseSharing(C, In);
  });
}

} // namespace

Action declareSharing(CLI::App &App) {
  auto C = std::make_shared<SharingCommand>();
  C->Shown.declareRun(App);
  declareStructures(App, C->Names);
  App.add_flag("--edges", C->Edges,
               "show pairs of a miss and the write that caused it");
  C->Rows.declare(App, 20, "rows of each table to show", "show all rows");
  C->Format.declare(App, "print all rows as JSON",
                    "print counts by site, structure and thread as CSV");
  App.add_flag("--locks", C->Locks,
               "with --csv: print locks and where they are taken")
      ->needs(C->Format.CsvFlag);
  return
      [C](const std::vector<std::string> &Program) { return run(*C, Program); };
}

Action declareFalseSharing(CLI::App &App) {
  auto C = std::make_shared<FalseSharingCommand>();
  C->Shown.declareRun(App);
  declareStructures(App, C->Names);
  C->Rows.declare(App, 10, "structures to show, and rows of each",
                  "show all structures and rows");
  C->Format.declare(App);
  declareSarif(App, C->Sarif, C->Format);
  return
      [C](const std::vector<std::string> &Program) { return run(*C, Program); };
}

} // namespace memfacet
