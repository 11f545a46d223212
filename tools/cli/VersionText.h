//===- VersionText.h - what `memfacet --version` prints -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CLI_VERSIONTEXT_H
#define MEMFACET_CLI_VERSIONTEXT_H

#include <string>
#include <string_view>

namespace memfacet::cli {

/// Returns the versions of the tool, of the clang that it was built for and of
/// the formats. \p Revision: of the source; empty: unknown.
std::string versionText(std::string_view Revision);

} // namespace memfacet::cli

#endif
