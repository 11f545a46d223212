//===- Candidates.h - changes that the evidence suggests ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/advise.md says when each is tried. To add one: a kind in
// Candidate.h, a generator here, its case in Replay.h if it is neither a layout
// nor a place.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_ADVISE_CANDIDATES_H
#define MEMFACET_ADVISE_CANDIDATES_H

#include "analysis/advise/Candidate.h"
#include "analysis/advise/Evidence.h"

namespace memfacet::advise {

/// A structure with all that is known of it.
struct Subject {
  const result::Profile &P;
  StructureId Id;
  const result::Structure &Entry;
  const StructureEvidence &Observed;
  std::optional<ElementShape> Shape;
  uint32_t LineBytes;

  uint64_t misses() const {
    return Observed.Misses.Levels.empty() ? 0 : Observed.Misses.Levels[0];
  }
  /// Whether its elements can be laid out anew: their members are known, and
  /// they lie where the shape says.
  bool movable() const;
  /// Its objects hold several elements, most of them.
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
void suggestPrefetch(const Subject &S, CandidateList &Candidates);
void suggestHugePages(const Subject &S, CandidateList &Candidates);

/// All for all structures that matter, the most promising first. Structures
/// with less than a two-hundredth of the misses, or less than a hundred, do not
/// matter.
CandidateList findCandidates(const result::Profile &P, const Evidence &E);

/// Bytes that visits fetch with \p Layout if each fetches all anew: parts up to
/// a line count as long as they are, of longer ones the lines that are touched.
uint64_t fetchedBytes(const ElementLayout &Layout, const StructureEvidence &E,
                      uint64_t LineBytes);

/// "12.3 %": \p Part of \p Whole.
std::string percent(uint64_t Part, uint64_t Whole);

} // namespace memfacet::advise

#endif
