//===- Replay.h - one change, tried on the stream -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_ADVISE_REPLAY_H
#define MEMFACET_ADVISE_REPLAY_H

#include "analysis/advise/ChangedObjects.h"
#include "analysis/advise/LineSharing.h"
#include "analysis/advise/ReplayCaches.h"
#include <optional>

namespace memfacet::advise {

/// Misses by level, then misses by sharing lines, of a structure or a program.
struct MissTotals {
  uint64_t Touches = 0;
  std::vector<uint64_t> Levels; ///< those of the model
  uint64_t Sharing = 0;         ///< see LineSharing.h
  uint64_t FalseSharing = 0;    ///< of them
  uint64_t Pages = 0; ///< misses of the TLB's last level; 0 where not asked for
  bool operator==(const MissTotals &) const = default;
};

struct ReplayOptions {
  bool Sharing = false; ///< several threads: see whether they share lines
  bool Pages = false;   ///< simulate a TLB
};

/// 64 entries, any page in any, then 1536 in 12 ways, for pages of 4 KiB, as
/// caches of such lines.
caches::CacheModel translationModel();

/// Simulates the stream with one structure laid out anew, or as it is. Not
/// synchronised: one thread at a time.
class Replay final : public ReplaySink {
public:
  /// \p Change must outlive this; null: all as it is.
  Replay(const caches::CacheModel &Model, const Candidate *Change,
         const ReplayOptions &Options);

  void take(const ReplayBlock &B) override;

  /// Of \p S.
  MissTotals missesOf(StructureId S);
  MissTotals totalMisses();
  ReplayCaches &caches() { return Caches; }

private:
  void event(const ReplayEvent &E);
  void access(const ReplayAccess &A);
  void touch(const ReplayAccess &A, uint64_t Address, uint64_t Bytes,
             bool Write);

  size_t Levels;
  ReplayCaches Caches;
  std::optional<ChangedObjects> Changed;
  std::optional<LineSharing> Sharing;
  std::optional<ReplayCaches> Pages;
  StructureId Huge; ///< has pages of 2 MiB
  ThreadId Thread;
};

/// The first level of \p Model alone, fully associative: what misses in the
/// model's own beyond that misses by conflict.
caches::CacheModel withoutConflicts(const caches::CacheModel &Model);

} // namespace memfacet::advise

#endif
