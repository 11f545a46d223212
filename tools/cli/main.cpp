//===- main.cpp - memfacet: run a command line ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Revision.h"
#include "tools/cli/Commands.h"
#include "tools/cli/Help.h"
#include "tools/cli/Overview.h"
#include "tools/cli/RenamedOptions.h"
#include "tools/cli/ShowOptions.h"
#include "tools/cli/VersionText.h"
#include "tools/support/ProcessState.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>

namespace memfacet::cli {

namespace {

using Words = std::vector<std::string>;

const Command *findCommand(const std::string &Name) {
  for (const Command &C : AllCommands)
    if (C.Name == Name)
      return &C;
  return nullptr;
}

int usage(const std::string &Line) {
  say(Line);
  return ExitUsage;
}

int unknownCommand(const std::string &Name) {
  Words Names;
  for (const Command &C : AllCommands)
    if (C.InHelp == Listed::Yes)
      Names.emplace_back(C.Name);
  return usage(fmt::format(
      "unknown command '{}'{}{}", Name, didYouMean(Name, Names),
      closest(Name, Names).empty() ? "; try 'memfacet --help'" : ""));
}

Words optionNames(const CLI::App &App) {
  Words Names;
  for (const CLI::Option *O : App.get_options()) {
    for (const std::string &Long : O->get_lnames())
      Names.push_back("--" + Long);
    for (const std::string &Short : O->get_snames())
      Names.push_back("-" + Short);
  }
  return Names;
}

/// The parser takes a word in brackets for a list: "[a,b]" is "a" and "b". This
/// stands in front of words that are to stay whole.
constexpr char WholeWord = '\1';

std::string wholeWord(std::string Word) {
  if (Word.starts_with('[') && Word.ends_with(']'))
    Word.insert(Word.begin(), WholeWord);
  return Word;
}

std::string withoutMark(std::string Word) {
  std::erase(Word, WholeWord);
  return Word;
}

/// Returns the first of the unparsed words that begins like an option, or "".
std::string leftOption(const Words &Left) {
  for (const std::string &Word : Left)
    if (Word.size() > 1 && Word[0] == '-')
      return Word.substr(0, Word.find('='));
  return {};
}

std::string tryHelp(const CLI::App &App) {
  return fmt::format("; try 'memfacet {} --help'", App.get_name());
}

int unknownOption(const CLI::App &App, const std::string &Name) {
  std::string NewName(renamedTo(App.get_name(), Name));
  std::string Hint = NewName.empty() ? didYouMean(Name, optionNames(App))
                     : NewName.starts_with("memfacet ")
                         ? "; type: " + NewName
                         : didYouMean(NewName, {NewName});
  return usage(fmt::format("unknown option '{}'{}", Name,
                           Hint.empty() ? tryHelp(App) : Hint));
}

/// Returns the message of \p E in the style of this tool.
std::string described(const CLI::ParseError &E) {
  std::string Text = withoutMark(E.what());
  const std::string_view Excludes = " excludes ";
  size_t Position = Text.find(Excludes);
  if (dynamic_cast<const CLI::ExcludesError *>(&E) && Position != Text.npos)
    return fmt::format("{} and {} contradict each other; drop one of them",
                       Text.substr(0, Position),
                       Text.substr(Position + Excludes.size()));
  Text[0] = lowerCase(Text.substr(0, 1))[0];
  return Text;
}

/// Reports what is wrong with the options of a command.
int wrongOptions(const CLI::App &App, const CLI::ParseError &E) {
  // The remaining words may belong to the program.
  Words Left = App.get_prefix_command() ? Words() : App.remaining();
  // The values of an unknown option remain, too: report the option first.
  if (std::string Option = leftOption(Left); !Option.empty())
    return unknownOption(App, Option);
  if (!Left.empty() && dynamic_cast<const CLI::ExtrasError *>(&E))
    return usage(fmt::format("unexpected argument '{}'{}", withoutMark(Left[0]),
                             tryHelp(App)));
  return usage(described(E) + tryHelp(App));
}

int runCommand(const Command &C, Words Arguments) {
  CLI::App App(C.Help, C.Name);
  Action Run = C.Declare(App);
  Words AfterDashes;
  if (C.Arguments == Takes::Program)
    App.prefix_command();
  if (C.Arguments != Takes::Options) {
    auto Dashes = std::find(Arguments.begin(), Arguments.end(), "--");
    if (Dashes != Arguments.end()) {
      AfterDashes.assign(Dashes + 1, Arguments.end());
      if (AfterDashes.empty() && C.Arguments == Takes::Run)
        return usage(fmt::format("no program after --; type: memfacet {} -- "
                                 "./program arguments",
                                 C.Name));
      Arguments.erase(Dashes, Arguments.end());
    }
  }
  for (CLI::Option *O : App.get_options())
    O->transform(withoutMark);
  // CLI11 reads the words from the last to the first.
  std::ranges::transform(Arguments, Arguments.begin(), wholeWord);
  std::reverse(Arguments.begin(), Arguments.end());
  try {
    App.parse(std::move(Arguments));
  } catch (const CLI::CallForHelp &) {
    fmt::print("{}", helpText(C, App));
    return ExitGood;
  } catch (const CLI::ParseError &E) {
    return wrongOptions(App, E);
  }
  // The remaining words are the program, unless they look like an option.
  Words Left = App.remaining();
  if (!Left.empty() && Left[0].starts_with("-"))
    return unknownOption(App, leftOption(Left));
  return Run(AfterDashes);
}

/// Runs \p Arguments, without the name of the program. Returns the exit code.
int runCommandLine(Words Arguments) {
  // In a folder with a profile, show the findings.
  if (Arguments.empty() && std::filesystem::exists(DefaultProfile))
    Arguments = {"report", "--findings"};
  if (Arguments.empty()) {
    fmt::print(stderr,
               "memfacet: there is no {} here; to make one, type:\n\n{}\n"
               "'memfacet --help' lists all commands.\n",
               DefaultProfile, firstSteps());
    return ExitUsage;
  }
  std::string First = Arguments[0];
  if (First == "--version") {
    fmt::print("{}", versionText(MEMFACET_REVISION));
    return ExitGood;
  }
  if (First == "--help" || First == "-h" || First == "help") {
    fmt::print("{}", overview());
    return ExitGood;
  }
  const Command *C = findCommand(First);
  if (!C)
    return unknownCommand(First);
  Arguments.erase(Arguments.begin());
  return runCommand(*C, std::move(Arguments));
}

} // namespace

} // namespace memfacet::cli

int main(int Count, char **Values) {
  memfacet::prepareProcess();
  // For example, there may be no memory left.
  try {
    return memfacet::cli::runCommandLine({Values + 1, Values + Count});
  } catch (const std::exception &E) {
    std::fprintf(stderr, "memfacet: %s\n", E.what());
    return memfacet::ExitFailure;
  }
}
