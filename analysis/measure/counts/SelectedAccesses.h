//===- SelectedAccesses.h - accesses of a selecting program ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that selects (memfacet/Select.h) counts how often each site was
// executed, but records only some of its accesses. The structures of the others
// follow from
//
//   the site     if the access is direct: it names the variable, unless that
//                was seen on a stack in other memory
//   windows      in which all accesses are recorded. Those of the thread since
//                its executions were counted last are certain. The others are
//                divided in the same proportion if there are many of them, or
//                else in the proportion of windows so far, the last ones above
//                all
//   the rest     the first accesses of a site outside of windows show at least
//                which structures it accesses that no window has shown
//
// A site whose structures are not known keeps its executions until one is; they
// count there and then. At the end, sites near it in the run, or else in the
// function, give the proportion.
//
// Accesses by structure are estimates if a site has some outside of windows and
// accesses several structures, or none is known. A site that accesses only one
// structure, in windows, by its records and by its misses, counts as certain.
//
// Proportions are rounded by largest remainders, so that the accesses of a site
// add up. Sites and structures get the same numbers: both tables agree.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_COUNTS_SELECTEDACCESSES_H
#define MEMFACET_MEASURE_COUNTS_SELECTEDACCESSES_H

#include "analysis/caches/cache/SiteMisses.h"
#include "analysis/decode/Modules.h"
#include "analysis/owners/attribute/Attributor.h"
#include "analysis/owners/attribute/SiteOwners.h"
#include "analysis/support/KeyNumbers.h"
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

namespace memfacet::measure {

/// Not synchronised: used by one thread at a time.
class SelectedAccesses {
public:
  explicit SelectedAccesses(const decode::ModuleSet &Modules)
      : Modules(Modules) {}

  /// Learns from some selected accesses, whose owners are the present ones.
  void add(const decode::BatchPart &B, owners::Attributor &Memory);
  /// Learns from accesses outside of windows. \p Owners has their structures,
  /// from the first access of \p B on.
  void add(const decode::BatchPart &B, std::span<const uint32_t> Owners);

  /// Accesses of a site in a structure.
  struct Share {
    uint32_t Structure;
    bool Write;
    uint64_t Accesses;
  };
  /// Divides \p Executions of sites, which \p Thread has executed after all
  /// accesses that were added. Returns the accesses by structure, valid until
  /// the next call.
  std::span<const Share>
  counted(ThreadId Thread, std::span<const decode::SiteExecutions> Executions,
          owners::Attributor &Memory);
  /// Divides the accesses of sites whose structures are still not known. No
  /// more accesses may follow. Returns them by structure, valid until the next
  /// call. All of them count.
  std::span<const Share> rest();
  /// Handles \p E, after the tables have handled it.
  void event(const decode::Event &E);
  /// Notes which globals sites access by name, before \p Memory forgets those
  /// of an object that is unloaded: executions are counted later.
  void beforeUnload(owners::Attributor &Memory);

  /// Counts by site from here on, or only learns without counting.
  void count(bool Wanted) { Counting = Wanted; }
  /// Forgets all counts by site, not what was learned.
  void clear();
  /// Returns the accesses of \p Site by structure, without zeros. They add up
  /// to executionsOf(\p Site), unless the site is blind.
  std::vector<owners::SiteOwners::Row> accessesOf(uint32_t Site) const;
  /// Returns the executions that were counted; 0 for marks.
  uint64_t executionsOf(uint32_t Site) const {
    return Site < Sites.size() ? Sites[Site].Executions : 0;
  }
  /// Returns whether a structure that \p Site accesses is known.
  bool hasSeen(uint32_t Site) const {
    return Site < Sites.size() && Sites[Site].IsSeen;
  }
  /// Returns whether accesses by structure are estimates. \p Misses has the
  /// misses of all sites.
  bool estimates(const caches::SiteMisses &Misses) const;

private:
  static constexpr uint32_t None = ~uint32_t(0);
  /// The least accesses of a site in windows, since its last count in the
  /// thread, that give a proportion.
  static constexpr uint64_t EnoughAccesses = 64;
  /// The weight of all windows before the last one that had the site, in
  /// accesses.
  static constexpr uint64_t PastWeight = 256;
  /// Accesses of a site outside of windows that are looked at between two
  /// counts.
  static constexpr uint32_t SampleSize = 64;

  enum class SiteKind : uint8_t {
    Unknown, ///< not determined yet
    Pointed, ///< through a pointer
    Direct,  ///< a variable by its name
    Blind,   ///< its structure is not known
    Mark,    ///< it is no access
  };
  struct SiteUse {
    uint32_t Row = None;    ///< the first one of the site's list
    uint32_t Structure = 0; ///< of the variable, if Direct
    SiteKind Kind = SiteKind::Unknown;
    bool Write = false;
    bool IsSeen = false; ///< hasSeen; if the site is not Direct, it has a row
    /// Executions that are not divided yet. Less than 0: a correction came
    /// before the executions that it corrects.
    int64_t Unshared = 0;
    /// Executions that count and wait until a structure of a Pointed site is
    /// known.
    uint64_t Deferred = 0;
    uint64_t Executions = 0;
    bool IsGuessed = false; ///< some counted accesses were not in windows
    uint32_t Window = 0;    ///< the last one that has an access of the site
  };
  /// Accesses of a site to a structure.
  struct Row {
    uint32_t Structure;
    uint32_t Next;               ///< of the same site, or None
    uint64_t InWindows = 0;      ///< minus what has faded
    uint64_t OutsideWindows = 0; ///< among those that were looked at
    uint64_t Accesses = 0;       ///< that were counted
  };
  /// The part that a row gets, in proportion to its weight.
  struct Part {
    uint32_t Row;
    uint64_t Weight;
    uint64_t Assigned = 0, Remainder = 0;
  };
  struct HashKey {
    uint64_t operator()(uint64_t Key) const { return spreadBits(Key); }
  };
  static uint64_t keyOf(uint32_t Site, uint32_t Structure) {
    return uint64_t(Site) << 32 | Structure;
  }

  bool wasSeenIn(const Row &R) const { return R.InWindows || R.OutsideWindows; }
  /// Returns whether the local that \p U names was seen in memory that is no
  /// stack: its frame is on a stack that the program has made.
  bool isElsewhere(const SiteUse &U, owners::Attributor &Memory) const {
    for (uint32_t N = U.Row; N != None; N = Rows[N].Next)
      if (uint32_t Seen = Rows[N].Structure;
          Seen != U.Structure && wasSeenIn(Rows[N]) &&
          Seen != owners::StructureRegistry::Unattributed.Value &&
          Memory.isOnStack(U.Structure) && !Memory.isOnStack(Seen))
        return true;
    return false;
  }
  void fade(uint32_t Site);
  void makeRoom();
  template <typename OwnerOf>
  void addOutside(const decode::BatchPart &B, OwnerOf FindOwner);
  void learn(uint32_t Site, SiteUse &U, owners::Attributor &Memory);
  uint32_t rowOf(uint32_t Site, uint32_t Structure);
  void addWindow(const decode::BatchPart &B, owners::Attributor &Memory);
  void shareOut(uint32_t Site, std::vector<uint32_t> &WindowCounts,
                uint64_t Accesses);
  void weigh(uint32_t Site);
  bool weighAsNear(uint32_t Site, const std::function<bool(uint32_t)> &Wanted);
  bool weighAs(uint32_t Site, uint32_t Other);
  void divide(uint64_t Accesses);
  void give(uint32_t Site, uint32_t Number, uint64_t Accesses);
  void giveParts(uint32_t Site);

  const decode::ModuleSet &Modules;
  std::vector<SiteUse> Sites;
  size_t NotedSites = 0; ///< up to here, beforeUnload has nothing to note
  /// The accesses of a site outside of windows that were looked at.
  struct SiteSample {
    uint32_t Left = SampleSize; ///< accesses until the next count
    uint32_t Structure = None;  ///< of the last access
    uint32_t Row = None;        ///< of Structure
  };
  std::vector<SiteSample> Samples; ///< by site
  std::vector<Row> Rows;
  KeyNumbers<uint64_t, HashKey> RowNumbers; ///< by site and structure
  /// Accesses in windows that are not matched with an execution yet, by thread
  /// and row.
  std::unordered_map<uint32_t, std::vector<uint32_t>> Recent;
  uint32_t Windows = 0; ///< that have begun, of all threads
  bool Counting = true;
  bool UsedNeighbours = false; ///< other sites gave a counted proportion
  // Valid within one call:
  std::vector<uint32_t> Executed;
  std::vector<Part> Parts;
  std::vector<Share> Shares;
  std::vector<uint32_t> Owners;
};

} // namespace memfacet::measure

#endif
