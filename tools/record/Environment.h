//===- Environment.h - the environment of a recorded program --------------===//

#ifndef MEMFACET_RECORD_ENVIRONMENT_H
#define MEMFACET_RECORD_ENVIRONMENT_H

#include <string>
#include <vector>

namespace memfacet {

/// \p Inherited (null-terminated) with \p Variables ("NAME=value") in place of
/// those of the same name, and a variable for padding. The kernel puts
/// arguments and environment on top of the stack, so their length and number
/// move every stack address: the name of a folder could change cache sets.
/// Padding makes their size a multiple of 64 KiB, nearly always the same one.
std::vector<std::string>
programEnvironment(const std::vector<std::string> &Command,
                   std::vector<std::string> Variables, char **Inherited);

} // namespace memfacet

#endif
