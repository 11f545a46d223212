//===- ShortName.h - names as tables write them ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_SHORTNAME_H
#define MEMFACET_SUPPORT_SHORTNAME_H

#include <cstddef>
#include <string>
#include <string_view>

namespace memfacet {

/// Returns a name for tables: also without other allocators and unnamed
/// namespaces. If the name is longer than \p Most characters, leaves out the
/// middle of long lists of arguments, or the innermost lists. The result may
/// still be longer.
std::string shortName(std::string_view Written, size_t Most = 60);

} // namespace memfacet

#endif
