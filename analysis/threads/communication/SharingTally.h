//===- SharingTally.h - counts of shared lines and of locks ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_THREADS_COMMUNICATION_SHARINGTALLY_H
#define MEMFACET_THREADS_COMMUNICATION_SHARINGTALLY_H

#include "analysis/caches/cache/LineMap.h"
#include "analysis/result/profile/SharingTable.h"
#include "analysis/threads/communication/ReusePairs.h"
#include "memfacet/Events.h"
#include <functional>
#include <map>
#include <tuple>
#include <unordered_map>

namespace memfacet::threads {

/// The first byte of an access.
struct FightPlace {
  uint64_t Offset = result::SharingFight::Other; ///< in its object
  uint32_t Byte = 0;                             ///< in the line
  bool operator==(const FightPlace &) const = default;
};

/// Misses of false sharing, by the write that took the line and the access that
/// missed it.
class FightTable {
public:
  /// The most rows that are kept; further ones are counted without places.
  static constexpr size_t MaxRows = 64 * 1024;
  /// Returns the offset of an address in its object, or SharingFight::Other.
  using Locate = std::function<uint64_t(uint64_t)>;

  struct Fight {
    uint32_t Writer, Victim; ///< vertices
    FightPlace WrittenAt, MissedAt;
    bool operator==(const Fight &) const = default;
  };

  void locate(Locate W) { Locator = std::move(W); }
  FightPlace placeOf(uint64_t Line, uint32_t Byte) const {
    return {Locator ? Locator(Line << ReuseLineShift | Byte)
                    : result::SharingFight::Other,
            Byte};
  }
  /// Adds \p Misses, of which \p Certain are certain.
  void add(const Fight &F, uint64_t Misses, uint64_t Certain);
  void clear() { Counts.clear(); }
  /// Returns the rows, most misses first. \p Numbers: new numbers of vertices.
  std::vector<result::SharingFight>
  rows(const std::vector<uint32_t> &Numbers) const;

private:
  struct Hash {
    size_t operator()(const Fight &F) const {
      uint64_t H = uint64_t(F.Writer) << 32 | F.Victim;
      for (uint64_t N : {F.WrittenAt.Offset, F.MissedAt.Offset,
                         uint64_t(F.WrittenAt.Byte) << 6 | F.MissedAt.Byte})
        H = (H ^ N) * 0x9e3779b97f4a7c15, H ^= H >> 32;
      return H;
    }
  };
  struct Count {
    uint64_t Misses = 0, Certain = 0;
  };

  Locate Locator;
  std::unordered_map<Fight, Count, Hash> Counts;
};

constexpr uint32_t NoVertex = ~uint32_t(0);

/// Numbers vertices and counts what happens to them and between them. Numbers
/// stay when counts are forgotten.
class SharingTally {
public:
  struct Ends {
    uint64_t Cold = 0, True = 0, False = 0, Bytes = 0;
  };

  uint32_t vertex(uint32_t Thread, uint32_t Site, uint32_t Structure) {
    if (Thread >= ByThread.size()) [[unlikely]]
      ByThread.resize(Thread + size_t(1));
    std::vector<LastAccess> &Sites = ByThread[Thread];
    if (Site < Sites.size() && Sites[Site].Structure == Structure &&
        Sites[Site].Vertex != NoVertex) [[likely]]
      return Sites[Site].Vertex;
    return lookUp(Thread, Site, Structure);
  }
  uint32_t threadOf(uint32_t Vertex) const { return Rows[Vertex].Thread; }
  uint32_t structureOf(uint32_t Vertex) const {
    return Rows[Vertex].Structure.Value;
  }

  /// Returns the counts of \p Vertex, to be added to. Callers must add nothing
  /// while !counting().
  result::SharingVertex &operator[](uint32_t Vertex) { return Rows[Vertex]; }
  Ends &between(uint32_t Source, uint32_t Target) {
    return Edges[uint64_t(Source) << 32 | Target];
  }
  FightTable &fights() { return Fights; }
  bool counting() const { return Counting; }
  void count(bool Wanted) { Counting = Wanted; }
  /// Returns a number that changes when counts are forgotten. A pending miss
  /// from an earlier generation is not counted.
  uint32_t generation() const { return Generation; }
  void forget();

  /// Fills in sites, vertices with counts, and edges. \p Describe returns what
  /// a site is.
  void fill(result::SharingTable &Table,
            const std::function<result::PairSite(SiteId)> &Describe) const;

private:
  /// What a site accessed last, in a thread.
  struct LastAccess {
    uint32_t Structure = 0, Vertex = NoVertex;
  };
  struct Key {
    uint32_t Thread, Site, Structure;
    bool operator==(const Key &) const = default;
  };
  struct KeyHash {
    size_t operator()(const Key &K) const {
      uint64_t H = (uint64_t(K.Site) << 32 | K.Structure) * 0x9e3779b97f4a7c15;
      return (H ^ H >> 32 ^ K.Thread) * 0xbf58476d1ce4e5b9;
    }
  };

  uint32_t lookUp(uint32_t Thread, uint32_t Site, uint32_t Structure);

  std::vector<std::vector<LastAccess>> ByThread; ///< then by SiteId
  std::unordered_map<Key, uint32_t, KeyHash> Numbers;
  std::vector<result::SharingVertex> Rows; ///< Site is a SiteId
  caches::LineMap<Ends> Edges;             ///< by Source << 32 | Target
  FightTable Fights;
  bool Counting = true;
  uint32_t Generation = 0;
};

/// Counts how locks go from thread to thread. The accesses of the lock
/// functions to the lock's memory are not recorded.
class LockTally {
public:
  static bool isLock(SyncKind Kind) {
    return Kind == SyncKind::Mutex || Kind == SyncKind::ReadLock ||
           Kind == SyncKind::WriteLock || Kind == SyncKind::TeamLock;
  }

  /// Counts that \p Thread took a lock, which is in \p Structure at \p Offset
  /// of the object. \p Call: the table entry of the call that took it, or 0.
  void acquired(uint64_t Object, uint32_t Thread, SyncKind Kind,
                StructureId Structure, uint64_t Offset, uint64_t Call = 0);
  void released(uint64_t Object, uint32_t Thread) {
    LastHolder[Object] = Thread;
  }
  void count(bool Wanted) { Counting = Wanted; }
  void forgetCounts() { Counts.clear(); }
  /// Fills in the locks, and adds the sites of calls to those of \p Table.
  /// \p Describe returns what an entry is. Entries of one place are joined.
  void
  fill(result::SharingTable &Table,
       const std::function<result::PairSite(uint64_t Call)> &Describe) const;

private:
  /// Structure, offset, kind, last holder, new holder.
  using Key = std::tuple<uint32_t, uint64_t, uint32_t, uint32_t, uint32_t>;

  bool Counting = true;
  /// By object: the thread that released it last.
  std::unordered_map<uint64_t, uint32_t> LastHolder;
  std::map<std::pair<Key, uint64_t>, uint64_t> Counts; ///< by call, too
};

} // namespace memfacet::threads

#endif
