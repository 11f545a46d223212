//===- Advice.h - suggestions, sorted by what they save -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_ADVISE_ADVICE_H
#define MEMFACET_ADVISE_ADVICE_H

#include "analysis/advise/Candidates.h"
#include "analysis/result/stalls/StallModel.h"

namespace memfacet::advise {

/// A change that was simulated.
struct Suggestion {
  Candidate Change;
  MissTotals StructureBefore, StructureAfter;
  MissTotals ProgramBefore, ProgramAfter;
  double Saved = 0; ///< cycles, see missCycles
  /// Half of the 95 % interval of Saved, as a part of the program's cycles: of
  /// what parts of the run say. 0: it is not known, or all was simulated.
  double Error = 0;
  /// The part of the program's time, by the stall model and Error.
  result::TimeShare Gain;
};

/// The pass over the trace that an interruption ended.
enum class StoppedPass : uint8_t {
  None,
  Evidence, ///< misses are of the beginning, nothing was tried
  Trials    ///< misses are of all; what changes save is of the beginning
};

struct Advice {
  result::Profile BaseProfile; ///< profile of the trace without changes
  MissTotals Program;          ///< its misses, also by sharing and of the TLB
  bool SeveralThreads = false;
  std::vector<Suggestion> Suggestions; ///< most saved first
  size_t Found = 0;                    ///< number of candidates
  size_t Tried = 0;                    ///< number of candidates that were tried
  /// The part of the instructions that was simulated, or of the accesses if
  /// IsOfWindows. If it is less than 1, what changes save is an estimate.
  double Share = 1;
  /// Windows of a run were simulated: misses without changes are those of
  /// BaseProfile. Else they are estimates, too, if Share is less than 1.
  bool IsOfWindows = false;
  StoppedPass Stopped = StoppedPass::None;
  /// The part of the trace that this pass read.
  double ReadShare = 1;
  /// What would have been tried, if the end came before that.
  std::vector<Candidate> Untried;
};

/// Returns the cycles that a miss of level \p Level (from 0) of \p Levels costs
/// more than a hit there: the hit time of the next level less that of this one.
double missCycles(size_t Level, size_t Levels);
/// Returns the cycles of all misses of \p M, if none of them overlap.
double cyclesOf(const MissTotals &M);

/// Returns \p Misses without the misses of links that \p Linked has, by level.
MissTotals withoutLinked(MissTotals Misses,
                         const std::vector<uint64_t> &Linked);

/// Returns the suggestion for the whole of a run of which \p S has a part:
/// \p Structure and \p Program are the misses of the whole without the change.
/// Misses change as they do in the part. Where the part has few of a level, the
/// difference there is multiplied by one factor, that of the structure's misses
/// (and one of all others).
Suggestion ofWhole(Suggestion S, const MissTotals &Structure,
                   const MissTotals &Program);

/// Returns the part of \p All that saves at least a thousandth of the program's
/// cycles and takes no more time by the model of stalls, what saves most time
/// first. Upper bounds (prefetch) come last.
/// \p Base: the profile without changes.
std::vector<Suggestion> ranked(std::vector<Suggestion> All,
                               const result::Profile &Base);

} // namespace memfacet::advise

#endif
