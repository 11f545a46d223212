//===- Candidate.h - a change that may save misses ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_ADVISE_CANDIDATE_H
#define MEMFACET_ADVISE_CANDIDATE_H

#include "analysis/advise/Layout.h"
#include "analysis/advise/Placement.h"
#include "analysis/support/Names.h"
#include <optional>
#include <string>
#include <vector>

namespace memfacet::advise {

/// docs/internals/advise.md says what each is, and what is assumed.
enum class AdviceKind : uint8_t {
  Split,     ///< hot members here, cold ones there
  Arrays,    ///< array of structures to structure of arrays
  Reorder,   ///< members in another order, less padding
  Shrink,    ///< narrower integers
  Align,     ///< elements begin at lines
  PadRows,   ///< bytes behind each row of a matrix
  Shift,     ///< objects begin at other sets
  Separate,  ///< what several threads write in lines of its own
  Pool,      ///< objects one behind the other
  Prefetch,  ///< where a link leads is fetched in advance
  HugePages, ///< pages of 2 MiB
};
} // namespace memfacet::advise

template <>
inline constexpr std::array memfacet::NamesOf<memfacet::advise::AdviceKind> = {
    "split", "arrays",   "reorder", "shrink",   "align",     "pad-rows",
    "shift", "separate", "pool",    "prefetch", "huge-pages"};

namespace memfacet::advise {
inline const char *adviceKindName(AdviceKind Value) { return nameOf(Value); }

/// What is changed, and why one might.
struct Candidate {
  AdviceKind Kind = AdviceKind::Split;
  StructureId Structure;
  ElementLayout Layout = sameLayout(1);
  bool Pooled = false; ///< heap objects come from a pool
  /// Blocks of the heap that become smaller let what is behind them move up.
  bool GapsClose = false;
  uint64_t ShiftBytes = 0; ///< added to where an object begins

  std::string Action;                ///< one line, to be done
  std::vector<std::string> Evidence; ///< sentences with numbers
  std::vector<std::string> Costs;    ///< what else changes; simulated
  std::vector<std::string> Limits;   ///< what is assumed; not simulated
  /// Misses of the first level that it could save at most: the most promising
  /// are tried.
  uint64_t Promise = 0;
};

} // namespace memfacet::advise

#endif
