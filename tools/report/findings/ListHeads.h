//===- ListHeads.h - arrays that lead to lists ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hash table of the program's own is an array of pointers, each to the first
// element of a list. Lists of neighbours in a graph look the same. What they
// have in common, and what tells them apart, is how often the array is asked,
// and how far the list is followed then.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_FINDINGS_LISTHEADS_H
#define MEMFACET_REPORT_FINDINGS_LISTHEADS_H

#include "analysis/result/profile/Profile.h"
#include <string>

namespace memfacet::report {

struct ListHeads {
  StructureId Array;     ///< invalid: none leads to these lists
  std::string Member;    ///< the array, if it is a member of Array's records
  double Lists = 0;      ///< pointers in the array
  double Bytes = 0;      ///< of the array
  double Length = 0;     ///< elements for a list, on average
  double Searches = 0;   ///< loads of such a pointer
  double LookedAt = 0;   ///< elements, for a search
  bool AtRandom = false; ///< neighbouring lists are not entered in turn

  /// Returns whether elements are found by a search that begins at a random
  /// list.
  bool areEntered() const { return Array.valid() && AtRandom; }
  /// Returns whether searches stop before the end of most lists, or lists have
  /// one element or two: what a hash table does, and a walk over neighbours
  /// does not.
  bool areSearched() const;
};

/// Returns the array that leads to the lists of structure \p Id.
ListHeads listHeads(const result::Profile &P, StructureId Id);

} // namespace memfacet::report

#endif
