//===- VersionText.h - what `memfacet --version` prints -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CLI_VERSIONTEXT_H
#define MEMFACET_CLI_VERSIONTEXT_H

#include <string>
#include <string_view>

namespace memfacet {

/// The versions of the tool, of the clang that it is for and of its formats.
/// \p Revision: of the source; empty: not known.
std::string versionText(std::string_view Revision);

} // namespace memfacet

#endif
