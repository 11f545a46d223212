//===- Describe.cpp - memfacet describe -----------------------------------===//

#include "tools/cli/ShowOptions.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/structures/Description.h"

namespace memfacet {

namespace {

struct DescribeCommand {
  std::vector<std::string> Words; ///< a profile, names
  RowLimit Rows;
  OutputFormat Format;
};

/// Takes the profile out of \p Words if the first word is one.
ProfileOption takeProfile(std::vector<std::string> &Words) {
  ProfileOption Shown;
  if (Words.empty() || Words.front().find(".mfp") == std::string::npos)
    return Shown;
  Shown.File = Words.front();
  Words.erase(Words.begin());
  return Shown;
}

Expected<std::vector<StructureId>>
chosen(const Profile &P, const std::vector<std::string> &Names, size_t Top) {
  if (Names.empty())
    return mostMissed(P, Top);
  return structuresNamed(P, Names);
}

std::string nextOf(const Profile &P, const std::vector<StructureId> &Shown,
                   const std::string &File) {
  for (StructureId Id : Shown)
    if (P.Structures[Id.Value].Record != NoRecord)
      return fmt::format("memfacet report{} --fields '{}'", File,
                         P.Structures[Id.Value].title());
  return fmt::format("memfacet report{} --by line", File);
}

int run(DescribeCommand C) {
  ProfileOption File = takeProfile(C.Words);
  Expected<Profile> P = File.read();
  if (!P)
    return fail(P.error());
  if (!P->HasDescriptions)
    return fail(makeError("'{}' has no descriptions; record again", File.File));
  Expected<std::vector<StructureId>> Shown = chosen(*P, C.Words, C.Rows.most());
  if (!Shown)
    return fail(Shown.error());
  return C.Format.print(
      {[&] { return describeJson(*P, *Shown); },
       [&] { return describeCsv(*P, *Shown); },
       [&](const Terminal &T) { return describeText(*P, *Shown, T); },
       [&] { return nextOf(*P, *Shown, File.argument()); }});
}

} // namespace

Action declareDescribe(CLI::App &App) {
  auto C = std::make_shared<DescribeCommand>();
  App.add_option("words", C->Words,
                 "profile, if the first word contains .mfp, then names of "
                 "structures")
      ->default_str("memfacet.mfp")
      ->type_name("[FILE.mfp] [NAME...]");
  C->Rows.declare(App, 10, "structures to show if none is named",
                  "show all structures with accesses");
  C->Format.declare(App, "print descriptions as JSON",
                    "print descriptions as CSV");
  return [C](const std::vector<std::string> &) { return run(*C); };
}

} // namespace memfacet
