//===- Candidates.h - changes that the evidence suggests ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/advise.md says when each is tried. To add one: a kind in
// Candidate.h, a function here, and a case in Replay.h unless it is a layout or
// a placement.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_ADVISE_CANDIDATES_H
#define MEMFACET_ADVISE_CANDIDATES_H

#include "analysis/advise/Candidate.h"
#include "analysis/advise/Evidence.h"

namespace memfacet::advise {

/// A structure with all facts about it.
struct Subject {
  const result::Profile &P;
  StructureId Id;
  const result::Structure &Entry;
  const StructureEvidence &Observed;
  std::optional<ElementShape> Shape;
  uint32_t LineBytes;
  /// The evidence of all structures; null: not known.
  const std::vector<StructureEvidence> *All = nullptr;

  uint64_t misses() const {
    return Observed.Misses.Levels.empty() ? 0 : Observed.Misses.Levels[0];
  }
  /// Returns whether its elements can be laid out anew: their members are
  /// known, and they lie where the shape says.
  bool movable() const;
  /// Returns whether most of its objects hold several elements.
  bool isArray() const { return Observed.Single * 2 < Observed.Objects; }
  Candidate candidate(AdviceKind Kind) const;
};

using CandidateList = std::vector<Candidate>;

void suggestSplit(const Subject &S, CandidateList &Candidates);
void suggestArrays(const Subject &S, CandidateList &Candidates);
void suggestReorder(const Subject &S, CandidateList &Candidates);
void suggestShrink(const Subject &S, CandidateList &Candidates);
void suggestAlign(const Subject &S, CandidateList &Candidates);
void suggestPadRows(const Subject &S, CandidateList &Candidates);
void suggestShift(const Subject &S, CandidateList &Candidates);
void suggestSeparate(const Subject &S, CandidateList &Candidates);
void suggestPool(const Subject &S, CandidateList &Candidates);
void suggestSort(const Subject &S, CandidateList &Candidates);
void suggestPrefetch(const Subject &S, CandidateList &Candidates);
void suggestHugePages(const Subject &S, CandidateList &Candidates);

/// Suggests arrays to join that one block of code accesses.
void suggestJoins(const result::Profile &P, const Evidence &E,
                  CandidateList &Candidates);

/// Returns the candidates of all structures that matter, the most promising
/// first. A structure with less than a two-hundredth of the misses, or with
/// less than a hundred, does not matter.
CandidateList findCandidates(const result::Profile &P, const Evidence &E);

/// Returns the bytes that visits fetch with \p Layout if each visit fetches
/// everything anew. Parts up to a line count with their length; of longer ones
/// the touched lines count.
uint64_t fetchedBytes(const ElementLayout &Layout, const StructureEvidence &E,
                      uint64_t LineBytes);

/// Returns \p Part of \p Whole as text: "12.3 %".
std::string percent(uint64_t Part, uint64_t Whole);

} // namespace memfacet::advise

#endif
