//===- Say.h - messages to the user ---------------------------------------===//

#ifndef MEMFACET_TOOLS_SUPPORT_SAY_H
#define MEMFACET_TOOLS_SUPPORT_SAY_H

#include "analysis/support/Error.h"
#include <string_view>

namespace memfacet {

enum ExitCode {
  ExitGood = 0,
  ExitFailure = 1,
  ExitUsage = 2,
  /// As shells: found but not executable, not found.
  ExitNotExecutable = 126,
  ExitNotFound = 127,
};

/// One line on stderr, after the tool's name.
void say(std::string_view Line);
/// Says \p E; the exit code for it.
int fail(const Error &E);
/// Writes \p Text to stdout: a full disk or a closed pipe must not look like a
/// whole report.
Status printOutput(std::string_view Text);

} // namespace memfacet

#endif
