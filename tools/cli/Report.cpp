//===- cli/Report.cpp - memfacet report -----------------------------------===//

#include "tools/cli/Commands.h"
#include "tools/record/PartFile.h"
#include "tools/report/MachineReport.h"
#include "tools/report/TextReport.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <cstring>
#include <filesystem>

namespace memfacet {

namespace {

struct ReportCommand {
  std::string File = "memfacet.mfp";
  std::string Sort;
  size_t Top = 20;
  bool Json = false, Csv = false, All = false, Threads = false;
};

std::string render(const ReportCommand &C, const Profile &P,
                   const SortColumn &Sort) {
  if (C.Json)
    return jsonReport(P, Sort, C.Threads);
  if (C.Csv)
    return csvReport(P, Sort, C.Threads);
  ReportOptions Options;
  Options.Sort = Sort;
  Options.Top = C.All ? ReportOptions::All : C.Top;
  Options.Untouched = C.All;
  std::error_code Ignored;
  TextOptions Text;
  Text.PerThread = C.Threads;
  Text.Folder = std::filesystem::current_path(Ignored).string();
  return textReport(P, Options, Text, Terminal::of(stdout));
}

/// A full disk or a closed pipe must not look like a report.
Status print(const std::string &Text) {
  if (std::fwrite(Text.data(), 1, Text.size(), stdout) != Text.size() ||
      std::fflush(stdout) != 0)
    return makeError("cannot write the report: {}", std::strerror(errno));
  return {};
}

void nextStep(const ReportCommand &C) {
  if (C.Json || C.Csv || !Terminal::of(stdout).Interactive)
    return;
  std::string File = C.File == "memfacet.mfp" ? "" : " " + C.File;
  if (!C.Threads)
    say(fmt::format("next: memfacet report{} --threads", File));
  else
    say(fmt::format("next: memfacet report{} --json", File));
}

int run(const ReportCommand &C) {
  waitForProfile(C.File, [&] {
    say(fmt::format("'{}' is being recorded; waiting for its end", C.File));
  });
  Expected<Profile> P = readProfile(C.File);
  if (!P)
    return fail(P.error());
  Expected<SortColumn> Sort = findSortColumn(P->Caches, C.Sort);
  if (!Sort) {
    say(Sort.error().Message);
    return ExitUsage;
  }
  if (Status Printed = print(render(C, *P, *Sort)); !Printed)
    return fail(Printed.error());
  nextStep(C);
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
