//===- Options.h - MEMFACET_OPTIONS, parsed -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_PROCESS_OPTIONS_H
#define MEMFACET_RUNTIME_PROCESS_OPTIONS_H

#include "memfacet/Options.h"
#include "runtime/support/Text.h"

namespace memfacet::process {

enum class Option : unsigned {
#define MEMFACET_ENUMERATOR(Name, Default, Help, ...) Name,
  MEMFACET_RUNTIME_OPTIONS(MEMFACET_ENUMERATOR)
      MEMFACET_COLLECTOR_OPTIONS(MEMFACET_ENUMERATOR)
#undef MEMFACET_ENUMERATOR
};

class Options {
public:
  /// Parses a copy of \p Value, the value of the variable or null. Where a name
  /// comes twice, the later value holds. Unknown names and values are reported,
  /// one line each, and skipped.
  void parse(const char *Value);
  void printHelp() const;

  Text get(Option O) const { return Values[unsigned(O)]; }
  bool isSet(Option O) const { return get(O) == Text("1"); }
  /// Returns "MEMFACET_OPTIONS=..." as the program got it, for the collector.
  const char *variable() const { return Variable; }
  static constexpr Text variableName() {
    return Text(MEMFACET_OPTIONS_VARIABLE "=");
  }

private:
  void parseOne(Text Assignment);

  static constexpr unsigned Count = 0
#define MEMFACET_COUNT(Name, Default, Help, ...) +1
      MEMFACET_RUNTIME_OPTIONS(MEMFACET_COUNT)
          MEMFACET_COLLECTOR_OPTIONS(MEMFACET_COUNT)
#undef MEMFACET_COUNT
      ;
  Text Values[Count] = {
#define MEMFACET_DEFAULT(Name, Default, Help, ...) Text(Default),
      MEMFACET_RUNTIME_OPTIONS(MEMFACET_DEFAULT)
          MEMFACET_COLLECTOR_OPTIONS(MEMFACET_DEFAULT)
#undef MEMFACET_DEFAULT
  };
  char Variable[4096] = MEMFACET_OPTIONS_VARIABLE "=";
};

} // namespace memfacet::process

#endif
