//===- BuiltWith.h - format a program was built for -----------------------===//

#ifndef MEMFACET_TOOLS_RECORD_BUILTWITH_H
#define MEMFACET_TOOLS_RECORD_BUILTWITH_H

#include <cstdint>
#include <optional>
#include <string>

namespace memfacet {

/// The format version that the executable \p Program, as written in a command,
/// was built for; its symbols name it. Nothing if it is not instrumented or
/// cannot be read.
std::optional<uint32_t> formatOfProgram(const std::string &Program);

} // namespace memfacet

#endif
