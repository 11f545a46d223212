//===- Report.cpp - memfacet report ---------------------------------------===//

#include "tools/cli/Commands.h"
#include "tools/cli/FinishedProfile.h"
#include "tools/report/code/CodeReport.h"
#include "tools/report/common/MachineReport.h"
#include "tools/report/fields/FieldReport.h"
#include "tools/report/structures/TextReport.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <cstring>
#include <filesystem>

namespace memfacet {

namespace {

struct ReportCommand {
  std::string File = "memfacet.mfp";
  std::string Sort;
  std::string By = "structure";
  std::string Fields;
  size_t Top = 20;
  bool Json = false, Csv = false, All = false, Threads = false;
};

std::string currentFolder() {
  std::error_code Ignored;
  return std::filesystem::current_path(Ignored).string();
}

std::string renderCode(const ReportCommand &C, const Profile &P, ReportBy By) {
  if (C.Json)
    return codeJsonReport(P, By);
  if (C.Csv)
    return codeCsvReport(P, By);
  size_t Top = C.All ? ReportOptions::All : C.Top;
  return codeTextReport(P, By, Top, currentFolder(), Terminal::of(stdout));
}

std::string render(const ReportCommand &C, const Profile &P, ReportBy By,
                   const SortColumn &Sort) {
  if (By != ReportBy::Structure)
    return renderCode(C, P, By);
  if (C.Json)
    return jsonReport(P, Sort, C.Threads);
  if (C.Csv)
    return csvReport(P, Sort, C.Threads);
  ReportOptions Options;
  Options.Sort = Sort;
  Options.Top = C.All ? ReportOptions::All : C.Top;
  Options.Untouched = C.All;
  TextOptions Text;
  Text.PerThread = C.Threads;
  Text.Folder = currentFolder();
  return textReport(P, Options, Text, Terminal::of(stdout));
}

/// `--fields`: members of the structures of a name.
int runFields(const ReportCommand &C, const Profile &P) {
  if (C.Threads || !C.Sort.empty() || C.By != "structure") {
    say("--fields goes with --json, --csv, --top and --all only");
    return ExitUsage;
  }
  if (!P.HasSiteAccesses)
    return fail(makeError("'{}' has no counts by field; record again", C.File));
  Expected<std::vector<StructureId>> Found = structuresNamed(P, C.Fields);
  if (!Found)
    return fail(Found.error());
  size_t Top = C.All ? ReportOptions::All - 1 : C.Top;
  std::string Text = C.Json  ? fieldJsonReport(P, *Found)
                     : C.Csv ? fieldCsvReport(P, *Found)
                             : fieldTextReport(P, *Found, Top, currentFolder(),
                                               Terminal::of(stdout));
  if (Status Printed = printOutput(Text); !Printed)
    return fail(Printed.error());
  return ExitGood;
}

/// What to look at after the report of \p P.
std::string nextCommand(const ReportCommand &C, const Profile &P, ReportBy By) {
  bool Usual = C.File == "memfacet.mfp";
  if (By == ReportBy::Structure)
    return fmt::format("memfacet report{} --by line",
                       Usual ? "" : " " + C.File);
  for (const CodeRow &Row : codeRows(P, ReportBy::Line))
    if (!Row.File.empty())
      return fmt::format("memfacet annotate {}{}",
                         std::filesystem::path(Row.File).filename().string(),
                         Usual ? "" : " -p " + C.File);
  return "memfacet report --help";
}

void nextStep(const ReportCommand &C, const Profile &P, ReportBy By) {
  if (!C.Json && !C.Csv && Terminal::of(stdout).Interactive)
    say("next: " + nextCommand(C, P, By));
}

int run(const ReportCommand &C) {
  Expected<Profile> P = finishedProfile(C.File);
  if (!P)
    return fail(P.error());
  if (!C.Fields.empty())
    return runFields(C, *P);
  Expected<SortColumn> Sort = findSortColumn(P->Caches, C.Sort);
  Expected<ReportBy> By = findReportBy(C.By);
  if (!Sort || !By) {
    say(Sort ? By.error().Message : Sort.error().Message);
    return ExitUsage;
  }
  if (*By != ReportBy::Structure && (!C.Sort.empty() || C.Threads)) {
    say("--sort and --threads are for --by structure");
    return ExitUsage;
  }
  if (*By != ReportBy::Structure && P->Sites.empty())
    return fail(makeError("'{}' has no counts by code; record again", C.File));
  if (Status Printed = printOutput(render(C, *P, *By, *Sort)); !Printed)
    return fail(Printed.error());
  nextStep(C, *P, *By);
  return ExitGood;
}

} // namespace

Action declareReport(CLI::App &App) {
  auto C = std::make_shared<ReportCommand>();
  App.add_option("profile", C->File, "profile to show")
      ->type_name("FILE")
      ->capture_default_str();
  CLI::Option *Json = App.add_flag("--json", C->Json, "everything, as JSON");
  App.add_flag("--csv", C->Csv, "everything, as comma-separated values")
      ->excludes(Json);
  App.add_option("--by", C->By,
                 "what a row is: structure, site, line, function")
      ->type_name("ROW")
      ->capture_default_str();
  App.add_option("--fields", C->Fields,
                 "members of the structure that is called NAME")
      ->type_name("NAME");
  App.add_option(
         "--sort", C->Sort,
         "column to sort by, for instance l2-misses, l1-rate, accesses, "
         "size, name [l1-misses]")
      ->type_name("COLUMN");
  App.add_option("--top", C->Top, "structures shown one by one")
      ->type_name("N")
      ->capture_default_str();
  App.add_flag("--all", C->All,
               "all structures one by one, those without accesses, too");
  App.add_flag("--threads", C->Threads, "each thread's counts as well");
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
