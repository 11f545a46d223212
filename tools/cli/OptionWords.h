//===- OptionWords.h - the options of a command, as data ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Help, the page of commands, man pages and completions are made of these rows.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CLI_OPTIONWORDS_H
#define MEMFACET_CLI_OPTIONWORDS_H

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace memfacet {

struct OptionWords {
  std::vector<std::string> Short; ///< without the dash
  std::vector<std::string> Long;  ///< without the dashes
  std::string Value;              ///< "FILE"; "": none
  bool ValueOptional = false;     ///< --name or --name=VALUE
  std::vector<std::string> Words; ///< that the value may be; empty: anything
  std::string Default, Help;
  std::string Group;

  bool isArgument() const { return Short.empty() && Long.empty(); }
  /// "-o, --output FILE"
  std::string name() const;
  bool takesFile() const;
};

/// All options of \p App but --help, arguments first.
std::vector<OptionWords> optionsOf(const CLI::App &App);

/// CLI11's usual group, which has no heading.
constexpr const char *MainGroup = "Options";

} // namespace memfacet

#endif
