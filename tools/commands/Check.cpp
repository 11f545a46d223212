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

namespace memfacet::commands {

namespace {

struct CheckCommand {
  std::vector<std::string> Files;
  cli::OutputFormat Format;
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
    return V.applies() ? report::counted(V.compared(), "comparison") : "";
  return V.violations() == 1
             ? V.first()
             : fmt::format("{} (and {} more)", V.first(), V.violations() - 1);
}

report::Columns<Row> columnsFor(size_t Files) {
  report::Columns<Row> Cs = {
      report::forPrograms("file", [](auto &R) { return R.File; }),
      report::forPrograms("invariant",
                          [](auto &R) { return R.Invariant.Name; }),
      report::forPrograms("result",
                          [](auto &R) { return resultOf(R.Invariant.Found); }),
      report::forPrograms("compared",
                          [](auto &R) { return R.Invariant.Found.compared(); }),
      report::forPrograms(
          "violations", [](auto &R) { return R.Invariant.Found.violations(); }),
      report::forPrograms("what",
                          [](auto &R) { return detailOf(R.Invariant.Found); }),
      report::forPeople("invariant", [](auto &R) { return R.Invariant.Name; }),
      report::forPeople("result",
                        [](auto &R) {
                          return R.Invariant.Found.applies()
                                     ? resultOf(R.Invariant.Found)
                                     : "-";
                        }),
      report::forPeople(
          "says",
          [](auto &R) { return printable(detailOf(R.Invariant.Found)); },
          report::TableColumn::Fit::CutMiddle)};
  if (Files > 1)
    Cs.insert(Cs.begin(), report::forPeople(
                              "file", [](auto &R) { return printable(R.File); },
                              report::TableColumn::Fit::CutMiddle));
  return Cs;
}

report::Columns<check::InvariantText> listColumns() {
  return {report::forPrograms("of", [](auto &I) { return I.Subject; }),
          report::forPrograms("invariant", [](auto &I) { return I.Name; }),
          report::forPrograms("says", [](auto &I) { return I.Says; }),
          report::forPrograms("needs", [](auto &I) { return I.Requirement; })};
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
  return C.Format.print(
      {[&] { return report::jsonText(report::jsonRows(listColumns(), All)); },
       [&] { return report::csvText(listColumns(), All); }, listText});
}

std::string summaryOf(const std::vector<Row> &All, size_t Files) {
  size_t Holds = 0, Violated = 0;
  for (const Row &R : All) {
    Violated += R.Invariant.Found.violated();
    Holds += R.Invariant.Found.applies() && !R.Invariant.Found.violated();
  }
  return fmt::format("{}: {} hold, {} violated, {} not applicable\n",
                     report::counted(Files, "file"), Holds, Violated,
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
    record::waitForProfile(File, [&] {
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
  report::Columns<Row> Cs = columnsFor(C.Files.size());
  int Printed = C.Format.print(
      {[&] { return report::jsonText(report::jsonRows(Cs, All)); },
       [&] { return report::csvText(Cs, All); },
       [&](const Terminal &Out) {
         return All.empty()
                    ? Summary
                    : report::renderTable(report::tableOf(Cs, All), Out) +
                          "\n" + Summary;
       }});
  return Printed == ExitGood && Violated ? int(ExitFailure) : Printed;
}

} // namespace

cli::Action declareCheck(CLI::App &App) {
  auto C = std::make_shared<CheckCommand>();
  CLI::Option *Files =
      cli::declareOption(App, "files", C->Files, "profiles and traces to check")
          ->type_name("FILE...");
  cli::declareFlag(App, "--list", C->List, "list all invariants")
      ->excludes(Files);
  cli::declareFlag(App, "--violated", C->Violated,
                   "show only what is violated");
  C->Format.declare(App);
  return [C](const std::vector<std::string> &) {
    if (C->Files.empty() && !C->List) {
      say("no file to check; type for instance: memfacet check memfacet.mfp");
      return int(ExitUsage);
    }
    return run(*C);
  };
}

} // namespace memfacet::commands
