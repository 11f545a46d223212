//===- SimulateSweep.h - memfacet simulate --sweep ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_COMMANDS_SIMULATESWEEP_H
#define MEMFACET_COMMANDS_SIMULATESWEEP_H

#include "analysis/measure/pipeline/Collect.h"
#include "tools/cli/ShowOptions.h"
#include "tools/commands/Shards.h"

namespace memfacet::commands {

struct SweepCommand {
  std::string List; ///< models, or a file with a list of them
  std::vector<std::string> Names;
  unsigned Jobs = 0; ///< threads; 0: one per processor
  std::optional<Shard> Part;
};

/// Simulates all models of \p C on \p Trace and prints a table. If \p Options
/// has the path of a profile, writes that profile as well, with the caches
/// Options.Caches or, with \p FirstModel, the first model of the sweep. With
/// C.Part, writes a part instead. Returns the exit code.
int runSweep(const SweepCommand &C, const std::string &Trace,
             const cli::OutputFormat &Format, measure::CollectOptions Options,
             bool FirstModel);

/// Prints what runSweep prints, for all \p Parts together, and writes the
/// profile to \p Path unless that is empty. checkParts must have checked
/// \p Parts. Returns the exit code.
int showSweepParts(std::vector<result::Profile> Parts,
                   const std::vector<std::string> &Names,
                   const cli::OutputFormat &Format, const std::string &Path);

} // namespace memfacet::commands

#endif
