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

#include "tools/report/common/Places.h"
#include "tools/support/Terminal.h"
#include <array>
#include <optional>

namespace memfacet {

/// What threads did, summed over sites (SharingVertex).
struct SharingTotals {
  uint64_t Units = 0, Cold = 0, True = 0, False = 0, Certain = 0, Coarse = 0,
           Fine = 0, Invalidations = 0, Upgrades = 0;
  bool Ranges = false; ///< whether Coarse and Fine were counted
  /// What was seen, instead: a 95 % interval.
  std::optional<std::pair<uint64_t, uint64_t>> Interval = {};

  uint64_t misses() const { return True + False; }
  /// The least and the most of the three orders, or the interval's ends.
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
  result::PairSite Site; ///< its Kind says nothing
  uint64_t Acquired = 0, HandedOver = 0;
};

/// A lock that was taken after somebody had it.
struct SharingLockRow {
  StructureId Structure;
  uint64_t Offset = 0;
  uint32_t Kind = 0;             ///< SyncKind
  uint64_t Acquired = 0;         ///< times
  uint64_t HandedOver = 0;       ///< of them, by another thread
  uint32_t Giver = 0, Taker = 0; ///< threads of most such times
  /// In instrumented code; most handed over first.
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
  bool Edges = false;             ///< show them
  size_t Top = 20;
};

ThreadSite endOf(const result::SharingTable &S, const result::SharingVertex &V);
/// "1: store work main.c:7".
std::string endText(const result::Profile &P, const ThreadSite &E);

SharingModel sharingModel(const result::Profile &P,
                          const SharingOptions &Options);
std::string sharingText(const result::Profile &P, const SharingModel &M,
                        const SharingOptions &Options, const Terminal &Out);
std::string sharingJson(const result::Profile &P, const SharingModel &M);
/// A header row, then all counts of each vertex.
std::string sharingCsv(const result::Profile &P, const SharingOptions &Options);
Table lockTable(const result::Profile &P, const SharingModel &M, size_t Top);
Json locksJson(const result::Profile &P, const SharingModel &M);
/// A header row, then where each lock was taken.
std::string lockCsv(const result::Profile &P, const SharingModel &M);
/// "mutex", "read lock": of a SyncKind that is a lock's.
const char *lockKindName(uint32_t Kind);

} // namespace memfacet

#endif
