//===- Sharing.cpp - memfacet sharing, memfacet false-sharing -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/RunOption.h"
#include "tools/report/common/ProcessLines.h"
#include "tools/report/format/Sarif.h"
#include "tools/report/threads/FalseSharing.h"
#include "tools/report/threads/ProcessReport.h"
#include "tools/report/threads/SharingReport.h"

namespace memfacet::commands {

namespace {

bool hasSharing(const result::Profile &P) {
  return !P.Sharing.empty() || report::hasProcessLines(P);
}

struct SharingCommand : cli::ShowCommand {
  bool Edges = false, Locks = false;
};

std::string nextOf(const SharingCommand &C, const report::SharingModel &M) {
  std::string File = C.Shown.argument();
  if (M.Total.False != 0)
    return "memfacet false-sharing" + File;
  if (M.Total.misses() != 0 && !C.Edges)
    return "memfacet sharing" + File + " --edges";
  return "memfacet report" + File;
}

constexpr const char *NoSharing = "does not say which lines threads share";
constexpr cli::Need Shared = {
    hasSharing,
    NoSharing,
    "",
    [](record::CollectorSettings &S) { S.Sharing = "map=threads"; },
    /*ByTrace=*/false,
    /*BySamples=*/false,
    /*IsUsual=*/true};
constexpr cli::Need SharedPadded = {
    hasSharing,
    NoSharing,
    "",
    [](record::CollectorSettings &S) { S.Sharing = "pad"; },
    /*ByTrace=*/false,
    /*BySamples=*/false,
    /*IsUsual=*/true};

/// Shows what processes may take from each other, of a merged profile.
int showProcesses(const cli::ShowCommand &C, const cli::ShownProfile &In) {
  const result::Profile &P = In.P;
  return C.Format.print(
      {[&] { return report::processJson(P, In.Named); },
       [&] { return report::processCsv(P, In.Named); },
       [&](const Terminal &T) { return report::processText(P, In.Named, T); },
       [&] { return "memfacet report" + C.Shown.argument(); }});
}

int showSharing(const SharingCommand &C, const cli::ShownProfile &In) {
  const result::Profile &P = In.P;
  if (P.Sharing.empty())
    return showProcesses(C, In);
  report::SharingOptions Options = {In.Named, C.Edges, C.Rows.most()};
  report::SharingModel M = report::sharingModel(P, Options);
  return C.Format.print(
      {[&] { return report::sharingJson(P, M); },
       [&] {
         return C.Locks ? report::lockCsv(P, M)
                        : report::sharingCsv(P, Options);
       },
       [&](const Terminal &T) { return report::sharingText(P, M, Options, T); },
       [&] { return nextOf(C, M); }});
}

struct FalseSharingCommand : cli::ShowCommand {
  std::string Sarif;
};

int showFalseSharing(const FalseSharingCommand &C,
                     const cli::ShownProfile &In) {
  const result::Profile &P = In.P;
  if (P.Sharing.empty() && C.Sarif.empty())
    return showProcesses(C, In);
  report::FalseSharingModel M = report::falseSharing(P, In.Named);
  if (!C.Sarif.empty()) {
    Status Written = report::writeSarif(
        C.Sarif, report::falseSharingSarif(P, M, report::sarifFolder()));
    return Written ? ExitGood : fail(Written.error());
  }
  std::string Next;
  if (!M.tried() && M.False != 0)
    Next = "memfacet simulate FILE.mft --sharing=pad";
  return C.Format.print({[&] { return report::falseSharingJson(P, M); },
                         [&] { return report::falseSharingCsv(P, M); },
                         [&](const Terminal &T) {
                           return report::falseSharingText(P, M, C.Rows.most(),
                                                           T);
                         },
                         [&] { return Next; }});
}

int run(const SharingCommand &C, const std::vector<std::string> &Program) {
  return C.show(Shared, Program, [&](const cli::ShownProfile &In) {
    return showSharing(C, In);
  });
}

int run(const FalseSharingCommand &C, const std::vector<std::string> &Program) {
  return C.show(SharedPadded, Program, [&](const cli::ShownProfile &In) {
    return showFalseSharing(C, In);
  });
}

} // namespace

cli::Action declareSharing(CLI::App &App) {
  auto C = std::make_shared<SharingCommand>();
  C->Shown.declareRun(App);
  cli::declareStructures(App, C->Names);
  cli::declareFlag(App, "--edges", C->Edges,
                   "show pairs of a miss and the write that caused it");
  C->Rows.declare(App, 20, "rows of each table to show", "show all rows");
  C->Format.declare(App, "print all rows as JSON",
                    "print counts by site, structure and thread as CSV");
  cli::declareFlag(App, "--locks", C->Locks,
                   "with --csv: print locks and where they are taken")
      ->needs(C->Format.CsvFlag);
  return
      [C](const std::vector<std::string> &Program) { return run(*C, Program); };
}

cli::Action declareFalseSharing(CLI::App &App) {
  auto C = std::make_shared<FalseSharingCommand>();
  C->Shown.declareRun(App);
  cli::declareStructures(App, C->Names);
  C->Rows.declare(App, 10, "structures to show, and rows of each",
                  "show all structures and rows");
  C->Format.declare(App);
  cli::declareSarif(App, C->Sarif, C->Format);
  return
      [C](const std::vector<std::string> &Program) { return run(*C, Program); };
}

} // namespace memfacet::commands
