//===- OptionWords.h - the options of a command, as data ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Help, the page of commands, man pages and completions are made from these
// rows.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CLI_OPTIONWORDS_H
#define MEMFACET_CLI_OPTIONWORDS_H

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace memfacet::cli {

struct OptionWords {
  std::vector<std::string> Short; ///< without the dash
  std::vector<std::string> Long;  ///< without the dashes
  std::string Value;              ///< "FILE"; "": no value
  bool ValueOptional = false;     ///< whether --name alone is allowed, too
  std::vector<std::string> Words; ///< allowed values; empty: any value
  std::string Default, Help;
  std::string Group;

  bool isArgument() const { return Short.empty() && Long.empty(); }
  /// Returns the name for a table, such as "-o, --output FILE".
  std::string name() const;
  bool takesFile() const;
};

/// Returns all options of \p App except --help, arguments first.
std::vector<OptionWords> optionsOf(const CLI::App &App);

/// CLI11's usual group, which has no heading.
constexpr const char *MainGroup = "Options";

} // namespace memfacet::cli

#endif
