//===- Check.cpp - memfacet check -----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/check/CheckTrace.h"
#include "tools/cli/ShowOptions.h"
#include "tools/record/PartFile.h"
#include "tools/report/format/Columns.h"
#include "tools/support/TextLayout.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace memfacet {

namespace {

struct CheckCommand {
  std::vector<std::string> Files;
  OutputFormat Format;
  bool List = false, Violated = false;
};

/// An invariant, checked in one of the files.
struct Row {
  std::string File;
  check::CheckedInvariant Invariant;
};

const char *resultOf(const check::Comparisons &V) {
  if (V.violated())
    return "violated";
  return V.applies() ? "holds" : "not-applicable";
}

/// Returns the first violation, or the number of comparisons.
std::string detailOf(const check::Comparisons &V) {
  if (!V.violated())
    return V.applies() ? counted(V.compared(), "comparison") : "";
  return V.violations() == 1
             ? V.first()
             : fmt::format("{} (and {} more)", V.first(), V.violations() - 1);
}

Columns<Row> columnsFor(size_t Files) {
  Columns<Row> Cs = {
      forPrograms("file", [](auto &R) { return R.File; }),
      forPrograms("invariant", [](auto &R) { return R.Invariant.Name; }),
      forPrograms("result",
                  [](auto &R) { return resultOf(R.Invariant.Found); }),
      forPrograms("compared",
                  [](auto &R) { return R.Invariant.Found.compared(); }),
      forPrograms("violations",
                  [](auto &R) { return R.Invariant.Found.violations(); }),
      forPrograms("what", [](auto &R) { return detailOf(R.Invariant.Found); }),
      forPeople("invariant", [](auto &R) { return R.Invariant.Name; }),
      forPeople("result",
                [](auto &R) {
                  return R.Invariant.Found.applies()
                             ? resultOf(R.Invariant.Found)
                             : "-";
                }),
      forPeople(
          "says",
          [](auto &R) { return printable(detailOf(R.Invariant.Found)); },
          TableColumn::Fit::CutMiddle)};
  if (Files > 1)
    Cs.insert(Cs.begin(), forPeople(
                              "file", [](auto &R) { return printable(R.File); },
                              TableColumn::Fit::CutMiddle));
  return Cs;
}

Columns<check::InvariantText> listColumns() {
  return {forPrograms("of", [](auto &I) { return I.Subject; }),
          forPrograms("invariant", [](auto &I) { return I.Name; }),
          forPrograms("says", [](auto &I) { return I.Says; }),
          forPrograms("needs", [](auto &I) { return I.Requirement; })};
}

/// Returns the invariants one below the other: sentences do not fit into
/// columns.
std::string listText(const Terminal &Out) {
  constexpr size_t Indent = 4, PageWidth = 80;
  size_t Width = Out.Width == 0 ? PageWidth : Out.Width;
  std::string Text;
  for (const check::InvariantText &I : check::listedInvariants())
    Text += fmt::format(
        "{}\n{}{}", I.Name, std::string(Indent, ' '),
        wrapped(fmt::format("{}{}", I.Says,
                            *I.Requirement
                                ? fmt::format(" (needs {})", I.Requirement)
                                : ""),
                Indent, Width));
  return Text +
         fmt::format("\n{} invariants\n", check::listedInvariants().size());
}

int runList(const CheckCommand &C) {
  std::vector<check::InvariantText> All = check::listedInvariants();
  return C.Format.print({[&] { return jsonText(jsonRows(listColumns(), All)); },
                         [&] { return csvText(listColumns(), All); },
                         listText});
}

std::string summaryOf(const std::vector<Row> &All, size_t Files) {
  size_t Holds = 0, Violated = 0;
  for (const Row &R : All) {
    Violated += R.Invariant.Found.violated();
    Holds += R.Invariant.Found.applies() && !R.Invariant.Found.violated();
  }
  return fmt::format("{}: {} hold, {} violated, {} not applicable\n",
                     counted(Files, "file"), Holds, Violated,
                     All.size() - Holds - Violated);
}

int run(const CheckCommand &C) {
  if (C.List)
    return runList(C);
  std::vector<Row> All;
  for (const std::string &File : C.Files) {
    if (access(File.c_str(), R_OK) != 0)
      return fail(
          makeError("cannot read '{}': {}", File, std::strerror(errno)));
    waitForProfile(File, [&] {
      say(fmt::format("'{}' is being recorded; waiting for its end", File));
    });
    for (check::CheckedInvariant &Invariant :
         check::isTraceFile(File) ? check::checkTraceFile(File)
                                  : check::checkProfileFile(File))
      All.push_back({File, std::move(Invariant)});
  }
  bool Violated = std::ranges::any_of(
      All, [](const Row &R) { return R.Invariant.Found.violated(); });
  std::string Summary = summaryOf(All, C.Files.size());
  if (C.Violated)
    std::erase_if(All,
                  [](const Row &R) { return !R.Invariant.Found.violated(); });
  Columns<Row> Cs = columnsFor(C.Files.size());
  int Printed = C.Format.print(
      {[&] { return jsonText(jsonRows(Cs, All)); },
       [&] { return csvText(Cs, All); },
       [&](const Terminal &Out) {
         return All.empty()
                    ? Summary
                    : renderTable(tableOf(Cs, All), Out) + "\n" + Summary;
       }});
  return Printed == ExitGood && Violated ? int(ExitFailure) : Printed;
}

} // namespace

Action declareCheck(CLI::App &App) {
  auto C = std::make_shared<CheckCommand>();
  CLI::Option *Files =
      App.add_option("files", C->Files, "profiles and traces to check")
          ->type_name("FILE...");
  App.add_flag("--list", C->List, "list all invariants")->excludes(Files);
  App.add_flag("--violated", C->Violated, "show only what is violated");
  C->Format.declare(App);
  return [C](const std::vector<std::string> &) {
    if (C->Files.empty() && !C->List) {
      say("no file to check; type for instance: memfacet check memfacet.mfp");
      return int(ExitUsage);
    }
    return run(*C);
  };
}

} // namespace memfacet
