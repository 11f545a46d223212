//===- FollowProgram.h - collects from a program that runs already --------===//

#ifndef MEMFACET_RECORD_FOLLOWPROGRAM_H
#define MEMFACET_RECORD_FOLLOWPROGRAM_H

#include "analysis/support/Error.h"
#include "tools/record/CollectorSettings.h"

namespace memfacet {

struct FollowOptions {
  int RegionFd = -1;
  uint32_t Program = 0; ///< process id
  bool IsChild = false; ///< forked by a program that records as well
  CollectorSettings Settings;
};

/// The collector that an instrumented program started by itself.
Status followProgram(const FollowOptions &Options);

} // namespace memfacet

#endif
