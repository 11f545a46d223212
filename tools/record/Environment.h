//===- record/Environment.h - the environment of a recorded program -------===//

#ifndef MEMFACET_RECORD_ENVIRONMENT_H
#define MEMFACET_RECORD_ENVIRONMENT_H

#include <string>
#include <vector>

namespace memfacet {

/// \p Inherited (null-terminated), with \p Variables ("NAME=value") in place of
/// those of the same name, and one for padding. The kernel puts arguments and
/// environment on top of the stack, so that their length moves every stack
/// address, and the name of a profile would decide about cache sets: padding
/// makes their length a multiple of 16 KiB.
std::vector<std::string>
programEnvironment(const std::vector<std::string> &Command,
                   std::vector<std::string> Variables, char **Inherited);

} // namespace memfacet

#endif
