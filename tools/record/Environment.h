//===- Environment.h - the environment of a recorded program --------------===//

#ifndef MEMFACET_RECORD_ENVIRONMENT_H
#define MEMFACET_RECORD_ENVIRONMENT_H

#include <string>
#include <vector>

namespace memfacet {

/// \p Inherited (null-terminated), with \p Variables ("NAME=value") in place of
/// those of the same name, and one for padding. The kernel puts arguments and
/// environment on top of the stack, so that their length and number move every
/// stack address, and the name of a folder would decide about cache sets:
/// padding makes what they take a multiple of 64 KiB, which is always the same
/// one but for extraordinary environments.
std::vector<std::string>
programEnvironment(const std::vector<std::string> &Command,
                   std::vector<std::string> Variables, char **Inherited);

} // namespace memfacet

#endif
