//===- Replay.h - one change, tried on the stream -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_ADVISE_REPLAY_H
#define MEMFACET_ADVISE_REPLAY_H

#include "analysis/advise/ChangedObjects.h"
#include "analysis/advise/JoinedObjects.h"
#include "analysis/advise/LineSharing.h"
#include "analysis/advise/ReplayCaches.h"
#include <optional>

namespace memfacet::advise {

/// The misses of a structure or a program, by level, by sharing lines, and of
/// the TLB.
struct MissTotals {
  uint64_t Touches = 0;
  std::vector<uint64_t> Levels; ///< misses by level of the model
  uint64_t Sharing = 0;         ///< see LineSharing.h
  uint64_t FalseSharing = 0;    ///< of them, by false sharing
  uint64_t Pages = 0; ///< misses of the last TLB level; 0: not simulated

  MissTotals &operator+=(const MissTotals &O);
  /// \p O is a part of these.
  MissTotals &operator-=(const MissTotals &O);
  bool operator==(const MissTotals &) const = default;
};

struct ReplayOptions {
  bool Sharing = false; ///< simulate shared lines, if there are several threads
  bool Pages = false;   ///< simulate a TLB
  bool IsPart = false;  ///< only a part of the run is simulated
};

/// Returns a model of a TLB with 64 entries, fully associative, and then 1536
/// entries in 12 ways, for pages of 4 KiB. A line of the model is a page.
caches::CacheModel translationModel();

/// Simulates the stream with one structure laid out anew, or unchanged. Not
/// synchronised: one thread at a time.
class Replay final : public ReplaySink {
public:
  /// \p Change must outlive this; null: nothing is changed.
  Replay(const caches::CacheModel &Model, const Candidate *Change,
         const ReplayOptions &Options);

  void take(const ReplayBlock &B) override;

  /// Makes misses, from now on, estimates of a run \p Factor times as long as
  /// what was simulated. Only with ReplayOptions::IsPart.
  void estimateWhole(double Factor);
  /// Returns the misses of \p S.
  MissTotals missesOf(StructureId S);
  MissTotals totalMisses();
  /// Returns the misses of each interval of the process that was simulated, as
  /// they were counted. Only with ReplayOptions::IsPart.
  std::vector<MissTotals> intervalMisses();
  ReplayCaches &caches() { return Caches; }

private:
  MissTotals totalOf(uint32_t Begin, uint32_t End, double Factor);
  void event(const ReplayEvent &E);
  void access(const ReplayAccess &A);
  void touch(const ReplayAccess &A, uint64_t Address, uint64_t Bytes,
             bool Write, UsedBytes Used);

  size_t Levels;
  ReplayCaches Caches;
  std::optional<ChangedObjects> Changed;
  std::optional<JoinedObjects> Joined;
  std::optional<LineSharing> Sharing;
  std::optional<ReplayCaches> Pages;
  double Factor = 1; ///< see estimateWhole
  bool IsPart;
  /// All misses when each interval began, as they were counted.
  std::vector<MissTotals> AtBegin;
  StructureId Huge; ///< has pages of 2 MiB
  ThreadId Thread;
};

/// Returns the first level of \p Model alone, fully associative: additional
/// misses of the model's own first level are conflicts.
caches::CacheModel withoutConflicts(const caches::CacheModel &Model);

} // namespace memfacet::advise

#endif
