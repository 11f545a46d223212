//===- FinishedProfile.h - the profile that a command shows ---------------===//

#ifndef MEMFACET_CLI_FINISHEDPROFILE_H
#define MEMFACET_CLI_FINISHEDPROFILE_H

#include "analysis/profile/Profile.h"
#include <string>

namespace memfacet {

/// That of \p File. If it is being recorded, this says so and waits.
Expected<Profile> finishedProfile(const std::string &File);

} // namespace memfacet

#endif
