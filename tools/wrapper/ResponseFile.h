//===- ResponseFile.h - arguments in files --------------------------------===//

#ifndef MEMFACET_WRAPPER_RESPONSEFILE_H
#define MEMFACET_WRAPPER_RESPONSEFILE_H

#include "tools/toolchain/Flags.h"
#include <string_view>

namespace memfacet {

/// Words of \p Text by GNU rules: white space separates, quotes and
/// backslashes protect.
Words splitResponse(std::string_view Text);

/// Each `@file` replaced by the words in it, in depth; what cannot be read
/// stays as it is, as in clang.
Words expandResponseFiles(const Words &Arguments);

} // namespace memfacet

#endif
