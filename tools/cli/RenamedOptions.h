//===- RenamedOptions.h - options that have another name today ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One name of an option means one thing in all commands. Names that meant
// several things were given up: if a user types one, the message says the new
// name. If a user types an option of another command, the message says what to
// type instead.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CLI_RENAMEDOPTIONS_H
#define MEMFACET_CLI_RENAMEDOPTIONS_H

#include <string_view>

namespace memfacet::cli {

struct RenamedOption {
  std::string_view Command, OldName, NewName;
};

/// A row applies where \c Command has no option \c OldName any more.
inline constexpr RenamedOption RenamedOptions[] = {
    {"phases", "--period", "--interval"},
    {"phases", "--sweep", "--every-k"},
    {"phases", "--sample", "--centers-from"},
    {"phases", "--threshold", "--bic"},
    {"simpoints", "--bb", "--from-bb"},
    {"simpoints", "--sweep", "--every-k"},
    {"simpoints", "--sample", "--centers-from"},
    {"simpoints", "--threshold", "--bic"},
    {"simulate", "--weights", "--point-weights"},
    {"simulate", "--pairs", "--pairs-file"},
    {"simulate", "--sample", "record --lines 1/64"},
    {"record", "--pairs-file",
     "memfacet record --trace FILE, then memfacet simulate FILE "
     "--communication --pairs-file PAIRS"},
    {"record", "--sample", "--lines 1/64"},
    {"config", "--lines", "--one-per-line"},
    {"communication", "--within", "--one-thread"},
    {"volatility", "--threshold", "--calm"},
    {"html", "--trace", "--from-trace"},
};

/// Returns today's name of \p Option of \p Command, or "memfacet ..." to type
/// in its place, or "" if there is neither.
constexpr std::string_view renamedTo(std::string_view Command,
                                     std::string_view Option) {
  for (const RenamedOption &R : RenamedOptions)
    if (R.Command == Command && R.OldName == Option)
      return R.NewName;
  return {};
}

} // namespace memfacet::cli

#endif
