//===- SearchCures.cpp - searches that look at fewer lines ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/ContainerRoles.h"
#include "tools/report/findings/Cures.h"
#include <algorithm>
#include <cstdlib>

namespace memfacet::report {

/// Returns whether elements are found by a search from a random first one, as
/// in a hash table with linear probing: steps of the same code lead to the next
/// line or element, one in ten or more is a jump, and most accesses miss. A
/// walk across rows jumps once for all rows; one that leaves rows out has
/// strides of a row. Some code that walks and other code that jumps are no
/// search.
bool isProbed(const Subject &T) {
  constexpr double LeastJumps = 0.1;
  double Probing = 0, Known = 0;
  uint64_t Next = std::max<uint64_t>(T.P.Caches.LineBytes, elementBytes(T));
  if (T.share(result::StepKind::Strided) >
          T.share(result::StepKind::Sequential) &&
      !T.Mix.Strides.empty() &&
      uint64_t(std::abs(T.Mix.Strides.front().Bytes)) > Next)
    return false;
  for (uint32_t Use : T.Traffic.Uses) {
    const result::SiteCounts &C = T.P.BySite[Use];
    if (C.Steps.all() == 0)
      continue;
    Known += double(C.Accesses);
    bool Walks = stepShare(C, {result::StepKind::Sequential,
                               result::StepKind::Strided}) >= NotableShare;
    if (Walks && randomShare(C) >= LeastJumps)
      Probing += double(C.Accesses);
  }
  return Probing > 0 && Probing >= MainShare * Known &&
         2 * T.misses(0) >= T.S.Total.Accesses;
}

/// Steps from node to node in order are made by the library, which is not seen:
/// the links that are seen are those of searches.
bool isSearchedTree(const Subject &T) {
  return containerKind(T.P, T.S) == ContainerKind::Tree &&
         isContainer(T.S.Type, "") &&
         T.share(result::StepKind::Linked) >= MainShare;
}

bool areCompared(const Subject &T) {
  return T.S.Kind == result::StructureKind::Heap && !holdsSeveral(T.S) &&
         T.S.Objects > 1 && T.share(result::StepKind::Search) >= MainShare;
}

std::string searchAdvice(const Subject &T) {
  if (T.share(result::StepKind::Search) < NotableShare)
    return "";
  if (areCompared(T))
    return "pointers to its objects are searched: keep what is compared next "
           "to each pointer, or the objects themselves in the array";
  // A sorted array is seldom written.
  constexpr uint64_t StoresPart = 8;
  if (T.S.Total.Stores * StoresPart >= T.S.Total.Accesses)
    return "it is searched and reordered: keep what is compared next to what "
           "is moved, and the rest elsewhere; if it is a heap, four or more "
           "children for each node, which share a line, make it less deep";
  return "it is searched: keep what is compared in an array without the rest, "
         "the middle first and then the quarters (level by level), so that the "
         "first steps of all searches share lines";
}

} // namespace memfacet::report
