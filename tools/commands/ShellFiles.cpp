//===- ShellFiles.cpp - memfacet completions, memfacet man ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The build runs these commands and installs the files.
//
//===----------------------------------------------------------------------===//

#include "tools/cli/Commands.h"
#include "tools/cli/Completions.h"
#include "tools/cli/ManPage.h"
#include "tools/cli/ShowOptions.h"
#include "tools/support/Say.h"
#include <CLI/CLI.hpp>
#include <fstream>

namespace memfacet::commands {

namespace {

int runCompletions(const std::string &Shell) {
  std::vector<cli::CompletedCommand> All = cli::completedCommands();
  std::string Text = Shell == "bash"  ? cli::bashCompletion(All)
                     : Shell == "zsh" ? cli::zshCompletion(All)
                                      : cli::fishCompletion(All);
  Status Printed = printOutput(Text);
  return Printed ? ExitGood : fail(Printed.error());
}

std::string pageOf(const cli::Command &C) {
  CLI::App App(C.Help, C.Name);
  // The action owns the variables of the options.
  cli::Action Owner = C.Declare(App);
  return cli::manPage(C, App);
}

Status writePage(const std::string &Folder, const std::string &Name,
                 const std::string &Text) {
  std::string Path = Folder + "/" + Name + ".1";
  std::ofstream File(Path);
  File << Text;
  if (!File.flush())
    return makeError("cannot write '{}'", Path);
  return {};
}

Status writePages(const std::string &Folder) {
  if (Status Written = writePage(Folder, "memfacet", cli::manPage()); !Written)
    return Written;
  for (const cli::Command &C : cli::AllCommands) {
    if (C.InHelp == cli::Listed::No)
      continue;
    Status Written =
        writePage(Folder, fmt::format("memfacet-{}", C.Name), pageOf(C));
    if (!Written)
      return Written;
  }
  return {};
}

struct ManCommand {
  std::string Name, Folder;
};

int runMan(const ManCommand &M) {
  if (!M.Folder.empty()) {
    Status Written = writePages(M.Folder);
    return Written ? ExitGood : fail(Written.error());
  }
  std::string Text = M.Name.empty() ? cli::manPage() : "";
  for (const cli::Command &C : cli::AllCommands)
    if (M.Name == C.Name)
      Text = pageOf(C);
  if (Text.empty()) {
    say(fmt::format("unknown command '{}'; try 'memfacet --help'", M.Name));
    return ExitUsage;
  }
  Status Printed = printOutput(Text);
  return Printed ? ExitGood : fail(Printed.error());
}

} // namespace

cli::Action declareCompletions(CLI::App &App) {
  auto Shell = std::make_shared<std::string>();
  cli::declareOption(App, "shell", *Shell, "bash, zsh or fish")
      ->type_name("SHELL")
      ->required()
      ->check(cli::oneOf({"bash", "zsh", "fish"}));
  return [Shell](const std::vector<std::string> &) {
    return runCompletions(*Shell);
  };
}

cli::Action declareMan(CLI::App &App) {
  auto M = std::make_shared<ManCommand>();
  cli::declareOption(App, "command", M->Name,
                     "of this command; of memfacet if left out")
      ->type_name("COMMAND");
  cli::declareOption(App, "--folder", M->Folder,
                     "write all pages to this folder")
      ->type_name("FOLDER");
  return [M](const std::vector<std::string> &) { return runMan(*M); };
}

} // namespace memfacet::commands
