//===- NewFile.h - files that only this process can have made -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_NEWFILE_H
#define MEMFACET_SUPPORT_NEWFILE_H

#include "analysis/support/Error.h"
#include <string>

namespace memfacet {

/// Makes the empty file \p Path and opens it for writing. What was there is
/// removed, and a link is not followed: names of temporary files can be
/// guessed, and in a folder that all users share, another user may have made
/// them. The error is what the system says.
Expected<int> openNewFile(const std::string &Path);

} // namespace memfacet

#endif
