//===- Pager.h - long reports, a screen at a time -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_PAGER_H
#define MEMFACET_SUPPORT_PAGER_H

#include "analysis/support/Error.h"
#include "tools/support/Terminal.h"
#include <string>

namespace memfacet {

/// The command that shows long texts: MEMFACET_PAGER, else PAGER, else less; ""
/// where a text is printed as it is.
std::string pagerCommand();

/// Whether \p Text has more lines than the screen of \p Out, with those that
/// the terminal breaks.
bool isLongFor(std::string_view Text, const Terminal &Out);

/// Prints \p Text on stdout, through the pager if that is a terminal and \p
/// Text is long for it.
Status printPaged(std::string_view Text, const Terminal &Out);

} // namespace memfacet

#endif
