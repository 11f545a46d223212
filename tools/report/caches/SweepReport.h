//===- SweepReport.h - several cache models, compared ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_CACHES_SWEEPREPORT_H
#define MEMFACET_REPORT_CACHES_SWEEPREPORT_H

#include "analysis/measure/observers/MakeObservers.h"
#include "tools/support/Terminal.h"

namespace memfacet::report {

struct SweepReport {
  const result::Profile &P; ///< has the structures of Results
  const std::vector<measure::SweepResult> &Results;
  /// Count only these; empty: all.
  std::vector<StructureId> Named = {};
};

/// Writes the models by the misses of their last level, fewest first. Results
/// has at least one.
std::string sweepText(const SweepReport &R, const Terminal &Out);
/// Writes every model with all structures.
std::string sweepJson(const SweepReport &R);
/// Writes a row per model, structure and level.
std::string sweepCsv(const SweepReport &R);

} // namespace memfacet::report

#endif
