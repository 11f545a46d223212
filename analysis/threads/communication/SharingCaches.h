//===- SharingCaches.h - coherent caches of unlimited size ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// There is a cache for each thread, or for each group of threads. A line leaves
// a cache only when another cache's thread writes to it. So a cache misses a
// line when it asks for it for the first time, or because it lost it. Misses of
// true and of false sharing are distinguished as in memory/Coherence.h; threads
// are ordered as in sync/HappensBefore.h.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_THREADS_COMMUNICATION_SHARINGCACHES_H
#define MEMFACET_THREADS_COMMUNICATION_SHARINGCACHES_H

#include "analysis/threads/communication/OtherOrders.h"
#include "analysis/threads/communication/SharedLine.h"
#include "analysis/threads/communication/ThreadMap.h"
#include "memfacet/UsedBytes.h"
#include <map>
#include <optional>

namespace memfacet::threads {

struct SharingPlan {
  ThreadMap Map;
  bool Ranges = true; ///< count in other orders, too
  bool Pad = false;   ///< try what padding would save, by a second pass

  /// Reads "map=MAP,no-range,pad", all optional, in any order; the map is what
  /// follows "map=", up to one of the other words or the end. Empty: the
  /// defaults.
  static Expected<SharingPlan> parse(std::string_view Text);
};

struct SharingAccess {
  uint32_t Thread, Site, Structure;
  uint64_t Address, Bytes; ///< at least one byte
  bool Reads, Writes;
  UsedBytes Used = {}; ///< of Bytes
};

class SharingCaches {
public:
  explicit SharingCaches(const SharingPlan &Plan);

  /// Takes the next access in the order of the stream.
  void access(const SharingAccess &A);
  void event(const decode::Event &E);
  void count(bool Wanted);
  void forgetCounts();
  /// Settles all pending misses; more accesses may follow.
  void finish();
  /// Sets the function that returns the offset of an address in its object.
  void locate(FightTable::Locate Locator) {
    Tally.fights().locate(std::move(Locator));
  }
  /// Fills in vertices and the rest, and lines by how they are used. Call
  /// finish() first.
  void fill(result::SharingTable &Table,
            const std::function<result::PairSite(SiteId)> &Describe);

private:
  struct Thread {
    uint32_t Number = 0; ///< in the order of first accesses of threads
    uint32_t Cache = 0;  ///< in the order of the first accesses of caches
    const HappensBefore::State *ThreadState = nullptr;
  };

  void enter(uint32_t Number);
  void touch(const LineTouch &T, uint32_t Structure, bool IsNewUnit);
  void noteUnit(uint64_t Line, OwnedLine &E, uint32_t Structure,
                bool IsNewUnit);
  void share(OwnedLine &E);
  void touchShared(OwnedLine &E, const LineTouch &T);
  using Classes = std::map<std::pair<uint32_t, result::SharingClass>,
                           result::SharingClassCount>;
  /// Adds a line to those of its class.
  void fillLine(uint64_t Line, const OwnedLine &E, Classes &Total);

  SharingPlan Plan;
  SharingTally Tally;
  HappensBefore Order;
  LineTable Lines;
  std::deque<SharedLine> Shared; ///< by OwnedLine::SharedIndex
  std::optional<OtherOrders> Reorderings;
  /// Accesses, by line and structure, of lines that several structures are in.
  /// Those that OwnedLine::Units counts are not included.
  caches::LineMap<std::vector<std::pair<uint32_t, uint64_t>>> OtherUnits;
  /// By number in ThreadMap: number here.
  std::unordered_map<uint32_t, uint32_t> Caches;
  std::unordered_map<uint32_t, Thread> Threads;
  Thread Current;
  uint32_t CurrentThread = ~uint32_t(0);
};

} // namespace memfacet::threads

#endif
