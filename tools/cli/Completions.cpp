//===- Completions.cpp - what shells complete after `memfacet` ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A word that is no option completes to files, unless the option before it has
// words of its own. Words after "--" are a program and its arguments.
//
//===----------------------------------------------------------------------===//

#include "tools/cli/Completions.h"
#include "tools/cli/Commands.h"
#include <CLI/CLI.hpp>
#include <fmt/ranges.h>

namespace memfacet::cli {

namespace {

/// Returns the spellings of \p W as they are typed: "-o", "--output".
std::vector<std::string> spellings(const OptionWords &W) {
  std::vector<std::string> All;
  for (const std::string &Short : W.Short)
    All.push_back("-" + Short);
  for (const std::string &Long : W.Long)
    All.push_back("--" + Long);
  return All;
}

/// Returns \p Text between single quotes for a shell, with "'" written as
/// \p Quote.
std::string quoted(const std::string &Text, const char *Quote) {
  std::string Result = "'";
  for (char C : Text) {
    if (C == '\'')
      Result += Quote;
    else
      Result += C;
  }
  return Result + "'";
}

std::string namesOf(const std::vector<CompletedCommand> &Commands) {
  std::vector<std::string> Names;
  for (const CompletedCommand &C : Commands)
    Names.push_back(C.Name);
  return fmt::format("{}", fmt::join(Names, " "));
}

} // namespace

std::vector<CompletedCommand> completedCommands() {
  std::vector<CompletedCommand> All;
  for (const Command &C : AllCommands) {
    if (C.InHelp == Listed::No)
      continue;
    CLI::App App(C.Help, C.Name);
    // The action owns the variables of the options.
    Action Owner = C.Declare(App);
    All.push_back({C.Name, C.Help, optionsOf(App)});
  }
  return All;
}

std::string bashCompletion(const std::vector<CompletedCommand> &Commands) {
  std::string Options, Values;
  for (const CompletedCommand &C : Commands) {
    std::vector<std::string> Names;
    for (const OptionWords &W : C.Options) {
      std::vector<std::string> Typed = spellings(W);
      Names.insert(Names.end(), Typed.begin(), Typed.end());
      if (Typed.empty() || W.Value.empty() || W.ValueOptional)
        continue;
      std::vector<std::string> Cases;
      for (const std::string &Name : Typed)
        Cases.push_back(fmt::format("'{} {}'", C.Name, Name));
      // No words: the shell completes files.
      Values += fmt::format("    {}) words='{}' ;;\n", fmt::join(Cases, " | "),
                            fmt::join(W.Words, " "));
    }
    Options += fmt::format("    {}) words='{} --help' ;;\n", C.Name,
                           fmt::join(Names, " "));
  }
  return fmt::format(R"(# bash completion for memfacet
_memfacet() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
  local command=${{COMP_WORDS[1]}} words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '{} --help --version' -- "$current"))
    return
  fi
  # Behind -- stand a program and its arguments.
  local i
  for ((i = 2; i < COMP_CWORD; ++i)); do
    if [[ ${{COMP_WORDS[i]}} == -- ]]; then
      ((i == COMP_CWORD - 1)) && COMPREPLY=($(compgen -c -- "$current"))
      return
    fi
  done
  # --name=value is three words.
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  case "$command $previous" in
{}    *) words=- ;;
  esac
  if [[ $words == - ]]; then
    [[ $current == -* ]] || return
    case $command in
{}    *) words= ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o bashdefault -o default -F _memfacet memfacet
)",
                     namesOf(Commands), Values, Options);
}

/// Returns \p W as a specification for zsh's _arguments.
static std::string zshOption(const OptionWords &W) {
  // Brackets and colons end parts of a specification.
  auto Escaped = [](const std::string &Text) {
    std::string Result;
    for (char C : Text) {
      if (C == '[' || C == ']' || C == ':' || C == '\\')
        Result += '\\';
      Result += C;
    }
    return Result;
  };
  std::string Value;
  if (!W.Value.empty() && W.ValueOptional)
    Value = fmt::format("::{}:", Escaped(W.Value));
  else if (!W.Value.empty())
    Value = fmt::format(":{}:", Escaped(W.Value));
  if (!W.Words.empty())
    Value += fmt::format("({})", fmt::join(W.Words, " "));
  else if (W.takesFile())
    Value += "_files";
  std::string Text;
  std::vector<std::string> Typed = spellings(W);
  for (const std::string &Name : Typed) {
    // zsh does not offer the other spellings once one is typed.
    std::string Spec =
        Typed.size() > 1 ? fmt::format("({})", fmt::join(Typed, " ")) : "";
    Spec += Name;
    if (!Value.empty() && Name.starts_with("--"))
      Spec += W.ValueOptional ? "=-" : "=";
    Spec += fmt::format("[{}]{}", Escaped(W.Help), Value);
    Text += fmt::format(" \\\n        {}", quoted(Spec, "'\\''"));
  }
  return Text;
}

std::string zshCompletion(const std::vector<CompletedCommand> &Commands) {
  std::string List, Cases;
  for (const CompletedCommand &C : Commands) {
    List += fmt::format("    {}\n", quoted(C.Name + ":" + C.Help, "'\\''"));
    Cases += fmt::format("    {})\n      _arguments", C.Name);
    for (const OptionWords &W : C.Options)
      if (!W.isArgument())
        Cases += zshOption(W);
    Cases += " \\\n        '--help[print the options]' \\\n"
             "        '*:file:_files'\n      ;;\n";
  }
  return fmt::format(R"(#compdef memfacet
# zsh completion for memfacet
_memfacet() {{
  local -a commands
  commands=(
{}  )
  if ((CURRENT == 2)); then
    _describe -t commands command commands
    return
  fi
  # Behind -- stand a program and its arguments.
  local dashes=${{words[(i)--]}}
  if ((dashes < CURRENT)); then
    words=("${{(@)words[dashes + 1,-1]}}")
    ((CURRENT -= dashes))
    _normal
    return
  fi
  local command=$words[2]
  words=("${{(@)words[2,-1]}}")
  ((CURRENT -= 1))
  case $command in
{}  esac
}}
if [[ $funcstack[1] == _memfacet ]]; then
  _memfacet "$@"
else
  compdef _memfacet memfacet
fi
)",
                     List, Cases);
}

std::string fishCompletion(const std::vector<CompletedCommand> &Commands) {
  std::string Text = "# fish completion for memfacet\n"
                     "complete -c memfacet -n __fish_use_subcommand -f\n"
                     "complete -c memfacet -n __fish_use_subcommand -l version "
                     "-d 'print versions'\n"
                     "complete -c memfacet -s h -l help -d 'print help'\n";
  for (const CompletedCommand &C : Commands) {
    Text += fmt::format("complete -c memfacet -n __fish_use_subcommand -a {} "
                        "-d {}\n",
                        C.Name, quoted(C.Help, "\\'"));
    for (const OptionWords &W : C.Options) {
      if (W.isArgument())
        continue;
      Text += fmt::format(
          "complete -c memfacet -n '__fish_seen_subcommand_from {}'", C.Name);
      for (const std::string &Short : W.Short)
        Text += " -s " + Short;
      for (const std::string &Long : W.Long)
        Text += " -l " + Long;
      if (!W.Value.empty() && !W.ValueOptional)
        Text += W.takesFile() ? " -r -F" : " -x";
      if (!W.Words.empty())
        Text += fmt::format(" -a '{}'", fmt::join(W.Words, " "));
      Text += fmt::format(" -d {}\n", quoted(W.Help, "\\'"));
    }
  }
  return Text;
}

} // namespace memfacet::cli
