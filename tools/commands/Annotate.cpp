//===- Annotate.cpp - memfacet annotate -----------------------------------===//

#include "tools/report/code/Annotate.h"
#include "tools/cli/Commands.h"
#include "tools/cli/FinishedProfile.h"
#include "tools/support/Say.h"
#include "tools/support/SourceFile.h"
#include <CLI/CLI.hpp>
#include <filesystem>

namespace memfacet {

namespace {

struct AnnotateCommand {
  std::string Source;
  std::string File = "memfacet.mfp";
  AnnotateOptions Options;
  bool Json = false;
};

/// The file as it was recorded, or where the user says it is now.
Expected<std::vector<std::string>> readSource(const std::string &Recorded,
                                              const AnnotateCommand &C) {
  std::filesystem::path Found = findAbove(".", Recorded);
  if (Found.empty())
    Found = findAbove(std::filesystem::path(C.File).parent_path(), Recorded);
  if (Found.empty())
    Found = findAbove(".", C.Source);
  if (Found.empty())
    return makeError("cannot find '{}'; run this in the folder where it was "
                     "compiled, or give the file's path",
                     Recorded);
  return readLines(Found);
}

int run(const AnnotateCommand &C) {
  Expected<Profile> P = finishedProfile(C.File);
  if (!P)
    return fail(P.error());
  Expected<std::string> Recorded = findSource(*P, C.Source);
  // The user may give a path of now for a name of then.
  if (!Recorded)
    if (Expected<std::string> Base =
            findSource(*P, std::filesystem::path(C.Source).filename().string()))
      Recorded = Base;
  if (!Recorded)
    return fail(Recorded.error());
  Expected<std::vector<std::string>> Source = readSource(*Recorded, C);
  if (!Source)
    return fail(Source.error());
  std::string Text = C.Json ? annotateJson(*P, *Recorded, *Source, C.Options)
                            : annotate(*P, *Recorded, *Source, C.Options,
                                       Terminal::of(stdout));
  if (Status Printed = printOutput(Text); !Printed)
    return fail(Printed.error());
  if (!C.Json && Terminal::of(stdout).Interactive)
    say("next: memfacet report --by function");
  return ExitGood;
}

} // namespace

Action declareAnnotate(CLI::App &App) {
  auto C = std::make_shared<AnnotateCommand>();
  App.add_option("source", C->Source, "source file: its path or the end of it")
      ->type_name("FILE")
      ->required();
  App.add_option("-p,--profile", C->File, "profile to show")
      ->type_name("FILE")
      ->capture_default_str();
  App.add_option("--around", C->Options.Around,
                 "lines shown around those with accesses")
      ->type_name("N")
      ->capture_default_str();
  App.add_flag("--all", C->Options.Whole, "the whole file");
  App.add_flag("--json", C->Json, "for other programs");
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
