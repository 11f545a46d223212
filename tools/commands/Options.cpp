//===- Options.cpp - memfacet options -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the blocks of docs/cli.md that are made from the tables of options,
// for scripts/update-cli-doc. A block is between two comments of Markdown; the
// first one names it.
//
//===----------------------------------------------------------------------===//

#include "memfacet/Options.h"
#include "analysis/check/CheckTrace.h"
#include "tools/cli/Commands.h"
#include "tools/cli/Help.h"
#include "tools/support/Say.h"
#include "tools/support/Terms.h"
#include <CLI/CLI.hpp>

namespace memfacet::commands {

namespace {

std::string block(const char *Name, const std::string &Text) {
  return fmt::format("<!-- options: {} -->\n{}<!-- end -->\n", Name, Text);
}

std::string overview() {
  std::string Text = "| command | |\n|---|---|\n";
  for (const cli::Command &C : cli::AllCommands)
    Text += fmt::format("| [`{0}`](#memfacet-{0}) | {1} |\n", C.Name, C.Help);
  return Text;
}

/// Returns the table of options that a program reads from the environment. One
/// that `memfacet record` has, too, is explained there.
std::string runtimeOptions() {
  std::string Text = "| name | default | meaning |\n|---|---|---|\n";
#define MEMFACET_COLLECTOR_ROW(Name, Default, Help, Words, Member, Kind,       \
                               Group, Spelling, ...)                           \
  Text += cli::markdownRow(                                                    \
      #Name, Default,                                                          \
      std::string_view(Spelling).empty() ? Help : "`" Spelling "`");
#define MEMFACET_ROW(Name, Default, Help, ...)                                 \
  Text += cli::markdownRow(#Name, Default, Help);
  MEMFACET_COLLECTOR_OPTIONS(MEMFACET_COLLECTOR_ROW)
  MEMFACET_RUNTIME_OPTIONS(MEMFACET_ROW)
#undef MEMFACET_ROW
#undef MEMFACET_COLLECTOR_ROW
  return Text;
}

/// Returns the sections of docs/glossary.md.
std::string glossary(std::span<const TermSection> Sections, const char *Level) {
  std::string Text;
  for (const TermSection &S : Sections) {
    Text += fmt::format("{}{} {}\n\n| word | meaning |\n|---|---|\n",
                        Text.empty() ? "" : "\n", Level, S.Title);
    for (const Term &T : S.Terms)
      Text += fmt::format("| {} | {} |\n", T.Words, T.Meaning);
  }
  return Text;
}

/// Returns the table of invariants of \p Subject for
/// docs/internals/invariants.md.
std::string invariants(std::string_view Subject) {
  std::string Text = "| invariant | says | needs |\n|---|---|---|\n";
  for (const check::InvariantText &I : check::listedInvariants())
    if (I.Subject == Subject)
      Text +=
          fmt::format("| `{}` | {} | {} |\n", I.Name, I.Says, I.Requirement);
  return Text;
}

int run() {
  std::string Text = block("commands", overview());
  CLI::App Report;
  cli::Action Owner = declareReport(Report);
  Text += block("reports", cli::commonMarkdown(Report));
  cli::RowOwners Owners;
  for (const cli::Command &C : cli::AllCommands) {
    CLI::App App(C.Help, C.Name);
    // The action owns the variables of the options.
    cli::Action Owner = C.Declare(App);
    Text += block(C.Name, cli::helpMarkdown(C, App, Owners));
  }
  Text += block("glossary", glossary(glossarySections(), "##"));
  Text += block("headings", glossary(reportSections(), "###"));
  Text += block("profile-invariants", invariants("profile"));
  Text += block("trace-invariants", invariants("trace"));
  Text += block(MEMFACET_OPTIONS_VARIABLE, runtimeOptions());
  Status Printed = printOutput(Text);
  return Printed ? ExitGood : fail(Printed.error());
}

} // namespace

cli::Action declareOptions(CLI::App &) {
  return [](const std::vector<std::string> &) { return run(); };
}

} // namespace memfacet::commands
