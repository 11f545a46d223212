//===- FollowProgram.h - the collector of a program that is running -------===//

#ifndef MEMFACET_RECORD_FOLLOWPROGRAM_H
#define MEMFACET_RECORD_FOLLOWPROGRAM_H

#include "analysis/support/Error.h"
#include "tools/record/CollectorSettings.h"

namespace memfacet {

struct FollowOptions {
  int RegionFd = -1;
  uint32_t Program = 0; ///< process id
  bool IsChild = false; ///< forked by a program that also records
  CollectorSettings Settings;
};

/// Runs as the collector that an instrumented program started.
Status followProgram(const FollowOptions &Options);

} // namespace memfacet

#endif
