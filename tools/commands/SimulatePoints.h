//===- SimulatePoints.h - memfacet simulate --points ----------------------===//

#ifndef MEMFACET_COMMANDS_SIMULATEPOINTS_H
#define MEMFACET_COMMANDS_SIMULATEPOINTS_H

#include "analysis/pipeline/Collect.h"
#include "tools/cli/ShowOptions.h"
#include <functional>

namespace memfacet {

struct PointsCommand {
  std::string File; ///< of SimPoint's format; empty: not wanted
  std::string Weights;
  uint32_t Thread = 0;
  std::string Warm;    ///< instructions; empty: WarmByDefault intervals
  std::string Against; ///< "whole", or empty
  bool ThreadsAlone = false;
  bool CutAtStalls = false; ///< otherwise as the file says

  static constexpr uint64_t WarmByDefault = 10;
};

/// Makes new options for each simulation: observers keep state.
using MakeOptions = std::function<Expected<CollectOptions>()>;

/// Simulates the points of \p C in \p Trace and prints the estimates for the
/// whole run, with C.Against beside the true values. The exit code.
int runPoints(const PointsCommand &C, const std::string &Trace,
              const OutputFormat &Format, const MakeOptions &Options);

} // namespace memfacet

#endif
