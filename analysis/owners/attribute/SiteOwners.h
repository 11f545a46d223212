//===- SiteOwners.h - accesses by site and structure ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A site nearly always accesses the same structure, and most often the same
// object. So accesses are not counted one by one: a site's are as many as its
// executions, all of them of the first structure that it accessed, but for
// those that are seen to be another's. Only accesses outside of the object that
// the site is known to access are looked at.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OWNERS_ATTRIBUTE_SITEOWNERS_H
#define MEMFACET_OWNERS_ATTRIBUTE_SITEOWNERS_H

#include "analysis/caches/cache/CounterTable.h"
#include "analysis/decode/Batch.h"
#include "analysis/owners/attribute/Attributor.h"
#include "analysis/owners/attribute/KnownObjects.h"
#include "analysis/support/KeyNumbers.h"
#include <vector>

namespace memfacet::owners {

/// Accesses by structure, and by site and structure.
class SiteOwners {
public:
  /// Accesses of one site in one structure.
  struct Row {
    StructureId Structure;
    uint64_t Accesses;
  };
  using Counters = caches::CounterTable<caches::AccessCounters>;

  /// For the expansion of batches.
  decode::SiteRanges &ranges() { return Objects.ranges(); }
  /// Owners may have changed. Before batches are expanded.
  void follow(const Attributor &Memory) {
    Objects.follow(Memory.objectChanges());
  }
  /// Anything may be somebody else's soon.
  void forgetObjects() { Objects.forgetAll(); }
  /// From here on, nothing is counted by site; or again.
  void count(bool Wanted) { Counting = Wanted; }
  /// Forgets all counts by site.
  void clear();
  /// Counts those of \p B whose structure cannot be told from their site. The
  /// parts of a batch come in order, with the owners that hold for them.
  /// Where \p Owners is not null, the structures of all accesses of \p B go
  /// there, by their numbers in the batch.
  void add(const decode::BatchPart &B, Attributor &Memory, Counters &Totals,
           uint32_t *Owners = nullptr);
  /// What was added since the last call has executed \p Sites. Then \p Totals
  /// is right.
  void executed(std::span<const decode::SiteExecutions> Sites,
                Counters &Totals);
  /// Of \p Site: those that are not 0, by structure. They add up to
  /// executionsOf(\p Site).
  std::vector<Row> accessesOf(uint32_t Site) const;
  /// While this counted.
  uint64_t executionsOf(uint32_t Site) const {
    return Site < Tallies.size() ? Tallies[Site].Executions : 0;
  }

private:
  static constexpr uint32_t None = ~uint32_t(0);
  /// Of one site, in half a line of the cache. The second structure is worth a
  /// place of its own: sites that go to and fro between two are not rare.
  struct Tally {
    uint32_t First = None, Second = None; ///< structures
    /// Of Second: what is in nobody's counters yet, but for First's, as all of
    /// the site's will be.
    uint32_t Pending = 0;
    bool Write = false;
    /// So many of First, outside of what is known, until another object is.
    uint16_t UntilLearning = KnownObjects::FirstWait;
    uint64_t InSecond = 0; ///< counted accesses
    uint64_t Executions = 0;
  };
  static_assert(sizeof(Tally) == 32);
  struct HashKey {
    uint64_t operator()(uint64_t Key) const { return spreadBits(Key); }
  };
  static uint64_t keyOf(uint32_t Site, uint32_t Structure) {
    return uint64_t(Site) << 32 | Structure;
  }

  /// So many accesses wait for memory together.
  static constexpr size_t GroupSize = 32;

  void makeRoom(size_t Sites) {
    if (Tallies.size() < Sites) [[unlikely]]
      grow(Sites);
  }
  void grow(size_t Sites);
  void fillKnownOwners(const decode::BatchPart &B, uint32_t *Owners) const;
  uint64_t &restOf(uint32_t Site, uint32_t Structure);
  bool count(Tally &SiteTally, decode::AccessInfo Info, uint32_t Structure,
             Counters &Totals);
  void countRest(decode::AccessInfo Info, uint32_t Structure, Counters &Totals);
  void countPending(Tally &SiteTally, Counters &Totals);

  KnownObjects Objects;
  std::vector<Tally> Tallies; ///< by site
  /// The third and further ones, by site and structure: programs that run
  /// others have many.
  KeyNumbers<uint64_t, HashKey> RestNumbers;
  std::vector<uint64_t> Rest;
  mutable std::vector<uint32_t> RestOrder; ///< by site, once it was asked for
  size_t Next = 0;                         ///< of the batch's Outside
  bool Counting = true;
};

} // namespace memfacet::owners

#endif
