//===- InputFiles.h - keeps outputs from inputs ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_INPUTFILES_H
#define MEMFACET_SUPPORT_INPUTFILES_H

#include "analysis/support/Error.h"
#include <string>

namespace memfacet {

/// Returns an error if \p Output, which \p Option names, is the file \p Input,
/// by whatever path. \p Role: what the input is, as "the trace to read".
Status checkOverwrites(const std::string &Output, const std::string &Input,
                       const char *Role, const char *Option = "-o");

} // namespace memfacet

#endif
