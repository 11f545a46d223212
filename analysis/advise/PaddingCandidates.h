//===- PaddingCandidates.h - what to move into lines of its own -----------===//

#ifndef MEMFACET_ADVISE_PADDINGCANDIDATES_H
#define MEMFACET_ADVISE_PADDINGCANDIDATES_H

#include "analysis/advise/Candidate.h"
#include "analysis/profile/SharingTable.h"

namespace memfacet {

struct PaddingCandidate {
  PaddingKind Kind = PaddingKind::Objects;
  Candidate Change;
};

/// For structures with misses of false sharing that can be laid out anew (of
/// the heap, and global variables), most of them first:
///
///   objects    each begins a line, and ends one
///   elements   each, where objects have several
///   members    those that others' misses of false sharing were written to,
///   each;
///              the rest together, in lines of its own
///
/// \p Most structures.
std::vector<PaddingCandidate> findPaddings(const Profile &P, size_t Most);

} // namespace memfacet

#endif
