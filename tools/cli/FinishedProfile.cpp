//===- FinishedProfile.cpp - the profile that a command shows -------------===//

#include "tools/cli/FinishedProfile.h"
#include "tools/record/PartFile.h"
#include "tools/support/Say.h"
#include <fmt/format.h>

namespace memfacet {

Expected<Profile> finishedProfile(const std::string &File) {
  waitForProfile(File, [&] {
    say(fmt::format("'{}' is being recorded; waiting for its end", File));
  });
  return readProfile(File);
}

} // namespace memfacet
