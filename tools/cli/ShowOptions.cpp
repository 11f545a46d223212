//===- ShowOptions.cpp - options of commands that show a profile ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/ShowOptions.h"
#include "memfacet/Check.h"
#include "tools/record/PartFile.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/format/Svg.h"
#include "tools/support/Pager.h"
#include <filesystem>
#include <limits>

namespace memfacet::cli {

/// The options --full-paths, --wide and --no-pager. They are global because a
/// process runs one command, which may read profiles in several places.
static report::PathStyle Paths = report::PathStyle::Short;
static bool Wide = false, Pages = true;

void prepareTables(result::Profile &P) {
  std::error_code Ignored;
  report::nameForTables(P, std::filesystem::current_path(Ignored).string(),
                        Paths);
}

Expected<result::Profile> finishedProfile(const std::string &File) {
  record::waitForProfile(File, [&] {
    say(fmt::format("'{}' is being recorded; waiting for its end", File));
  });
  Expected<result::Profile> P = result::readProfile(File);
  if (P)
    prepareTables(*P);
  return P;
}

Expected<std::vector<result::Profile>>
finishedProfiles(const std::vector<std::string> &Files) {
  std::vector<result::Profile> All;
  for (const std::string &File : Files) {
    Expected<result::Profile> P = finishedProfile(File);
    if (!P)
      return P.error();
    All.push_back(std::move(*P));
  }
  return All;
}

CLI::Option *ProfileOption::declare(CLI::App &App, const char *Help) {
  return declareValue(App, "profile", File, "FILE", Help);
}

void ProfileOption::declareNamed(CLI::App &App) {
  declareValue(App, "-p,--profile", File, "FILE", "profile to show");
}

std::string ProfileOption::argument(const char *Prefix) const {
  return File == DefaultProfile ? "" : Prefix + File;
}

Terminal reportTerminal() {
  Terminal Out = Terminal::ofStream(stdout);
  if (Wide)
    Out.Width = 0;
  return Out;
}

static void declareTables(CLI::App &App) {
  App.option_defaults()->group(TableGroup);
  App.add_flag_callback(
      "--full-paths", [] { Paths = report::PathStyle::Full; },
      "show whole paths of source files");
  declareFlag(App, "--wide", Wide,
              "show all columns, and names and paths in full length, however "
              "wide the terminal is");
  App.add_flag_callback(
      "--no-pager", [] { Pages = false; },
      "print all at once, also what is longer than the screen");
  App.option_defaults()->group("Options");
}

void OutputFormat::declareJson(CLI::App &App, const char *Help) {
  JsonFlag = declareFlag(App, "--json", Json, Help);
  declareTables(App);
}

void OutputFormat::declare(CLI::App &App, const char *JsonHelp,
                           const char *CsvHelp) {
  JsonFlag = declareFlag(App, "--json", Json, JsonHelp);
  CsvFlag = declareFlag(App, "--csv", Csv, CsvHelp)->excludes(JsonFlag);
  declareTables(App);
}

std::string OutputFormat::render(const Views &V) const {
  MEMFACET_CHECK(Json  ? bool(V.Json)
                 : Csv ? bool(V.Csv)
                       : bool(V.Text),
                 "a command has a view for each format that it declares");
  if (Json || Csv)
    return Json ? V.Json() : V.Csv();
  Terminal Out = reportTerminal();
  return fitted(V.Text(Out), Out.Width);
}

static Status printText(std::string_view Text) {
  return Pages ? printPaged(Text, Terminal::ofStream(stdout))
               : printOutput(Text);
}

int OutputFormat::print(const Views &V) const {
  if (Status Printed = printText(render(V)); !Printed)
    return fail(Printed.error());
  if (!V.Next || !isText() || !Terminal::ofStream(stdout).Interactive)
    return ExitGood;
  if (std::string Next = V.Next(); !Next.empty())
    say("next: " + Next);
  return ExitGood;
}

void RowLimit::declareTop(CLI::App &App, size_t Default, const char *Help) {
  Top = Default;
  declareValue(App, "-n,--top", Top, "N", Help);
}

void RowLimit::declare(CLI::App &App, size_t Default, const char *TopHelp,
                       const char *AllHelp) {
  declareTop(App, Default, TopHelp);
  declareFlag(App, "--all", All, AllHelp)->excludes(App.get_option("--top"));
}

size_t RowLimit::most() const {
  return All ? std::numeric_limits<size_t>::max() : Top;
}

void declareStructures(CLI::App &App, std::vector<std::string> &Names,
                       const char *Help) {
  declareOption(App, "--structure", Names, Help)
      ->type_name("NAME...")
      ->expected(1, -1);
}

void declareThread(CLI::App &App, std::optional<uint32_t> &Thread,
                   const char *Help) {
  declareOption(App, "--thread", Thread, Help)
      ->type_name("T")
      ->check(wrongNumber<uint32_t>);
}

CLI::Option *declareMetric(CLI::App &App, std::string &Metric) {
  return declareOption(
             App, "--metric", Metric,
             "count or rate to show, for example misses (of the first "
             "level), accesses, l2-misses, miss-rate, mpki, l1-evictions "
             "or stalls")
      ->type_name("METRIC")
      ->default_str("misses");
}

/// Declares the option of a file that is written instead of what \p Format
/// prints.
static CLI::Option *declareInstead(CLI::App &App, const char *Name,
                                   std::string &File, const char *Help,
                                   const OutputFormat &Format) {
  return declareFile(App, Name, File, Help)
      ->excludes(Format.JsonFlag)
      ->excludes(Format.CsvFlag);
}

CLI::Option *declareSvg(CLI::App &App, std::string &File,
                        const OutputFormat &Format) {
  return declareInstead(App, "--svg", File,
                        "write a drawing to FILE; print nothing", Format);
}

CLI::Option *declareSarif(CLI::App &App, std::string &File,
                          const OutputFormat &Format) {
  return declareInstead(App, "--sarif", File,
                        "write SARIF 2.1.0, for continuous integration, to "
                        "FILE; print nothing",
                        Format);
}

CLI::Option *declareFile(CLI::App &App, const char *Name, std::string &File,
                         const char *Help) {
  return declareOption(App, Name, File, Help)->type_name("FILE");
}

int writeDrawing(const std::string &File, const std::string &Svg) {
  if (Status Wrote = report::writeTextFile(File, Svg); !Wrote)
    return fail(Wrote.error());
  say("drawing -> " + File);
  return ExitGood;
}

Status writeNamedFile(const std::string &File, const std::string &Text) {
  if (File.empty())
    return {};
  if (Status Wrote = report::writeTextFile(File, Text); !Wrote)
    return Wrote;
  say("wrote " + File);
  return {};
}

} // namespace memfacet::cli
