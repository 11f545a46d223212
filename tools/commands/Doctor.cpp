//===- Doctor.cpp - memfacet doctor ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/Commands.h"
#include "tools/cli/ShowOptions.h"
#include "tools/doctor/Checks.h"
#include "tools/report/format/Columns.h"
#include <algorithm>

namespace memfacet::commands {

namespace {

const char *wordOf(doctor::CheckState S) {
  switch (S) {
  case doctor::CheckState::Good:
    return "ok";
  case doctor::CheckState::Missing:
    return "missing";
  case doctor::CheckState::Note:
    return "note";
  }
  return "";
}

std::string textOf(const std::vector<doctor::Check> &All, const Terminal &Out) {
  std::string Text;
  for (const doctor::Check &C : All) {
    Style S =
        C.State == doctor::CheckState::Good ? Style::Plain : Style::Warning;
    std::string Start = fmt::format("{:<8} {:<14} ", wordOf(C.State), C.Name);
    size_t Indent = Start.size();
    Text += styled(Out, S, Start) + wrapped(C.Found, Indent, Out.Width);
    if (!C.Remedy.empty())
      Text += fmt::format("{:<{}}to get it: {}\n", "", Indent, C.Remedy);
  }
  return Text;
}

std::string jsonOf(const std::vector<doctor::Check> &All) {
  report::Json Rows = report::Json::array();
  for (const doctor::Check &C : All)
    Rows.push_back({{"what", C.Name},
                    {"state", wordOf(C.State)},
                    {"found", C.Found},
                    {"get", C.Remedy}});
  return report::jsonText(Rows);
}

int run(const cli::OutputFormat &Format) {
  toolchain::Installation I = toolchain::Installation::ofThisProcess();
  std::vector<doctor::Check> All = doctor::checkToolchain(I);
  auto IsMissing = [](const doctor::Check &C) {
    return C.State == doctor::CheckState::Missing;
  };
  std::ranges::copy(doctor::checkSystem(), std::back_inserter(All));
  if (std::ranges::none_of(All, IsMissing))
    std::ranges::copy(doctor::checkProgram(I), std::back_inserter(All));
  auto Missing = std::ranges::count_if(All, IsMissing);
  int Code = Format.print(
      {.Json = [&] { return jsonOf(All); },
       .Csv = nullptr,
       .Text =
           [&](const Terminal &Out) {
             return textOf(All, Out) +
                    (Missing ? fmt::format("\n{} missing\n", Missing)
                             : "\neverything is there\n");
           }});
  return Code == ExitGood && Missing ? int(ExitFailure) : Code;
}

} // namespace

cli::Action declareDoctor(CLI::App &App) {
  auto Format = std::make_shared<cli::OutputFormat>();
  Format->declareJson(App, "print all rows as JSON");
  return [Format](const std::vector<std::string> &) { return run(*Format); };
}

} // namespace memfacet::commands
