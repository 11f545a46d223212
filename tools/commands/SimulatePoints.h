//===- SimulatePoints.h - memfacet simulate --points ----------------------===//

#ifndef MEMFACET_COMMANDS_SIMULATEPOINTS_H
#define MEMFACET_COMMANDS_SIMULATEPOINTS_H

#include "analysis/pipeline/Collect.h"
#include <functional>

namespace memfacet {

struct PointsCommand {
  std::string File; ///< SimPoint's; empty: nobody asked
  std::string Weights;
  uint32_t Thread = 0;
  std::string Warm;    ///< instructions; empty: WarmByDefault intervals
  std::string Against; ///< "whole", or empty
  bool ThreadsAlone = false;
  bool CutAtStalls = false; ///< else, where the file says so
  bool Json = false, Csv = false;

  static constexpr uint64_t WarmByDefault = 10;
};

/// Makes the options of a simulation, anew for each: observers keep state.
using MakeOptions = std::function<Expected<CollectOptions>()>;

/// Simulates the points of \p C in \p Trace and prints what they say about the
/// whole run, with C.Against beside what it is. The exit code.
int runPoints(const PointsCommand &C, const std::string &Trace,
              const MakeOptions &Options);

} // namespace memfacet

#endif
