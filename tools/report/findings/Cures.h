//===- Cures.h - changes that fit how a structure is used -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each cure is tried on the facts of one structure; the one that saves most is
// its finding. docs/changes.md has the conditions.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_FINDINGS_CURES_H
#define MEMFACET_REPORT_FINDINGS_CURES_H

#include "memfacet/Check.h"
#include "tools/report/findings/Finding.h"
#include "tools/report/findings/ListHeads.h"
#include "tools/report/findings/Traffic.h"
#include "tools/report/structures/Description.h"

namespace memfacet::report {

/// A change, and about which part of the structure's miss cycles it saves.
struct Cure {
  Change Remedy = Change::None;
  double Saves = 0; ///< 0: not known
  std::string Advice;
  std::vector<std::string> More; ///< sentences: what also helps, what it costs
  uint32_t Site = StructureTraffic::NoSite; ///< where to act
};

/// One structure with all facts about it.
struct Subject {
  const result::Profile &P;
  StructureId Id;
  const result::Structure &S;
  const AccessMix &Mix;
  const StructureTraffic &Traffic;
  ListHeads Heads = {};   ///< that lead to its lists
  StructureId Lists = {}; ///< to which it leads, itself; invalid: none

  double share(result::StepKind Kind) const;
  /// Returns whether the sample says how half of the accesses or more go.
  bool isSampled() const;
  /// Returns the share of steps that follow pointers or indices, or no rule.
  double random() const;
  /// Returns the part of a line that an element of \p Bytes does not fill.
  double unfilledPart(uint64_t Bytes) const;
  uint64_t misses(size_t Level) const {
    MEMFACET_CHECK(Level < S.Total.Levels.size(), "a subject was accessed");
    return S.Total.Levels[Level].Misses;
  }
  /// Returns the structure whose pointers lead to this one where it costs most,
  /// if code follows them from element to element there; invalid: none.
  StructureId chain() const;
  /// Returns how often each line missed in \p Level, on average.
  double rounds(size_t Level) const;
  /// Returns the least misses of the first level; less than counted where only
  /// some lines were simulated.
  uint64_t leastMisses() const;
  /// Returns whether lines missed again after each thread had come to them.
  bool isEvicted() const;
};

// What is laid out anew.
Cure splitCure(const Subject &T);
Cure poolCure(const Subject &T);
/// Returns whether elements are entered at random, from an array of lists or
/// pointers: that of a container, or one of the program's own.
bool isHashNode(const Subject &T);
/// Returns the bytes of an element; those of a number if they are not known.
uint64_t elementBytes(const Subject &T);
// What is searched.
/// Returns whether elements are found by a search from a random first one.
bool isProbed(const Subject &T);
/// Returns whether it has objects that searches compare by pointers to them.
bool areCompared(const Subject &T);
/// Returns what helps searches; empty: there are few.
std::string searchAdvice(const Subject &T);
/// Returns whether it is a tree of the standard library, which code searches.
bool isSearchedTree(const Subject &T);
/// Handles lists of a hash table that searches follow too far.
Cure widenCure(const Subject &T);
/// Handles large blocks of a record type that are accessed as records of
/// several others.
Cure otherRecordsCure(const Subject &T);
/// Handles large blocks of no type, or of several, that are entered at random.
Cure annotateCure(const Subject &T);
/// Adds annotations to another cure of an array that has records.
void addAnnotation(const Subject &T, Cure &C);
// What loops do otherwise.
Cure acrossRowsCure(const Subject &T);
Cure traverseCure(const Subject &T);
Cure fillCure(const Subject &T);
Cure swapCure(const Subject &T);
/// Handles patterns where it is not known what a change saves.
Cure patternCure(const Subject &T);
/// Returns Change::None with what is known of the misses.
Cure noCure(const Subject &T);

/// Returns the cure that saves most; otherwise, that of the pattern.
Cure bestCure(const Subject &T);

/// Structures that one loop accesses with the same index, at random.
struct JoinGroup {
  std::vector<StructureId> Members; ///< most cycles first
  Cure Change; ///< Saves is a part of the cycles of all members
};

/// Returns the groups that are worth joining, each structure in one at most.
std::vector<JoinGroup> joinGroups(const result::Profile &P,
                                  const std::vector<StructureTraffic> &Traffic);

/// Returns "main.c:12" for a site; empty: unknown.
std::string sitePlace(const result::Profile &P, uint32_t Site);

} // namespace memfacet::report

#endif
