//===- SimulatePoints.h - memfacet simulate --points ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_COMMANDS_SIMULATEPOINTS_H
#define MEMFACET_COMMANDS_SIMULATEPOINTS_H

#include "analysis/measure/pipeline/Collect.h"
#include "tools/cli/ShowOptions.h"
#include "tools/commands/Shards.h"
#include <functional>

namespace memfacet::commands {

struct PointsCommand {
  std::string File; ///< in SimPoint's format; empty: no points
  std::string Weights;
  uint32_t Thread = 0;
  std::string Warm;     ///< instructions; empty: WarmByDefault intervals
  std::string Baseline; ///< "whole", or empty
  bool ThreadsAlone = false;
  bool CutAtStalls = false;    ///< otherwise as the file says
  bool PointsSeparate = false; ///< simulate each point from empty caches
  std::optional<Shard> Part;   ///< only with PointsSeparate
  std::string Path;            ///< of the part; empty: the default

  static constexpr uint64_t WarmByDefault = 10;
};

/// Makes new options for each simulation, because observers have state.
using MakeOptions = std::function<Expected<measure::CollectOptions>()>;

/// Simulates the points of \p C in \p Trace and prints the estimates for the
/// whole run; with C.Baseline, also the true values. Returns the exit code.
int runPoints(const PointsCommand &C, const std::string &Trace,
              const cli::OutputFormat &Format, const MakeOptions &Options);

/// Prints what runPoints prints, for all \p Parts together. checkParts must
/// have checked them. Returns the exit code.
int showPointParts(const std::vector<result::Profile> &Parts,
                   const cli::OutputFormat &Format);

} // namespace memfacet::commands

#endif
