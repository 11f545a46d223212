//===- Explain.cpp - memfacet explain -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/ShowOptions.h"
#include "tools/support/Pager.h"
#include "tools/support/Terms.h"
#include <cctype>
#include <fmt/ranges.h>

namespace memfacet::commands {

namespace {

std::string explained(const Term &T, const Terminal &Out) {
  std::string Words = styled(Out, Style::Bold, T.Words);
  return Words + "\n" + std::string(4, ' ') +
         wrapped(plainMeaning(T.Meaning), 4, Out.Width ? Out.Width : 80);
}

/// Returns all words, by section.
std::string list(const Terminal &Out) {
  std::string Text;
  for (auto Sections : {reportSections(), glossarySections()})
    for (const TermSection &S : Sections) {
      std::vector<std::string> Words;
      for (const Term &T : S.Terms)
        Words.emplace_back(T.Words);
      Text += styled(Out, Style::Bold, S.Title) + "\n    " +
              wrapped(fmt::format("{}", fmt::join(Words, ", ")), 4,
                      Out.Width ? Out.Width : 80);
    }
  return Text;
}

/// Returns a term that is similar to \p Word, or to a part of it, as a
/// question.
std::string hint(const std::string &Word) {
  if (std::string Hint = didYouMean(Word, termWords()); !Hint.empty())
    return Hint;
  std::vector<std::string> Parts = {""};
  for (char C : Word)
    if (std::isalnum(static_cast<unsigned char>(C)))
      Parts.back() += C;
    else
      Parts.emplace_back();
  for (const std::string &Part : Parts) {
    std::string Match = closest(Part, termWords());
    if (Part.size() > 1 && !Match.empty())
      return fmt::format("; did you mean '{}'?", Match);
  }
  return "; 'memfacet explain' lists what is";
}

int run(const std::vector<std::string> &Words) {
  Terminal Out = cli::reportTerminal();
  std::string Text;
  if (Words.empty())
    Text = list(Out);
  // Several words may be one term: per 1000 instr.
  std::string Joined = fmt::format("{}", fmt::join(Words, " "));
  std::vector<std::string> Wanted = Words;
  if (Words.size() > 1 && !termsFor(Joined).empty())
    Wanted = {Joined};
  for (const std::string &Word : Wanted) {
    std::vector<const Term *> Found = termsFor(Word);
    if (Found.empty())
      return fail(makeError("'{}' is not explained{}", Word, hint(Word)));
    for (const Term *T : Found)
      Text += explained(*T, Out);
  }
  Status Printed = printPaged(Text, Out);
  return Printed ? ExitGood : fail(Printed.error());
}

} // namespace

cli::Action declareExplain(CLI::App &App) {
  auto Words = std::make_shared<std::vector<std::string>>();
  cli::declareOption(
      App, "term", *Words,
      "heading of a report, word of one, or word of the glossary; "
      "without one, list them all")
      ->type_name("[TERM...]");
  return [Words](const std::vector<std::string> &) { return run(*Words); };
}

} // namespace memfacet::commands
