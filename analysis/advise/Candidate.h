//===- Candidate.h - a change that may save misses ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_ADVISE_CANDIDATE_H
#define MEMFACET_ADVISE_CANDIDATE_H

#include "analysis/advise/Layout.h"
#include "analysis/advise/Placement.h"
#include "analysis/support/Names.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace memfacet::advise {

/// docs/internals/advise.md describes each kind and its assumptions.
enum class AdviceKind : uint8_t {
  Split,     ///< members that are often and seldom used, apart
  Arrays,    ///< array of structs to struct of arrays
  Reorder,   ///< members in another order, less padding
  Shrink,    ///< narrower integers
  Align,     ///< elements begin at lines
  PadRows,   ///< bytes after each row of a matrix
  Shift,     ///< objects begin in other sets
  Separate,  ///< data that several threads write gets lines of its own
  Pool,      ///< objects lie one after the other
  Sort,      ///< the same, in the order of their use
  Prefetch,  ///< the target of a link is fetched in advance
  HugePages, ///< pages of 2 MiB
  Join,      ///< several arrays become one array of structs
};
} // namespace memfacet::advise

template <>
inline constexpr std::array memfacet::NamesOf<memfacet::advise::AdviceKind> = {
    "split",    "arrays",     "reorder",  "shrink", "align",
    "pad-rows", "shift",      "separate", "pool",   "sort",
    "prefetch", "huge-pages", "join"};

namespace memfacet::advise {
inline const char *adviceKindName(AdviceKind Value) { return nameOf(Value); }

/// An array whose elements become members of joined elements.
struct JoinedArray {
  StructureId Structure;
  uint64_t Bytes = 0;  ///< of an element
  uint64_t Offset = 0; ///< in the joined element
};

/// A change, and the evidence for it.
struct Candidate {
  AdviceKind Kind = AdviceKind::Split;
  StructureId Structure;
  ElementLayout Layout = sameLayout(1);
  bool Pooled = false; ///< heap objects come from a pool
  /// The place of each object among all, by birth, for Sort. Shared, as there
  /// may be many.
  std::shared_ptr<const std::vector<uint32_t>> Ranks = nullptr;
  /// If blocks of the heap become smaller, later blocks move up.
  bool GapsClose = false;
  uint64_t ShiftBytes = 0; ///< added to the address where an object begins
  /// All arrays that Join makes one, Structure among them, and the bytes of an
  /// element.
  std::vector<JoinedArray> Joined = {};
  uint64_t JoinedBytes = 0;

  std::string Action;                ///< what to do, in one line
  std::vector<std::string> Evidence; ///< sentences with numbers
  std::vector<std::string> Costs;    ///< other effects, which are simulated
  std::vector<std::string> Limits;   ///< assumptions, which are not simulated
  /// The most misses of the first level that the change could save. The
  /// candidates with the largest numbers are tried.
  uint64_t Promise = 0;
};

} // namespace memfacet::advise

#endif
