//===- SharingTable.h - lines that threads share, counted -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/sharing.md defines each number. Accesses of the run go through
// one of several coherent caches of unlimited size, one for each thread, or for
// each group of threads: every access of a trace, or those to lines that the
// program follows while it runs.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_PROFILE_SHARINGTABLE_H
#define MEMFACET_RESULT_PROFILE_SHARINGTABLE_H

#include "analysis/result/profile/PairSample.h"
#include <algorithm>
#include <string>
#include <vector>

namespace memfacet::result {

/// A site where it accesses a structure in a thread, and how its lines came.
struct SharingVertex {
  uint32_t Site = 0; ///< index into SharingTable::Sites
  StructureId Structure;
  uint32_t Thread = 0;
  uint64_t Units = 0;   ///< accesses, as ReusePairs.h counts them
  uint64_t Cold = 0;    ///< misses of lines that the thread's cache never had
  uint64_t True = 0;    ///< misses by true sharing
  uint64_t False = 0;   ///< misses by false sharing
  uint64_t Certain = 0; ///< of True and False, in every order that is allowed
  uint64_t Coarse = 0;  ///< of True and False, if threads take long turns
  uint64_t Fine = 0;    ///< the same, if they take turns at each access
  /// Copies of other caches that its writes took away.
  uint64_t Invalidations = 0;
  uint64_t Upgrades = 0; ///< writes to lines of its cache that took any away

  /// Returns the misses of lines that were lost to others' writes.
  uint64_t misses() const { return True + False; }
  bool operator==(const SharingVertex &) const = default;
};

/// What came to the accesses of a vertex, Target, from the writes of another,
/// Source. Misses are those of Target that a write of Source caused, or in
/// lines that Source wrote last.
struct SharingEdge {
  uint32_t Source = 0, Target = 0; ///< indices into SharingTable::Vertices
  uint64_t Cold = 0;
  uint64_t True = 0;
  uint64_t False = 0;
  /// Bytes that Target's thread read for the first time since Source wrote.
  uint64_t Bytes = 0;
  bool operator==(const SharingEdge &) const = default;
};

/// How threads have used a line, or a structure's lines.
enum class SharingClass : uint32_t {
  Private,          ///< one thread after the other touched it
  ReadShared,       ///< several read it
  ProducerConsumer, ///< one thread writes, others read
  Migratory,        ///< threads read and write it in turn
  FalselyShared,    ///< threads touch different bytes of it
  Mixed
};
} // namespace memfacet::result

template <>
inline constexpr std::array memfacet::NamesOf<memfacet::result::SharingClass> =
    {"private",   "read-shared",    "producer-consumer",
     "migratory", "falsely-shared", "mixed"};

namespace memfacet::result {
inline const char *sharingClassName(SharingClass Value) {
  return nameOf(Value);
}
constexpr size_t SharingClasses = NamesOf<SharingClass>.size();

/// The accesses to a structure in lines of one class.
struct SharingClassCount {
  StructureId Structure;
  SharingClass Class = SharingClass::Private;
  uint64_t Lines = 0; ///< that the structure was accessed in
  uint64_t Units = 0;
  uint64_t True = 0, False = 0; ///< misses
  bool operator==(const SharingClassCount &) const = default;
};

/// A lock went from one thread to the next that took it.
struct LockHandOver {
  static constexpr uint32_t NoSite = ~uint32_t(0);

  StructureId Structure; ///< that has the lock
  uint64_t Offset = 0;   ///< of the lock in the object, bytes
  uint32_t Kind = 0;     ///< SyncKind of the Acquire
  /// Threads; the same: the thread took it again.
  uint32_t Giver = 0, Taker = 0;
  uint64_t Count = 0;
  /// Where the lock was taken: index into SharingTable::Sites, whose Kind says
  /// nothing here. NoSite: in code that is not instrumented.
  uint32_t Site = NoSite;
  bool operator==(const LockHandOver &) const = default;
};

/// Misses of false sharing: a write to some bytes took a line away from an
/// access to others.
struct SharingFight {
  /// Neither an offset nor a byte: what is beyond the rows that are kept.
  static constexpr uint64_t Other = ~uint64_t(0);

  uint32_t Writer = 0, Victim = 0; ///< indices into SharingTable::Vertices
  /// Offset of the first byte, in the object that has it.
  uint64_t WriterOffset = 0, VictimOffset = 0;
  uint32_t WriterByte = 0, VictimByte = 0; ///< in the line
  uint64_t Misses = 0;
  uint64_t Certain = 0; ///< misses in every order that is allowed
  bool operator==(const SharingFight &) const = default;
};

/// What is moved apart.
enum class PaddingKind : uint32_t { Objects, Elements, Members };
} // namespace memfacet::result

template <>
inline constexpr std::array memfacet::NamesOf<memfacet::result::PaddingKind> = {
    "objects", "elements", "members"};

namespace memfacet::result {
inline const char *paddingKindName(PaddingKind Value) { return nameOf(Value); }

/// A structure's objects, elements or members, each in lines of its own, tried
/// on the same accesses.
struct SharingPadding {
  StructureId Structure;
  PaddingKind Kind = PaddingKind::Objects;
  uint64_t Stride = 0; ///< bytes from one element to the next, after padding
  /// Misses by lost lines of the structure, before padding and after it; then
  /// those of all structures.
  uint64_t MissesBefore = 0, MissesAfter = 0, AllBefore = 0, AllAfter = 0;
  /// Misses of lines that caches never had, of all structures.
  uint64_t ColdBefore = 0, ColdAfter = 0;
  bool operator==(const SharingPadding &) const = default;
};

/// What a sample of the accesses says of a structure's lines. Nothing is
/// simulated, and each profile with several threads has it.
struct SharingHint {
  StructureId Structure;
  /// Accesses while several threads ran; one of several lines counts in each.
  uint64_t Sampled = 0;
  /// Sampled accesses that may miss, at most, because other threads wrote other
  /// bytes of the same lines.
  uint64_t Contested = 0;
  uint64_t Lines = 0;   ///< with such accesses
  uint64_t Threads = 0; ///< that make them
  bool operator==(const SharingHint &) const = default;
};

/// A 95 % interval of a structure's misses of lines that were lost.
struct SharingEstimate {
  StructureId Structure;
  uint64_t Low = 0, High = 0;
  bool operator==(const SharingEstimate &) const = default;
};

struct SharingTable {
  std::string Map;     ///< as ThreadMap reads it; empty: nothing is known
  bool Ranges = false; ///< whether Coarse and Fine were counted
  std::vector<PairSite> Sites;
  std::vector<SharingVertex> Vertices;    ///< sorted by Site, Structure, Thread
  std::vector<SharingEdge> Edges;         ///< sorted by Source, Target
  std::vector<SharingClassCount> Classes; ///< sorted by Structure, Class
  /// Sorted by Structure, Offset, Kind, Giver, Taker, place.
  std::vector<LockHandOver> Locks;
  std::vector<SharingFight> Fights;     ///< most misses first
  std::vector<SharingPadding> Paddings; ///< most saved first
  /// The program has followed chosen lines while it ran: counts of misses are
  /// estimates, and the order is the real one. Certain are misses that were
  /// seen. Units, Invalidations and Bytes are not known.
  bool Followed = false;
  std::vector<SharingEstimate> Estimates; ///< if Followed, sorted by Structure

  bool empty() const { return Map.empty(); }
  bool operator==(const SharingTable &) const = default;
};

} // namespace memfacet::result

#endif
