//===- Gains.h - the time that findings save ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_FINDINGS_GAINS_H
#define MEMFACET_REPORT_FINDINGS_GAINS_H

#include "analysis/result/stalls/ProgramTime.h"
#include "tools/report/findings/Finding.h"
#include <span>

namespace memfacet::report {

/// Says which part of one program's time a change saves. The time is that of
/// the stall model (analysis/result/stalls), with the lost lines that a sample
/// predicts for other orders of the threads.
class Gains {
public:
  explicit Gains(const result::Profile &P);

  /// Returns the gain of a change to the structures \p Ids that saves the part
  /// \p Saves of their misses; 0: not known.
  result::TimeShare ofChange(std::span<const StructureId> Ids, Change Remedy,
                             double Saves) const;
  /// Returns the gain if no line of \p Lost is lost any more. \p InRun: those
  /// of this run.
  result::TimeShare ofLost(LostRange InRun, LostRange Lost) const;

private:
  const result::Profile &P;
  result::ProgramTime Time;
};

} // namespace memfacet::report

#endif
