//===- ManPage.cpp - pages for man(1), from the tables of options ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/ManPage.h"
#include "analysis/support/Version.h"
#include "memfacet/Options.h"
#include "tools/cli/Help.h"
#include "tools/cli/OptionWords.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace memfacet::cli {

namespace {

/// Returns \p Text escaped so that roff prints it unchanged.
std::string roff(std::string_view Text) {
  std::string Result;
  for (char C : Text) {
    // A point or an apostrophe at the beginning of a line begins a request.
    bool First = Result.empty() || Result.back() == '\n';
    if (First && (C == '.' || C == '\''))
      Result += "\\&";
    if (C == '\\')
      Result += "\\e";
    else if (C == '-')
      Result += "\\-";
    else
      Result += C;
  }
  return Result;
}

std::string heading(const std::string &Name, const std::string &Help) {
  std::string Upper = Name;
  std::ranges::transform(Upper, Upper.begin(),
                         [](unsigned char C) { return std::toupper(C); });
  return fmt::format(".TH {} 1 \"\" \"MemFacet {}\" \"MemFacet\"\n"
                     ".SH NAME\n{} \\- {}\n",
                     roff(Upper), toolVersion(), roff(Name), roff(Help));
}

std::string entry(const std::string &Name, const std::string &Text) {
  return fmt::format(".TP\n.B {}\n{}\n", roff(Name), roff(Text));
}

/// Returns the sections that all pages end with. \p SeeAlso: references to
/// further pages.
std::string ending(const std::string &SeeAlso) {
  return ".SH EXIT STATUS\n"
         "0; 1 if the request failed; 2 if the command line is wrong; "
         "3 if a count grew by more than\n.B diff \\-\\-fail\\-on\nallows; "
         "that of the program, if one was recorded.\n"
         ".SH SEE ALSO\n" +
         SeeAlso + ".BR memfacet\\-clang (1)\n";
}

std::string programOptions() {
  std::string Text;
#define MEMFACET_ROW(Name, Default, Help, ...)                                 \
  Text += entry(fmt::format("{}={}", #Name, Default), Help);
  MEMFACET_COLLECTOR_OPTIONS(MEMFACET_ROW)
  MEMFACET_RUNTIME_OPTIONS(MEMFACET_ROW)
#undef MEMFACET_ROW
  return Text;
}

} // namespace

std::string manPage() {
  std::string Text =
      heading("memfacet", "find the data structures that cause cache misses") +
      ".SH SYNOPSIS\n.B memfacet\n.I COMMAND\n[OPTIONS]\n"
      ".SH DESCRIPTION\n"
      "A program that was compiled by\n.BR memfacet\\-clang (1)\n"
      "is recorded; commands show what the profile says.\n"
      ".PP\n.EX\nmemfacet\\-clang \\-O2 \\-g prog.c \\-o prog\n"
      "memfacet record \\-\\- ./prog\nmemfacet report\n.EE\n"
      ".SH COMMANDS\n";
  for (const Command &C : AllCommands)
    if (C.InHelp == Listed::Yes)
      Text += fmt::format(".TP\n.BR memfacet\\-{} (1)\n{}\n", roff(C.Name),
                          roff(C.Help));
  Text += ".SH OPTIONS\n" +
          entry("--help", "print all commands; with a command, its options") +
          entry("--version", "print the versions of the tool and its formats");
  Text +=
      fmt::format(".SH ENVIRONMENT\n.B {}\nin the environment of a program "
                  "that runs by itself has options, as in\n.BR {} :\n",
                  MEMFACET_OPTIONS_VARIABLE, roff("output=run.mfp:cache=zen4"));
  Text += programOptions();
  return Text + ending("");
}

std::string manPage(const Command &C, const CLI::App &App) {
  std::string Text =
      heading(fmt::format("memfacet-{}", C.Name), C.Help) +
      fmt::format(".SH SYNOPSIS\n{}\n.SH EXAMPLE\n.EX\n{}\n.EE\n",
                  roff(usageOf(C, App)), roff(C.Example));
  std::vector<OptionWords> Options = optionsOf(App);
  // The groups in the order of their declaration, the main group first.
  std::vector<std::string> Groups = {MainGroup};
  for (const OptionWords &O : Options)
    if (std::ranges::find(Groups, O.Group) == Groups.end())
      Groups.push_back(O.Group);
  for (const std::string &Group : Groups) {
    Text += Group == MainGroup ? ".SH OPTIONS\n"
                               : fmt::format(".SS {}\n", roff(Group));
    for (const OptionWords &O : Options)
      if (O.Group == Group)
        Text +=
            entry(O.name(), O.Default.empty()
                                ? O.Help
                                : fmt::format("{} [{}]", O.Help, O.Default));
    if (Group == MainGroup)
      Text += entry("-h, --help", "print the options");
  }
  return Text + ending(".BR memfacet (1),\n");
}

} // namespace memfacet::cli
