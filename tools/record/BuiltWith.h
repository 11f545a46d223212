//===- BuiltWith.h - which MemFacet a program was built with --------------===//

#ifndef MEMFACET_TOOLS_RECORD_BUILTWITH_H
#define MEMFACET_TOOLS_RECORD_BUILTWITH_H

#include <cstdint>
#include <optional>
#include <string>

namespace memfacet {

/// The format that the executable \p Program, as in a command, was built for:
/// its symbols name it. Nothing: it is not instrumented, or cannot be read.
std::optional<uint32_t> formatOfProgram(const std::string &Program);

} // namespace memfacet

#endif
