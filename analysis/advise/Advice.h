//===- Advice.h - suggestions, by what they save --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_ADVISE_ADVICE_H
#define MEMFACET_ADVISE_ADVICE_H

#include "analysis/advise/Candidates.h"

namespace memfacet::advise {

/// A change that was simulated.
struct Suggestion {
  Candidate Change;
  MissTotals StructureBefore, StructureAfter;
  MissTotals ProgramBefore, ProgramAfter;
  double Saved = 0; ///< cycles, see missCycles
};

struct Advice {
  result::Profile BaseProfile; ///< of the trace, as it is
  MissTotals Program; ///< the same, with misses by sharing and of the TLB
  bool SeveralThreads = false;
  std::vector<Suggestion> Suggestions; ///< most saved first
  size_t Found = 0;                    ///< candidates
  size_t Tried = 0;                    ///< of them
};

/// What a miss of level \p Level (from 0) of \p Levels costs more than a hit
/// there, in cycles: what the next level takes, less what this one does.
double missCycles(size_t Level, size_t Levels);
/// Of all misses of \p M, if none of them overlap.
double cyclesOf(const MissTotals &M);

/// \p Misses less what \p Linked says that links lead to, by level.
MissTotals withoutLinked(MissTotals Misses,
                         const std::vector<uint64_t> &Linked);

/// The part of \p All that saves at least a thousandth of the program's cycles,
/// most first; upper bounds (prefetch) come last.
std::vector<Suggestion> ranked(std::vector<Suggestion> All);

} // namespace memfacet::advise

#endif
