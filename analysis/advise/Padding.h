//===- Padding.h - trials of moving data into lines of its own ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_ADVISE_PADDING_H
#define MEMFACET_ADVISE_PADDING_H

#include "analysis/advise/Candidate.h"
#include "analysis/advise/ChangedObjects.h"
#include "analysis/result/profile/SharingTable.h"
#include "analysis/threads/communication/SharingCaches.h"

namespace memfacet::advise {

/// The number of structures that are tried.
constexpr size_t MostPadded = 6;

struct PaddingCandidate {
  result::PaddingKind Kind = result::PaddingKind::Objects;
  Candidate Change;
};

/// Returns candidates for structures with misses of false sharing that can be
/// laid out anew (of the heap, and global variables), those with most misses
/// first:
///
///   objects    each object begins at a line and ends with one
///   elements   each element, where objects have several
///   members    each member whose writes caused misses of false sharing of
///              other threads; the other members together, in lines of their
///              own
///
/// At most \p Most structures have candidates.
std::vector<PaddingCandidate> findPaddings(const result::Profile &P,
                                           size_t Most);

/// Predicts what each of the candidates of \p P would leave of the misses of
/// lost lines, without the accesses: a miss of false sharing stays if the bytes
/// that were written and those that were wanted stay in one line, or if they
/// are not known. New lines, ColdAfter, are not predicted. Most saved first.
std::vector<result::SharingPadding> predictPaddings(const result::Profile &P,
                                                    size_t Most);

/// Simulates unlimited coherent caches on the stream as it would be with one
/// structure laid out anew. Not synchronised: one thread at a time.
class PaddingTrial final : public ReplaySink {
public:
  /// Other orders of the threads are not tried.
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
