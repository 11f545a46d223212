//===- Annotate.cpp - memfacet annotate -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/ShowOptions.h"
#include "tools/report/code/CodeReport.h"
#include "tools/support/SourceFile.h"
#include <filesystem>

namespace memfacet::commands {

namespace {

struct AnnotateCommand {
  std::string Source;
  cli::ProfileOption Shown;
  report::AnnotateOptions Options;
  cli::OutputFormat Format;
};

/// Reads the source file at the recorded path, or at the path that the user
/// gave.
Expected<std::vector<std::string>> readSource(const std::string &Recorded,
                                              const AnnotateCommand &C) {
  std::filesystem::path Found = findAbove(".", Recorded);
  if (Found.empty())
    Found =
        findAbove(std::filesystem::path(C.Shown.File).parent_path(), Recorded);
  if (Found.empty())
    Found = findAbove(".", C.Source);
  if (Found.empty())
    return makeError("cannot find '{}'; run this in the folder where it was "
                     "compiled, or give the file's path",
                     Recorded);
  return readLines(Found);
}

int run(const AnnotateCommand &C) {
  Expected<result::Profile> P = C.Shown.read();
  if (!P)
    return fail(P.error());
  Expected<std::string> Recorded = report::findSource(*P, C.Source);
  // The file may have moved since the recording: look for the file name alone.
  if (!Recorded)
    if (Expected<std::string> Base = report::findSource(
            *P, std::filesystem::path(C.Source).filename().string()))
      Recorded = Base;
  if (!Recorded)
    return fail(Recorded.error());
  Expected<std::vector<std::string>> Source = readSource(*Recorded, C);
  if (!Source)
    return fail(Source.error());
  return C.Format.print(
      {.Json =
           [&] {
             return report::annotateJson(*P, *Recorded, *Source, C.Options);
           },
       .Csv = nullptr,
       .Text =
           [&](const Terminal &T) {
             return report::annotate(*P, *Recorded, *Source, C.Options, T);
           },
       .Next = [] { return "memfacet report --by function"; }});
}

} // namespace

cli::Action declareAnnotate(CLI::App &App) {
  auto C = std::make_shared<AnnotateCommand>();
  cli::declareOption(App, "source", C->Source,
                     "source file: its path or the end of its path")
      ->type_name("FILE")
      ->required();
  C->Shown.declareNamed(App);
  cli::declareValue(App, "--around", C->Options.ContextLines, "N",
                    "lines to show around lines with accesses");
  cli::declareFlag(App, "--all", C->Options.Whole, "show the whole file");
  C->Format.declareJson(App, "print lines and counts as JSON");
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet::commands
