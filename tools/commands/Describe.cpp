//===- Describe.cpp - memfacet describe -----------------------------------===//

#include "tools/cli/Commands.h"
#include "tools/cli/FinishedProfile.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/structures/Description.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <filesystem>
#include <limits>

namespace memfacet {

namespace {

struct DescribeCommand {
  std::vector<std::string> Words; ///< a profile, names
  size_t Top = 10;
  bool Json = false, Csv = false, All = false;
};

/// Takes the profile out of \p Words, where the first one is one.
std::string takeProfile(std::vector<std::string> &Words) {
  std::string File = "memfacet.mfp";
  if (Words.empty() || Words.front().find(".mfp") == std::string::npos)
    return File;
  File = Words.front();
  Words.erase(Words.begin());
  return File;
}

Expected<std::vector<StructureId>>
chosen(const Profile &P, const std::vector<std::string> &Names, size_t Top) {
  if (Names.empty())
    return mostMissed(P, Top);
  return structuresNamed(P, Names);
}

void nextStep(const Profile &P, const std::vector<StructureId> &Shown,
              const std::string &File) {
  if (!Terminal::of(stdout).Interactive)
    return;
  std::string Profile = File == "memfacet.mfp" ? "" : " " + File;
  for (StructureId Id : Shown)
    if (P.Structures[Id.Value].Record != NoRecord)
      return say(fmt::format("next: memfacet report{} --fields '{}'", Profile,
                             P.Structures[Id.Value].Name));
  say(fmt::format("next: memfacet report{} --by line", Profile));
}

int run(DescribeCommand C) {
  std::string File = takeProfile(C.Words);
  Expected<Profile> P = finishedProfile(File);
  if (!P)
    return fail(P.error());
  if (!P->HasDescriptions)
    return fail(makeError("'{}' has no descriptions; record again", File));
  size_t Top = C.All ? std::numeric_limits<size_t>::max() : C.Top;
  Expected<std::vector<StructureId>> Shown = chosen(*P, C.Words, Top);
  if (!Shown)
    return fail(Shown.error());
  std::error_code Ignored;
  std::string Folder = std::filesystem::current_path(Ignored).string();
  std::string Text =
      C.Json  ? describeJson(*P, *Shown)
      : C.Csv ? describeCsv(*P, *Shown)
              : describeText(*P, *Shown, Folder, Terminal::of(stdout));
  if (Status Printed = printOutput(Text); !Printed)
    return fail(Printed.error());
  if (!C.Json && !C.Csv)
    nextStep(*P, *Shown, File);
  return ExitGood;
}

} // namespace

Action declareDescribe(CLI::App &App) {
  auto C = std::make_shared<DescribeCommand>();
  App.add_option("words", C->Words,
                 "profile (NAME.mfp) [memfacet.mfp], then structures by their "
                 "names")
      ->type_name("[FILE.mfp] [NAME...]");
  App.add_option("--top", C->Top, "structures shown where none is named")
      ->type_name("N")
      ->capture_default_str();
  App.add_flag("--all", C->All, "all that were accessed");
  CLI::Option *Json = App.add_flag("--json", C->Json, "as JSON");
  App.add_flag("--csv", C->Csv, "as comma-separated values")->excludes(Json);
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
