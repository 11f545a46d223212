//===- OptionWords.cpp - the options of a command, as data ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/cli/OptionWords.h"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace memfacet::cli {

/// Returns the words "ipc" and "misses" for "METRIC:value in {ipc->0,misses->1}
/// OR {0,1}", CLI11's description of valid values.
static std::vector<std::string> wordsOf(const std::string &Type) {
  size_t Position = Type.find('{');
  size_t End = Type.find('}', Position);
  std::vector<std::string> Words;
  if (End == Type.npos)
    return Words;
  while (Position < End) {
    size_t Comma = std::min(Type.find(',', Position + 1), End);
    std::string Word = Type.substr(Position + 1, Comma - Position - 1);
    Words.push_back(Word.substr(0, Word.find("->")));
    Position = Comma;
  }
  return Words;
}

std::string OptionWords::name() const {
  if (isArgument())
    return Value;
  std::string Name;
  for (const std::string &Word : Short)
    Name += (Name.empty() ? "-" : ", -") + Word;
  for (const std::string &Word : Long)
    Name += (Name.empty() ? "--" : ", --") + Word;
  if (ValueOptional)
    return fmt::format("{}[={}]", Name, Value);
  return Value.empty() ? Name : Name + " " + Value;
}

bool OptionWords::takesFile() const {
  return Value.find("FILE") != Value.npos || Value.find(".mfp") != Value.npos;
}

std::vector<OptionWords> optionsOf(const CLI::App &App) {
  std::vector<OptionWords> All;
  for (bool Arguments : {true, false})
    for (const CLI::Option *O : App.get_options()) {
      if (O == App.get_help_ptr() || O->nonpositional() == Arguments)
        continue;
      // Options for old scripts have no group.
      if (O->nonpositional() && O->get_group().empty())
        continue;
      // The value of a flag with a default value may be left out.
      bool Optional = O->nonpositional() && !O->get_fnames().empty();
      bool IsFlag = O->get_items_expected_max() == 0 && !Optional;
      std::string Type = O->get_type_name();
      OptionWords W;
      W.Short = O->get_snames();
      W.Long = O->get_lnames();
      if (!IsFlag || Arguments)
        W.Value = Type.substr(0, Type.find(':'));
      W.ValueOptional = Optional;
      W.Words = wordsOf(Type);
      W.Default = O->get_default_str();
      W.Help = O->get_description();
      W.Group = O->get_group();
      All.push_back(std::move(W));
    }
  return All;
}

} // namespace memfacet::cli
