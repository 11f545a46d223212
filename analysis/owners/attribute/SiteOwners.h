//===- SiteOwners.h - accesses by site and structure ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A site nearly always accesses the same structure, and most often the same
// object. So accesses are not counted one by one: a site has as many as it has
// executions. They count for the first structure that it accessed, except those
// that are found to be to another one. Only accesses outside of the object that
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

  /// Returns the ranges that the expansion of batches uses.
  decode::SiteRanges &ranges() { return Objects.ranges(); }
  /// Forgets objects whose owners may have changed. Must be called before
  /// batches are expanded.
  void follow(const Attributor &Memory) {
    Objects.follow(Memory.objectChanges());
  }
  /// Forgets all objects: any owner may change soon.
  void forgetObjects() { Objects.forgetAll(); }
  /// Counts by site from here on, or does not.
  void count(bool Wanted) { Counting = Wanted; }
  /// Forgets all counts by site.
  void clear();
  /// Counts those accesses of \p B whose structure does not follow from their
  /// site. The parts of a batch must come in order, with the owners that hold
  /// for them. If \p Owners is not null, the structures of all accesses of \p B
  /// are written there, by their numbers in the batch.
  void add(const decode::BatchPart &B, Attributor &Memory, Counters &Totals,
           uint32_t *Owners = nullptr);
  /// Adds executions of sites, for the accesses that were added since the last
  /// call. \p Totals is correct afterwards.
  void executed(std::span<const decode::SiteExecutions> Sites,
                Counters &Totals);
  /// Returns the accesses of \p Site by structure, without zeros. They add up
  /// to executionsOf(\p Site).
  std::vector<Row> accessesOf(uint32_t Site) const;
  /// Returns the executions that were counted.
  uint64_t executionsOf(uint32_t Site) const {
    return Site < Tallies.size() ? Tallies[Site].Executions : 0;
  }

private:
  static constexpr uint32_t None = ~uint32_t(0);
  /// The counts of one site, in half a line of the cache. The second structure
  /// has a field, as sites that access two structures by turns are not rare.
  struct Tally {
    uint32_t First = None, Second = None; ///< structures
    /// Accesses to Second that are in no counters yet. All executions of the
    /// site will be added to First's, so they are subtracted there.
    uint32_t Pending = 0;
    bool Write = false;
    /// Accesses of First outside of the known object until another one is
    /// learnt.
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

  /// The number of accesses that wait for memory together.
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
  /// The third and further structures, by site and structure: programs that
  /// interpret others have many.
  KeyNumbers<uint64_t, HashKey> RestNumbers;
  std::vector<uint64_t> Rest;
  mutable std::vector<uint32_t> RestOrder; ///< by site, made when it is needed
  size_t Next = 0;                         ///< of the batch's OutsideAccesses
  bool Counting = true;
};

} // namespace memfacet::owners

#endif
