//===- FollowProgram.cpp - the collector of a program that is running -----===//

#include "tools/record/FollowProgram.h"
#include "tools/record/CollectPlan.h"
#include "tools/record/PartFile.h"
#include <fstream>
#include <string>
#include <sys/personality.h>

namespace memfacet {

namespace {

/// Whether the kernel chose the program's addresses at random.
bool hasRandomAddresses(uint32_t Process) {
  std::ifstream File(fmt::format("/proc/{}/personality", Process));
  unsigned long Personality = 0;
  if (!(File >> std::hex >> Personality))
    return true;
  return (Personality & ADDR_NO_RANDOMIZE) == 0;
}

/// Chooses an unused name for the profile. If the program's parent, or the
/// process before an exec, writes a profile of this name, the process number is
/// added; after several execs, a further number.
Expected<PartFile> claimProfile(const FollowOptions &Options,
                                CollectOptions &Output) {
  for (uint32_t Try = 1;; ++Try) {
    Expected<PartFile> Part = PartFile::create(Output.mainPath());
    if (!Part || !Part->isShared())
      return Part;
    Output.ProfilePath =
        outputPath(Options.Settings.Output, Options.Program, true);
    Output.TracePath =
        outputPath(Options.Settings.Trace, Options.Program, true);
    if (Try == 1)
      continue;
    Output.ProfilePath = numberedPath(Output.ProfilePath, Try);
    if (!Output.TracePath.empty())
      Output.TracePath = numberedPath(Output.TracePath, Try);
  }
}

} // namespace

Status followProgram(const FollowOptions &Options) {
  Expected<Region> Memory = Region::attach(Options.RegionFd);
  if (!Memory)
    return Memory.error();
  Expected<CollectOptions> Output =
      collectOptions(Options.Settings, Options.Program, Options.IsChild);
  if (!Output)
    return Output.error();
  Expected<PartFile> Part = claimProfile(Options, *Output);
  if (!Part)
    return Part.error();
  if (hasRandomAddresses(Options.Program))
    Output->Notes.emplace_back(RandomAddressesNote);
  Expected<Collector> Work = Collector::create(std::move(*Memory), *Output);
  if (!Work)
    return Work.error();
  Work->attach();
  return Work->run(Options.Program);
}

} // namespace memfacet
