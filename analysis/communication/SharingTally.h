//===- SharingTally.h - counts of shared lines ----------------------------===//

#ifndef MEMFACET_COMMUNICATION_SHARINGTALLY_H
#define MEMFACET_COMMUNICATION_SHARINGTALLY_H

#include "analysis/cache/LineMap.h"
#include "analysis/communication/FightTable.h"
#include "analysis/profile/SharingTable.h"
#include <functional>
#include <unordered_map>

namespace memfacet {

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
    std::vector<Known> &Sites = ByThread[Thread];
    if (Site < Sites.size() && Sites[Site].Structure == Structure &&
        Sites[Site].Vertex != NoVertex) [[likely]]
      return Sites[Site].Vertex;
    return lookUp(Thread, Site, Structure);
  }
  uint32_t threadOf(uint32_t Vertex) const { return Rows[Vertex].Thread; }
  uint32_t structureOf(uint32_t Vertex) const {
    return Rows[Vertex].Structure.Value;
  }

  /// To count in; what is added while !counting() must be thrown away by who
  /// adds.
  SharingVertex &operator[](uint32_t Vertex) { return Rows[Vertex]; }
  Ends &between(uint32_t From, uint32_t To) {
    return Edges[uint64_t(From) << 32 | To];
  }
  FightTable &fights() { return Fights; }
  bool counting() const { return Counting; }
  void count(bool Wanted) { Counting = Wanted; }
  /// What began to be counted under another number is not counted any more.
  uint32_t generation() const { return Generation; }
  void forget();

  /// Sites, vertices that were counted, edges. \p Describe says what a site is.
  void fill(SharingTable &To,
            const std::function<PairSite(SiteId)> &Describe) const;

private:
  /// What a site accessed last, in a thread.
  struct Known {
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

  std::vector<std::vector<Known>> ByThread; ///< then by SiteId
  std::unordered_map<Key, uint32_t, KeyHash> Numbers;
  std::vector<SharingVertex> Rows; ///< Site is a SiteId
  LineMap<Ends> Edges;             ///< by From << 32 | To
  FightTable Fights;
  bool Counting = true;
  uint32_t Generation = 0;
};

} // namespace memfacet

#endif
