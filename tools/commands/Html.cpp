//===- Html.cpp - memfacet html -------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/AdviseTrace.h"
#include "tools/cli/ShowOptions.h"
#include "tools/html/Page.h"
#include "tools/record/CollectPlan.h"
#include "tools/report/advice/Advise.h"
#include "tools/report/format/Svg.h"
#include "tools/report/format/Units.h"
#include "tools/support/InputFiles.h"
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <thread>
#include <unistd.h>

namespace memfacet::commands {

namespace {

struct HtmlCommand {
  std::vector<std::string> Files;
  std::string Output = "report.html", Trace;
  bool NoSource = false;
};

/// Returns an error if the page cannot be written, before the page is made.
Status checkOutput(const HtmlCommand &C) {
  namespace fs = std::filesystem;
  if (C.Output == "-")
    return {};
  std::error_code Ignored;
  for (const std::string &File : C.Files)
    if (Status Kept = checkOverwrites(C.Output, File, "the profile to read");
        !Kept)
      return Kept;
  fs::path Path = C.Output;
  if (fs::is_directory(Path, Ignored))
    return makeError("cannot write '{}': it is a folder", C.Output);
  fs::path Folder = Path.has_parent_path() ? Path.parent_path() : ".";
  bool Exists = fs::exists(Path, Ignored);
  if (access((Exists ? Path : Folder).c_str(), W_OK) != 0)
    return makeError("cannot write '{}': {}", C.Output, std::strerror(errno));
  return {};
}

/// Returns the specification of the levels of \p Model alone: layouts are tried
/// on plain caches only.
std::string plainCaches(const caches::CacheModel &Model) {
  caches::CacheModel Plain;
  Plain.LineBytes = Model.LineBytes;
  for (const caches::CacheLevel &L : Model.Levels)
    Plain.Levels.push_back({L.Name, L.Bytes, L.Ways, L.Shared, L.Threads});
  return Plain.spec();
}

/// Returns layouts that were tried on the trace with the caches of \p P, as
/// JSON; null without a trace.
Expected<report::Json> adviceOf(const HtmlCommand &C,
                                const result::Profile &P) {
  if (C.Trace.empty())
    return report::Json();
  constexpr size_t Most = 10;
  record::CollectorSettings Settings;
  Settings.Cache = plainCaches(P.Caches);
  Expected<measure::CollectOptions> Collect =
      record::collectOptions(Settings, 0, false);
  if (!Collect)
    return Collect.error();
  measure::AdviseOptions Options;
  Options.Collect = std::move(*Collect);
  Options.GiveTitles = cli::prepareTables;
  Options.Threads = std::max(1U, std::thread::hardware_concurrency());
  Expected<advise::Advice> A = measure::adviseTrace(C.Trace, Options);
  if (!A)
    return A.error();
  return report::Json::parse(
      report::adviseJson(*A, Most,
                         report::verifyCommands(A->BaseProfile, Settings.Cache,
                                                {.Trace = C.Trace})));
}

Status writePage(const HtmlCommand &C, const std::string &Page) {
  if (C.Output == "-")
    return printOutput(Page);
  // Write to another file first: a part of a page would look like a whole page.
  std::string Part = C.Output + ".tmp";
  if (Status Wrote = report::writeTextFile(Part, Page); !Wrote)
    return Wrote;
  if (std::rename(Part.c_str(), C.Output.c_str()) != 0)
    return makeError("cannot write '{}': {}", C.Output, std::strerror(errno));
  say(fmt::format("page -> {} ({}); open it in a browser", C.Output,
                  report::humanBytes(Page.size())));
  return {};
}

int run(HtmlCommand &C) {
  constexpr size_t Most = 2;
  if (C.Files.empty())
    C.Files.emplace_back("memfacet.mfp");
  if (C.Files.size() > Most) {
    say(fmt::format("a page is of one profile, or of two side by side, not of "
                    "{}",
                    C.Files.size()));
    return ExitUsage;
  }
  if (Status Possible = checkOutput(C); !Possible)
    return fail(Possible.error());
  Expected<std::vector<result::Profile>> P = cli::finishedProfiles(C.Files);
  if (!P)
    return fail(P.error());
  Expected<report::Json> Advice = adviceOf(C, P->front());
  if (!Advice)
    return fail(Advice.error());
  Expected<std::string> Page =
      html::htmlPage(*P, {C.Files, !C.NoSource, std::move(*Advice)});
  if (!Page)
    return fail(Page.error());
  if (Status Wrote = writePage(C, *Page); !Wrote)
    return fail(Wrote.error());
  if (C.Output != "-" && Terminal::ofStream(stderr).Interactive)
    say(fmt::format("next: memfacet report{} --by line",
                    C.Files[0] == "memfacet.mfp" ? "" : " " + C.Files[0]));
  return ExitGood;
}

} // namespace

cli::Action declareHtml(CLI::App &App) {
  auto C = std::make_shared<HtmlCommand>();
  cli::declareOption(App, "profiles", C->Files,
                     "profile to show; two are shown side by side")
      ->default_str("memfacet.mfp")
      ->type_name("FILE...");
  cli::declareValue(App, "-o,--output", C->Output, "FILE",
                    "page to write; - is standard output");
  cli::declareFile(App, "--from-trace", C->Trace,
                   "trace of the program: try layouts on it as memfacet advise "
                   "does, and show what they save");
  cli::declareFlag(App, "--no-source", C->NoSource,
                   "leave the text of source files out of the page");
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet::commands
