//===- Diff.cpp - memfacet diff -------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/ShowOptions.h"
#include "tools/report/diff/DiffReport.h"
#include "tools/report/format/Sarif.h"

namespace memfacet::commands {

namespace {

struct DiffCommand {
  std::string OldFile = "memfacet.mfp.old", NewFile = "memfacet.mfp";
  std::vector<std::string> MoreOldFiles, MoreNewFiles;
  std::vector<std::string> FailOn;
  std::string Markdown, Sarif;
  bool HasOldFile = false, HasNewFile = false;
  cli::RowLimit Rows;
  cli::OutputFormat Format;
};

/// Returns \p First and \p More. \p First is left out if it is the default and
/// there are others: --before a1 a2 --after b1 b2.
std::vector<std::string> filesOf(const std::string &First, bool HasFirst,
                                 const std::vector<std::string> &More) {
  std::vector<std::string> Files;
  if (HasFirst || More.empty())
    Files.push_back(First);
  Files.insert(Files.end(), More.begin(), More.end());
  return Files;
}

Status writeFiles(const DiffCommand &C, const report::Difference &D,
                  const std::vector<report::Checked> &Checks) {
  if (Status S = cli::writeNamedFile(
          C.Markdown, C.Markdown.empty()
                          ? ""
                          : report::diffMarkdown(D, Checks, C.Rows.Top));
      !S)
    return S;
  return C.Sarif.empty()
             ? Status()
             : report::writeSarif(C.Sarif, report::diffSarif(D, Checks));
}

int run(const DiffCommand &C) {
  std::vector<report::Threshold> Thresholds;
  for (const std::string &Text : C.FailOn) {
    Expected<report::Threshold> T = report::parseThreshold(Text);
    if (!T)
      return fail(T.error());
    Thresholds.push_back(std::move(*T));
  }
  std::vector<std::string> NewFiles =
      filesOf(C.NewFile, C.HasNewFile, C.MoreNewFiles);
  Expected<std::vector<result::Profile>> Olds =
      cli::finishedProfiles(filesOf(C.OldFile, C.HasOldFile, C.MoreOldFiles));
  if (!Olds)
    return fail(Olds.error());
  Expected<std::vector<result::Profile>> News = cli::finishedProfiles(NewFiles);
  if (!News)
    return fail(News.error());
  Expected<report::Difference> D = report::diffProfiles(*Olds, *News);
  if (!D)
    return fail(D.error());
  Expected<std::vector<report::Checked>> Checks =
      report::checkAll(Thresholds, *D);
  if (!Checks)
    return fail(Checks.error());
  if (Status S = writeFiles(C, *D, *Checks); !S)
    return fail(S.error());
  int Printed =
      C.Format.print({[&] { return report::diffJson(*D, *Checks); },
                      [&] { return report::diffCsv(*D); },
                      [&](const Terminal &T) {
                        return report::diffText(*D, *Checks, C.Rows.Top, T);
                      },
                      [&] { return "memfacet report " + NewFiles[0]; }});
  bool Failed = std::ranges::any_of(*Checks, &report::Checked::failed);
  return Printed == ExitGood && Failed ? ExitThreshold : Printed;
}

} // namespace

cli::Action declareDiff(CLI::App &App) {
  auto C = std::make_shared<DiffCommand>();
  CLI::Option *OldOption = cli::declareOption(App, "before-file", C->OldFile,
                                              "profile of the old build")
                               ->type_name("BEFORE.mfp")
                               ->capture_default_str();
  CLI::Option *NewOption =
      cli::declareOption(App, "after-file", C->NewFile,
                         "profile of the new build, of the same caches")
          ->type_name("AFTER.mfp")
          ->capture_default_str();
  cli::declareOption(App, "--before", C->MoreOldFiles,
                     "further runs of the old build")
      ->type_name("FILE...");
  cli::declareOption(App, "--after", C->MoreNewFiles,
                     "further runs of the new build")
      ->type_name("FILE...");
  cli::declareOption(App, "--fail-on", C->FailOn,
                     "exit with 3 if a count grows by more, for example "
                     "L2.misses=+5% or nodes/L1.misses=+1000; once per count")
      ->type_name("[STRUCTURE/]COUNT=+N[%]")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  cli::declareFile(App, "--markdown", C->Markdown,
                   "write a summary in Markdown to FILE as well");
  cli::declareFile(App, "--sarif", C->Sarif,
                   "write what --fail-on found as SARIF 2.1.0, for continuous "
                   "integration, to FILE as well");
  C->Rows.declareTop(App, 20, "structures to show; the others are summed");
  C->Format.declare(App);
  return [C, OldOption, NewOption](const std::vector<std::string> &) {
    C->HasOldFile = OldOption->count() != 0;
    C->HasNewFile = NewOption->count() != 0;
    return run(*C);
  };
}

} // namespace memfacet::commands
