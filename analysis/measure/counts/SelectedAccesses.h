//===- SelectedAccesses.h - accesses of a selecting program ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that selects (memfacet/Select.h) counts how often each site was
// executed, but records only some of its accesses. Which structures they were
// in follows from
//
//   the site     if it is direct, it names the variable
//   windows      in which all accesses are recorded: those of the thread since
//                its executions were counted last are certain. The others are
//                divided in the same proportion if they are many, or else in
//                that of windows so far, above all of the last ones
//   the rest     the first accesses of a site outside of windows tell at least
//                which structures it accesses that no window has seen it in
//
// A site that nothing has shown yet keeps its executions until something does;
// they count there and then. At the end, its neighbours in the run tell, or
// else in the function.
//
// Accesses by structure are estimates if a site has some outside of windows and
// was seen in several structures, or in none. A site that was only ever seen in
// one structure, in windows, by its records and by its misses, is as sure as
// can be.
//
// Proportions are met by largest remainders, so that the accesses of a site add
// up. The same numbers go to sites and to structures: both tables agree.
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

/// Not synchronised: one thread at a time.
class SelectedAccesses {
public:
  explicit SelectedAccesses(const decode::ModuleSet &Modules)
      : Modules(Modules) {}

  /// Learns from some selected accesses, whose owners are those of now.
  void add(const decode::BatchPart &B, owners::Attributor &Memory);
  /// The same outside of windows, where \p Owners are known, from the first of
  /// \p B on.
  void add(const decode::BatchPart &B, std::span<const uint32_t> Owners);

  /// Accesses of a site in a structure.
  struct Share {
    uint32_t Structure;
    bool Write;
    uint64_t Accesses;
  };
  /// \p Thread has executed \p Executions, behind all that was added of it.
  /// Whose accesses that were; until the next call.
  std::span<const Share>
  counted(ThreadId Thread, std::span<const decode::SiteExecutions> Executions,
          owners::Attributor &Memory);
  /// Nothing more will come: whose accesses those were that nothing has shown;
  /// until the next call. They count.
  std::span<const Share> rest();
  /// After the tables have seen \p E.
  void event(const decode::Event &E);

  /// From here on, nothing is counted by site, but learned; or again.
  void count(bool Wanted) { Counting = Wanted; }
  /// Forgets all counts by site, not what was learned.
  void clear();
  /// Of \p Site: those that are not 0, by structure. They add up to
  /// executionsOf(\p Site), unless that is blind.
  std::vector<owners::SiteOwners::Row> accessesOf(uint32_t Site) const;
  /// While this counted; 0 of marks.
  uint64_t executionsOf(uint32_t Site) const {
    return Site < Sites.size() ? Sites[Site].Executions : 0;
  }
  /// Whether it is known of \p Site itself what it accesses.
  bool hasSeen(uint32_t Site) const {
    return Site < Sites.size() && Sites[Site].IsSeen;
  }
  /// Whether accesses by structure are estimates. \p Misses: of all sites.
  bool estimates(const caches::SiteMisses &Misses) const;

private:
  static constexpr uint32_t None = ~uint32_t(0);
  /// Of a thread and a site since its last count: as many in windows tell a
  /// proportion.
  static constexpr uint64_t EnoughAccesses = 64;
  /// Of a site, all windows before the last one that has seen it tell a
  /// proportion as so many accesses do.
  static constexpr uint64_t PastWeight = 256;
  /// Accesses of a site outside of windows that are looked at between two
  /// counts.
  static constexpr uint32_t SampleSize = 64;

  enum class SiteKind : uint8_t {
    Unknown, ///< nobody has asked yet
    Pointed, ///< through a pointer
    Direct,  ///< a variable by its name
    Blind,   ///< what it accesses is not known
    Mark,    ///< it is no access
  };
  struct SiteUse {
    uint32_t Row = None;    ///< the first one of its list
    uint32_t Structure = 0; ///< Direct: the variable's
    SiteKind Kind = SiteKind::Unknown;
    bool Write = false;
    bool IsSeen = false; ///< hasSeen; if it is not Direct, it has a row
    /// Executions that are not shared out yet. Less than 0: a correction came
    /// before what it corrects.
    int64_t Unshared = 0;
    /// Pointed, while nothing has shown what it accesses: executions that
    /// count.
    uint64_t Deferred = 0;
    uint64_t Executions = 0;
    bool IsGuessed = false; ///< some that count were not in windows
    uint32_t Window = 0;    ///< the last one that has seen it
  };
  /// Of a site and a structure.
  struct Row {
    uint32_t Structure;
    uint32_t Next;               ///< of the same site, or None
    uint64_t InWindows = 0;      ///< less what has faded
    uint64_t OutsideWindows = 0; ///< of those that were looked at
    uint64_t Accesses = 0;       ///< while this counted
  };
  /// What a row gets, in proportion to its weight.
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
  /// Of a site: what is looked at outside of windows.
  struct SiteSample {
    uint32_t Left = SampleSize; ///< accesses, until it is counted
    uint32_t Structure = None;  ///< of the last one
    uint32_t Row = None;        ///< of that
  };
  std::vector<SiteSample> Samples; ///< by site
  std::vector<Row> Rows;
  KeyNumbers<uint64_t, HashKey> RowNumbers; ///< by site and structure
  /// By thread and row: accesses in windows that no execution was found for
  /// yet.
  std::unordered_map<uint32_t, std::vector<uint32_t>> Recent;
  uint32_t Windows = 0; ///< that have begun, of all threads
  bool Counting = true;
  bool UsedNeighbours = false; ///< on neighbours, while this counted
  // For a moment:
  std::vector<uint32_t> Executed;
  std::vector<Part> Parts;
  std::vector<Share> Shares;
  std::vector<uint32_t> Owners;
};

} // namespace memfacet::measure

#endif
