//===- Report.cpp - memfacet report ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/check/CheckProfile.h"
#include "tools/cli/RunOption.h"
#include "tools/report/code/CodeReport.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/findings/Findings.h"
#include "tools/report/ranks/RankReport.h"
#include "tools/report/structures/StructureReport.h"
#include <filesystem>

namespace memfacet::commands {

namespace {

struct ReportCommand {
  cli::RunOption Shown;
  std::string Sort;
  std::string Grouping = "structure";
  std::string Fields;
  cli::RowLimit Rows;
  cli::OutputFormat Format;
  bool Threads = false;
  bool Findings = false;
  CLI::Option *Top = nullptr; ///< whether the user has said how many rows

  /// Returns which findings to show if only they are shown.
  report::FindingLimits findingLimits() const {
    if (Rows.All)
      return report::AllFindings;
    report::FindingLimits Limits;
    if (Top->count() != 0)
      Limits = {Rows.Top, report::AllFindings.LeastShare, 1};
    return Limits;
  }
};

std::string showCode(const ReportCommand &C, const result::Profile &P,
                     report::ReportBy Grouping, const Terminal &T) {
  return report::codeTextReport(P, Grouping, C.Rows.most(), T,
                                C.Shown.argument());
}

std::string showStructures(const ReportCommand &C, const result::Profile &P,
                           const report::SortColumn &Sort, const Terminal &T) {
  report::ReportOptions Options;
  Options.Sort = Sort;
  Options.Top = C.Rows.most();
  Options.Untouched = C.Rows.All;
  report::TextOptions Text;
  Text.PerThread = C.Threads;
  Text.Findings = report::findingsText(P, C.Shown.argument(), T);
  return report::textReport(P, Options, Text, T);
}

/// Shows the members of the structures called C.Fields.
int runFields(const ReportCommand &C, const result::Profile &P) {
  if (C.Threads || !C.Sort.empty() || C.Grouping != "structure") {
    say("--fields goes with --json, --csv, --top and --all only");
    return ExitUsage;
  }
  if (!P.HasSiteAccesses)
    return fail(
        makeError("'{}' has no counts by field; record again", C.Shown.File));
  Expected<std::vector<StructureId>> Found =
      report::structuresNamed(P, C.Fields);
  if (!Found)
    return fail(Found.error());
  size_t Top = C.Rows.All ? report::ReportOptions::All - 1 : C.Rows.Top;
  return C.Format.print({[&] { return report::fieldJsonReport(P, *Found); },
                         [&] { return report::fieldCsvReport(P, *Found); },
                         [&](const Terminal &T) {
                           return report::fieldTextReport(P, *Found, Top, T);
                         }});
}

/// Shows the findings only.
int runFindings(const ReportCommand &C, const result::Profile &P) {
  if (C.Threads || !C.Sort.empty() || !C.Fields.empty() ||
      C.Grouping != "structure") {
    say("--findings goes with --json, --top and --all only");
    return ExitUsage;
  }
  return C.Format.print(
      {[&] { return report::jsonText(report::findingsJson(P)); }, nullptr,
       [&](const Terminal &T) {
         std::string Text =
             report::findingsText(P, C.Shown.argument(), T, C.findingLimits());
         return report::findingsOf(P).empty()
                    ? "no structure costs much by its misses\n" + Text
                    : Text;
       },
       [&] { return "memfacet report" + C.Shown.argument(); }});
}

/// Shows the ranks of a merged profile.
int runRanks(const ReportCommand &C, const result::Profile &P) {
  if (P.Ranks.empty())
    return fail(makeError("'{}' is of one process; for a row per rank, type: "
                          "memfacet merge RANK.mfp... -o all.mfp",
                          C.Shown.File));
  return C.Format.print(
      {[&] { return report::rankJsonReport(P); },
       [&] { return report::rankCsvReport(P); },
       [&](const Terminal &T) {
         return report::rankTextReport(P, C.Rows.most(), T);
       },
       [&] { return "memfacet report" + C.Shown.argument(); }});
}

/// Returns the command to type after the report of \p P.
std::string nextOf(const ReportCommand &C, const result::Profile &P,
                   report::ReportBy Grouping) {
  if (Grouping == report::ReportBy::Structure)
    return fmt::format("memfacet html{} -o report.html", C.Shown.argument());
  for (const report::CodeRow &Row : report::codeRows(P, report::ReportBy::Line))
    if (!Row.File.empty())
      return fmt::format("memfacet annotate {}{}",
                         std::filesystem::path(Row.File).filename().string(),
                         C.Shown.argument(" -p "));
  return "memfacet report --help";
}

int showReport(const ReportCommand &C, const result::Profile &P) {
  if (C.Findings)
    return runFindings(C, P);
  if (!C.Fields.empty())
    return runFields(C, P);
  Expected<report::SortColumn> Sort = report::findSortColumn(P.Caches, C.Sort);
  Expected<report::ReportBy> Grouping = report::findReportBy(C.Grouping);
  if (!Sort || !Grouping) {
    say(Sort ? Grouping.error().Message : Sort.error().Message);
    return ExitUsage;
  }
  if (*Grouping != report::ReportBy::Structure &&
      (!C.Sort.empty() || C.Threads)) {
    say("--sort and --threads are for --by structure");
    return ExitUsage;
  }
  if (*Grouping == report::ReportBy::Rank)
    return runRanks(C, P);
  if (*Grouping != report::ReportBy::Structure && P.Sites.empty())
    return fail(makeError("'{}' has no counts by code{}", C.Shown.File,
                          P.total().Accesses == 0 ? ", as it has no accesses"
                                                  : "; record again"));
  bool Structures = *Grouping == report::ReportBy::Structure;
  return C.Format.print(
      {[&] {
         return Structures ? report::jsonReport(P, *Sort, C.Threads,
                                                report::findingsJson(P))
                           : report::codeJsonReport(P, *Grouping);
       },
       [&] {
         return Structures ? report::csvReport(P, *Sort, C.Threads)
                           : report::codeCsvReport(P, *Grouping);
       },
       [&](const Terminal &T) {
         return Structures ? showStructures(C, P, *Sort, T)
                           : showCode(C, P, *Grouping, T);
       },
       [&] { return nextOf(C, P, *Grouping); }});
}

/// Prints a warning if counts of \p P contradict each other.
void warnOfViolations(const ReportCommand &C, const result::Profile &P) {
  for (const check::CheckedInvariant &I :
       check::checkProfile(P, check::CheckCost::Sums))
    if (I.Found.violated()) {
      say(fmt::format("warning: the counts contradict each other ({}: {}); for "
                      "all that is wrong, type: memfacet check {}",
                      I.Name, printable(I.Found.first()),
                      shellLine({C.Shown.File})));
      return;
    }
}

int run(const ReportCommand &C, const std::vector<std::string> &Program) {
  if (Status Fits = cli::checkOutputs(C.Format, Program); !Fits)
    return fail(Fits.error());
  return C.Shown.show({}, Program, [&](const result::Profile &P) {
    warnOfViolations(C, P);
    return showReport(C, P);
  });
}

} // namespace

cli::Action declareReport(CLI::App &App) {
  auto C = std::make_shared<ReportCommand>();
  C->Shown.declareRun(App);
  cli::declareValue(App, "--by", C->Grouping, "ROW",
                    "show a row per structure, site, line, function or rank");
  cli::declareOption(App, "--fields", C->Fields,
                     "show the fields (members) of the structures called NAME")
      ->type_name("NAME");
  cli::declareOption(
      App, "--sort", C->Sort,
      "sort by a column, for example l2-misses, l1-rate, accesses, "
      "size or name")
      ->default_str("l1-misses")
      ->type_name("COLUMN");
  C->Rows.declare(App, 20, "structures to show; the others are summed",
                  "show all structures, also those without accesses, and "
                  "each thread's stack");
  C->Top = App.get_option("--top");
  cli::declareFlag(App, "--threads", C->Threads,
                   "show a table per thread as well");
  CLI::Option *Findings =
      cli::declareFlag(App, "--findings", C->Findings,
                       "show only what costs most, and what may help");
  C->Format.declare(App);
  Findings->excludes(C->Format.CsvFlag);
  return
      [C](const std::vector<std::string> &Program) { return run(*C, Program); };
}

} // namespace memfacet::commands
