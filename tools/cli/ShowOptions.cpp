//===- ShowOptions.cpp - options of commands that show a profile ----------===//

#include "tools/cli/ShowOptions.h"
#include "tools/record/PartFile.h"
#include "tools/report/format/Svg.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <limits>

namespace memfacet {

static constexpr const char *DefaultProfile = "memfacet.mfp";

Expected<Profile> finishedProfile(const std::string &File) {
  waitForProfile(File, [&] {
    say(fmt::format("'{}' is being recorded; waiting for its end", File));
  });
  return readProfile(File);
}

CLI::Option *ProfileOption::declare(CLI::App &App, const char *Help) {
  return App.add_option("profile", File, Help)
      ->type_name("FILE")
      ->capture_default_str();
}

void ProfileOption::declareNamed(CLI::App &App) {
  App.add_option("-p,--profile", File, "profile to show")
      ->type_name("FILE")
      ->capture_default_str();
}

std::string ProfileOption::argument(const char *Before) const {
  return File == DefaultProfile ? "" : Before + File;
}

void OutputFormat::declareJson(CLI::App &App, const char *Help) {
  JsonFlag = App.add_flag("--json", Json, Help);
}

void OutputFormat::declare(CLI::App &App, const char *JsonHelp,
                           const char *CsvHelp) {
  declareJson(App, JsonHelp);
  CsvFlag = App.add_flag("--csv", Csv, CsvHelp)->excludes(JsonFlag);
}

std::string OutputFormat::render(const Views &V) const {
  return Json ? V.Json() : Csv ? V.Csv() : V.Text(Terminal::of(stdout));
}

int OutputFormat::print(const Views &V) const {
  if (Status Printed = printOutput(render(V)); !Printed)
    return fail(Printed.error());
  if (!V.Next || !isText() || !Terminal::of(stdout).Interactive)
    return ExitGood;
  if (std::string Next = V.Next(); !Next.empty())
    say("next: " + Next);
  return ExitGood;
}

void RowLimit::declareTop(CLI::App &App, const char *Help) {
  App.add_option("-n,--top", Top, Help)->type_name("N")->capture_default_str();
}

void RowLimit::declare(CLI::App &App, const char *TopHelp,
                       const char *AllHelp) {
  declareTop(App, TopHelp);
  App.add_flag("--all", All, AllHelp);
}

size_t RowLimit::most() const {
  return All ? std::numeric_limits<size_t>::max() : Top;
}

void declareStructures(CLI::App &App, std::vector<std::string> &Names,
                       const char *Help) {
  App.add_option("--structure", Names, Help)
      ->type_name("NAME...")
      ->expected(1, -1);
}

void declareThread(CLI::App &App, std::optional<uint32_t> &Thread,
                   const char *Help) {
  App.add_option("--thread", Thread, Help)->type_name("T");
}

CLI::Option *declareMetric(CLI::App &App, std::string &Metric) {
  return App
      .add_option("--metric", Metric,
                  "count or rate to show, for example accesses, l2-misses, "
                  "miss-rate, mpki, l1-evictions or stalls; misses are those "
                  "of the first level")
      ->type_name("METRIC")
      ->default_str("misses");
}

CLI::Option *declareSvg(CLI::App &App, std::string &File,
                        const OutputFormat &Format) {
  return App
      .add_option("--svg", File, "write a drawing to FILE; print nothing")
      ->type_name("FILE")
      ->excludes(Format.JsonFlag)
      ->excludes(Format.CsvFlag);
}

CLI::Option *declareSarif(CLI::App &App, std::string &File,
                          const OutputFormat &Format) {
  return App
      .add_option("--sarif", File,
                  "write SARIF 2.1.0 for continuous integration to FILE; "
                  "print nothing")
      ->type_name("FILE")
      ->excludes(Format.JsonFlag)
      ->excludes(Format.CsvFlag);
}

CLI::Option *declareFile(CLI::App &App, const char *Name, std::string &File,
                         const char *Help) {
  return App.add_option(Name, File, Help)->type_name("FILE");
}

int writeDrawing(const std::string &File, const std::string &Svg) {
  if (Status Wrote = writeTextFile(File, Svg); !Wrote)
    return fail(Wrote.error());
  say("drawing -> " + File);
  return ExitGood;
}

Status writeNamedFile(const std::string &File, const std::string &Text) {
  if (File.empty())
    return {};
  if (Status Wrote = writeTextFile(File, Text); !Wrote)
    return Wrote;
  say("wrote " + File);
  return {};
}

std::string currentFolder() {
  std::error_code Ignored;
  return std::filesystem::current_path(Ignored).string();
}

} // namespace memfacet
