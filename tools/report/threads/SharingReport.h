//===- SharingReport.h - lines that threads share -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Misses by lost lines: by structure, by pair of sites, by pair of threads; and
// locks that go from thread to thread.
//
// docs/internals/sharing.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_THREADS_SHARINGREPORT_H
#define MEMFACET_REPORT_THREADS_SHARINGREPORT_H

#include "tools/report/common/LostLines.h"
#include "tools/report/common/Places.h"
#include "tools/support/Terminal.h"
#include <array>
#include <optional>

namespace memfacet::report {

/// What threads did, summed over sites (SharingVertex).
struct SharingTotals {
  uint64_t Units = 0, Cold = 0, True = 0, False = 0, Certain = 0, Coarse = 0,
           Fine = 0, Invalidations = 0, Upgrades = 0;
  bool Ranges = false; ///< whether Coarse and Fine were counted
  /// A 95 % interval of the misses, instead of these, if lines were followed.
  std::optional<std::pair<uint64_t, uint64_t>> Interval = {};
  /// If lines were followed: what another run may miss, false sharing that was
  /// only sampled included.
  LostRange AnyRun = {};

  uint64_t misses() const { return True + False; }
  /// Return the least and the most of the three orders; if lines were followed,
  /// the interval's ends.
  uint64_t low() const;
  uint64_t high() const;
  void add(const result::SharingVertex &V);
};

/// A structure: its misses, and how its lines are used.
struct SharingRow {
  StructureId Structure;
  SharingTotals Total;
  std::array<result::SharingClassCount, result::SharingClasses> Classes;
  /// The class with most of the misses or, without misses, of the accesses.
  result::SharingClass Class = result::SharingClass::Private;
};

/// Lines that one thread wrote and another missed next, by thread and site of
/// both. Sites with the same place and kind are one.
struct SharingEdgeRow {
  ThreadSite Writer, Victim;
  uint64_t Cold = 0, True = 0, False = 0, Bytes = 0;

  uint64_t lines() const { return Cold + True + False; }
};

/// Where a lock is taken.
struct SharingLockPlace {
  result::PairSite Site; ///< the Kind is not used
  uint64_t Acquired = 0, HandedOver = 0;
};

/// A lock that was taken after it had been held before.
struct SharingLockRow {
  StructureId Structure;
  uint64_t Offset = 0;
  uint32_t Kind = 0;       ///< SyncKind
  uint64_t Acquired = 0;   ///< times
  uint64_t HandedOver = 0; ///< of these, those by another thread
  /// Threads: from the first to the second, it went most often.
  uint32_t Giver = 0, Taker = 0;
  /// Places in instrumented code, most handed over first.
  std::vector<SharingLockPlace> Places;
};

struct SharingModel {
  SharingTotals Total;                      ///< of all structures
  std::vector<SharingRow> Structures;       ///< most misses first
  std::vector<SharingEdgeRow> Edges;        ///< most lines first
  std::vector<SharingLockRow> Locks;        ///< most handed over first
  std::vector<uint32_t> Threads;            ///< that accessed anything
  std::vector<std::vector<uint64_t>> Lines; ///< from thread, to thread
  std::vector<std::vector<uint64_t>> Bytes;
};

struct SharingOptions {
  std::vector<StructureId> Named; ///< rows of these only; empty: all
  bool Edges = false;             ///< whether to show edges
  size_t Top = 20;
};

ThreadSite endOf(const result::SharingTable &S, const result::SharingVertex &V);
/// Returns "1: store work main.c:7".
std::string endText(const result::Profile &P, const ThreadSite &E);

SharingModel sharingModel(const result::Profile &P,
                          const SharingOptions &Options);
std::string sharingText(const result::Profile &P, const SharingModel &M,
                        const SharingOptions &Options, const Terminal &Out);
std::string sharingJson(const result::Profile &P, const SharingModel &M);
/// Writes a header row, then all counts of each vertex.
std::string sharingCsv(const result::Profile &P, const SharingOptions &Options);
Table lockTable(const result::Profile &P, const SharingModel &M, size_t Top);
Json locksJson(const result::Profile &P, const SharingModel &M);
/// Writes a header row, then where each lock was taken.
std::string lockCsv(const result::Profile &P, const SharingModel &M);
/// Returns "mutex", "read lock", for a SyncKind of locks.
const char *lockKindName(uint32_t Kind);

} // namespace memfacet::report

#endif
