//===- Describe.cpp - memfacet describe -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/RunOption.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/structures/Description.h"
#include <algorithm>

namespace memfacet::commands {

namespace {

struct DescribeCommand {
  cli::RunOption Shown;
  std::vector<std::string> Words; ///< a profile, names
  cli::RowLimit Rows;
  cli::OutputFormat Format;
};

/// Moves the first word that is a profile or a trace, before or after the
/// names, to Shown.File.
void takeFile(DescribeCommand &C) {
  auto File = std::ranges::find_if(C.Words, [](const std::string &Word) {
    return Word.find(".mfp") != std::string::npos || cli::isTrace(Word);
  });
  if (File == C.Words.end())
    return;
  C.Shown.File = *File;
  C.Words.erase(File);
}

Expected<std::vector<StructureId>> chosen(const result::Profile &P,
                                          const std::vector<std::string> &Names,
                                          size_t Top) {
  if (Names.empty())
    return report::mostMissed(P, Top);
  return report::structuresNamed(P, Names);
}

std::string nextOf(const result::Profile &P,
                   const std::vector<StructureId> &Shown,
                   const std::string &File) {
  for (StructureId Id : Shown)
    if (P.Structures[Id.Value].Record != result::NoRecord)
      return fmt::format("memfacet report{} --fields '{}'", File,
                         P.Structures[Id.Value].title());
  return fmt::format("memfacet report{} --by line", File);
}

constexpr cli::Need Descriptions = {
    [](const result::Profile &P) { return P.HasDescriptions; },
    "has no descriptions"};

int showDescriptions(const DescribeCommand &C, const result::Profile &P) {
  Expected<std::vector<StructureId>> Shown = chosen(P, C.Words, C.Rows.most());
  if (!Shown)
    return fail(Shown.error());
  return C.Format.print(
      {[&] { return report::describeJson(P, *Shown); },
       [&] { return report::describeCsv(P, *Shown); },
       [&](const Terminal &T) { return report::describeText(P, *Shown, T); },
       [&] { return nextOf(P, *Shown, C.Shown.argument()); }});
}

int run(DescribeCommand C, const std::vector<std::string> &Program) {
  if (Status Fits = cli::checkOutputs(C.Format, Program); !Fits)
    return fail(Fits.error());
  takeFile(C);
  return C.Shown.show(Descriptions, Program, [&](const result::Profile &P) {
    return showDescriptions(C, P);
  });
}

} // namespace

cli::Action declareDescribe(CLI::App &App) {
  auto C = std::make_shared<DescribeCommand>();
  cli::declareOption(
      App, "words", C->Words,
      "profile or trace, if the first word is one, then names of "
      "structures")
      ->default_str("memfacet.mfp")
      ->type_name("[FILE.mfp] [NAME...]");
  C->Shown.declareOptions(App);
  C->Rows.declare(App, 10, "structures to show if none is named",
                  "show all structures with accesses");
  C->Format.declare(App);
  return
      [C](const std::vector<std::string> &Program) { return run(*C, Program); };
}

} // namespace memfacet::commands
