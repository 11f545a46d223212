//===- Padding.h - what to move into lines of its own, and trials of it ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_ADVISE_PADDING_H
#define MEMFACET_ADVISE_PADDING_H

#include "analysis/advise/Candidate.h"
#include "analysis/advise/ChangedObjects.h"
#include "analysis/result/profile/SharingTable.h"
#include "analysis/threads/communication/SharingCaches.h"

namespace memfacet::advise {

struct PaddingCandidate {
  result::PaddingKind Kind = result::PaddingKind::Objects;
  Candidate Change;
};

/// For structures with misses of false sharing that can be laid out anew (of
/// the heap, and global variables), most of them first:
///
///   objects    each begins a line, and ends one
///   elements   each, where objects have several
///   members    each that others' misses of false sharing were written to; the
///              rest together, in lines of its own
///
/// \p Most structures.
std::vector<PaddingCandidate> findPaddings(const result::Profile &P,
                                           size_t Most);

/// Coherent caches without end, on the stream as it would be with one structure
/// laid out anew. Not synchronised: one thread at a time.
class PaddingTrial final : public ReplaySink {
public:
  /// Other orders are not tried.
  PaddingTrial(const threads::ThreadMap &Map, const Candidate &Change)
      : Caches({Map, false}), Changed(Change) {}

  void take(const ReplayBlock &B) override;
  /// Misses of the whole run.
  struct Counts {
    uint64_t Structure = 0; ///< of lost lines, of one structure
    uint64_t All = 0, Cold = 0;
  };
  Counts counts(StructureId Structure);

private:
  void event(const ReplayEvent &E);

  threads::SharingCaches Caches;
  ChangedObjects Changed;
  uint32_t Thread = 0;
};

} // namespace memfacet::advise

#endif
