//===- Say.h - messages to the user ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_SAY_H
#define MEMFACET_SUPPORT_SAY_H

#include "analysis/support/Error.h"
#include <string>
#include <string_view>
#include <vector>

namespace memfacet {

enum ExitCode {
  ExitGood = 0,
  ExitFailure = 1,
  ExitUsage = 2,
  /// A count grew by more than `memfacet diff --fail-on` allows.
  ExitThreshold = 3,
  /// The same numbers as in shells.
  ExitNotExecutable = 126,
  ExitNotFound = 127,
};

/// Prints \p Line on stderr, after the tool's name.
void say(std::string_view Line);
/// Prints \p E on stderr and returns its exit code.
int fail(const Error &E);
/// Writes \p Text to stdout. A full disk or a closed pipe is an error: a part
/// must not look like the whole report.
Status printOutput(std::string_view Text);

/// Returns the word of \p Known that \p Word is a likely misspelling of, or "".
std::string closest(std::string_view Word,
                    const std::vector<std::string> &Known);

/// Returns "; did you mean 'X'?" with the closest word, or "".
std::string didYouMean(std::string_view Word,
                       const std::vector<std::string> &Known);

/// Returns \p Words as a command line for a shell, quoted where necessary.
std::string shellLine(const std::vector<std::string> &Words);

/// Returns \p Text with small letters in place of capital letters of ASCII.
std::string lowerCase(std::string_view Text);

} // namespace memfacet

#endif
