//===- Evidence.h - the evidence of a first pass over the stream ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_ADVISE_EVIDENCE_H
#define MEMFACET_ADVISE_EVIDENCE_H

#include "analysis/advise/Replay.h"
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

namespace memfacet::advise {

/// The evidence of one structure. A *visit* is a series of accesses by one
/// thread to one element, with less than eight other elements of the structure
/// in between.
struct StructureEvidence {
  uint64_t ElementBytes = 0; ///< 0: not known, or too large
  /// The bytes of the element that one bit of a visit's mask stands for.
  uint64_t Granule = 0;
  /// The number of visits by mask, which has the bytes that they touched.
  std::map<uint64_t, uint64_t> Visits;
  uint64_t VisitLines = 0; ///< lines touched, summed over visits

  uint64_t Accesses = 0;
  uint64_t InObjects = 0;  ///< of them, in known objects
  uint64_t Straddling = 0; ///< over the end of a line that they would fit into

  uint64_t Objects = 0;       ///< number of objects
  uint64_t Ended = 0;         ///< of them, those that ended
  uint64_t LargestObject = 0; ///< bytes
  uint64_t Uneven = 0;        ///< objects that are no whole number of elements
  uint64_t Single = 0;        ///< objects of one element
  bool OfHeap = false;
  uint64_t LeastAlign = 0; ///< of objects' addresses, at most a page
  /// Objects of the heap that are not adjacent to the one before.
  uint64_t Scattered = 0;
  /// By birth: when the object was accessed last, in accesses to known objects;
  /// 0: never. Empty for arrays, and if there are more than MostFollowed.
  std::vector<uint64_t> LastUse;
  uint64_t Living = 0, PeakLiving = 0; ///< objects at once
  /// By site: the offset in an element of its first access, and the number of
  /// accesses with this offset.
  struct SitePlace {
    uint64_t Offset = 0, Accesses = 0;
  };
  std::unordered_map<uint32_t, SitePlace> Sites;
  /// Accesses to another place in the element than their code says: elements do
  /// not begin where their object does.
  uint64_t Misaligned = 0;

  MissTotals Misses;      ///< simulated without a change
  uint64_t Conflicts = 0; ///< of the first level's misses
  /// Misses of code that follows links, by level, as far as the work of a step
  /// can hide them. Of the misses of a site, the share of its steps that are
  /// links.
  std::vector<uint64_t> Linked;
  std::set<uint32_t> LinkBlocks; ///< FieldAccess::Block of this code

  uint64_t visits() const;
  /// Returns the visits that touch one of the \p Bytes bytes at \p Begin.
  uint64_t visitsOf(uint64_t Begin, uint64_t Bytes) const;
  /// Sets Linked from those of \p Simulated misses that are hidden, by level. A
  /// part of the misses that were simulated is the same part of Misses, which
  /// are estimates of the whole if not all was simulated.
  void estimateLinked(const std::vector<double> &Hidden,
                      const std::vector<uint64_t> &Simulated);
  /// Returns the mask of these bytes.
  uint64_t maskOf(uint64_t Begin, uint64_t Bytes) const;
};

struct Evidence {
  std::vector<StructureEvidence> Structures; ///< by StructureId
  MissTotals All;
  bool SeveralThreads = false;
};

/// Objects of a structure whose use is followed.
constexpr uint64_t MostFollowed = 4'000'000;
/// Elements up to this size are counted by visits.
constexpr uint64_t MostElementBytes = 4096;
/// Returns the number of bytes of an element of \p ElementBytes that share a
/// bit.
uint64_t granuleOf(uint64_t ElementBytes);

/// Collects all evidence but that of simulations.
class EvidenceCounter final : public ReplaySink {
public:
  explicit EvidenceCounter(uint32_t LineBytes) : LineBytes(LineBytes) {}

  void take(const ReplayBlock &B) override;
  /// Returns the evidence by StructureId. Structures after the last one were
  /// never accessed.
  std::vector<StructureEvidence> finish();

private:
  /// The most masks of a structure. Visits with further masks are counted as
  /// visits of the whole element.
  static constexpr size_t MostMasks = 4096;
  static constexpr size_t OpenVisits = 8;

  struct Object {
    uint64_t Address = 0, Bytes = 0;
    uint32_t Structure = 0;
    uint32_t Birth = 0; ///< among those of the structure
  };
  struct Visit {
    uint64_t Element = 0; ///< address of the element; 0: none
    uint64_t Mask = 0;
    uint64_t Low = 0, High = 0; ///< addresses touched
    uint64_t Stamp = 0;
  };
  /// The recent visits of one structure by one thread.
  struct RecentVisits {
    Visit Visits[OpenVisits];
    uint64_t Stamp = 0;
  };

  void event(const ReplayEvent &E);
  void beginObject(const ReplayEvent &E);
  void access(const ReplayAccess &A);
  void visitElements(const ReplayAccess &A, uint64_t Offset, uint64_t Bytes);
  void visit(uint32_t Structure, uint64_t Element, uint64_t Low, uint64_t High);
  void close(StructureEvidence &S, Visit &V);
  StructureEvidence &evidenceOf(uint32_t Structure);

  uint32_t LineBytes;
  uint32_t Thread = 0;
  bool Counting = true;
  uint64_t Uses = 0; ///< accesses to known objects
  std::vector<StructureEvidence> Structures;
  std::vector<Object> Objects;   ///< by number
  std::vector<uint64_t> LastEnd; ///< by structure: end of its last object
  std::map<std::pair<uint32_t, uint32_t>, RecentVisits> ByThread;
};

} // namespace memfacet::advise

#endif
