//===- ResponseFile.h - response files ------------------------------------===//

#ifndef MEMFACET_WRAPPER_RESPONSEFILE_H
#define MEMFACET_WRAPPER_RESPONSEFILE_H

#include "tools/toolchain/Flags.h"
#include <string_view>

namespace memfacet {

/// Splits \p Text by GNU rules: at white space without quotes or a backslash.
Words splitResponse(std::string_view Text);

/// Replaces each `@file` by the words in it, recursively. As in clang, names of
/// unreadable files stay as they are.
Words expandResponseFiles(const Words &Arguments);

} // namespace memfacet

#endif
