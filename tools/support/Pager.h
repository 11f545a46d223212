//===- Pager.h - long reports, a screen at a time -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_PAGER_H
#define MEMFACET_SUPPORT_PAGER_H

#include "analysis/support/Error.h"
#include "tools/support/Terminal.h"
#include <string>

namespace memfacet {

/// Returns the command that shows long texts: MEMFACET_PAGER, else PAGER, else
/// less; "" if texts are printed directly.
std::string pagerCommand();

/// Returns whether \p Text has more lines than the screen of \p Out. A long
/// line counts as the number of lines that it takes on the screen.
bool isLongFor(std::string_view Text, const Terminal &Out);

/// Prints \p Text on stdout, through the pager if stdout is a terminal and
/// \p Text is longer than the screen.
Status printPaged(std::string_view Text, const Terminal &Out);

} // namespace memfacet

#endif
