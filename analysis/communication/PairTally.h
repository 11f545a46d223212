//===- PairTally.h - counts sampled pairs ---------------------------------===//

#ifndef MEMFACET_COMMUNICATION_PAIRTALLY_H
#define MEMFACET_COMMUNICATION_PAIRTALLY_H

#include "analysis/communication/OpenWatches.h"
#include "analysis/communication/PairCounts.h"
#include "analysis/profile/PairSample.h"
#include "memfacet/ReusePairs.h"
#include <array>
#include <bit>
#include <functional>
#include <map>
#include <utility>

namespace memfacet {

/// One end of a pair.
struct PairAccess {
  SiteId Site;
  StructureId Structure; ///< of Address, at that moment
  uint32_t Thread;
  uint64_t Address, Bytes;         ///< of the whole access
  uint64_t Units;                  ///< that its thread had executed before
  uint64_t AllUnits;               ///< and all threads
  uint32_t Before = UnknownBefore; ///< as in PairVertex

  /// Its bytes of lines: see PairVertex::Bytes.
  uint64_t bytesOfLines() const {
    if (Bytes >= ReuseLineBytes)
      return ~uint64_t(0);
    return std::rotl((uint64_t(1) << Bytes) - 1, int(Address % ReuseLineBytes));
  }
  bool overlaps(const PairAccess &A) const {
    return Address < A.Address + A.Bytes && A.Address < Address + Bytes;
  }
};

/// Counts pairs by what their two ends are. Watches have numbers. After the
/// choice, the next two touches of its line are told; what was not counted in
/// the beginning is not in the end.
class PairTally {
public:
  void first(uint64_t Number, const PairAccess &A);
  /// A next touch of watch \p Number. Returns the choice, where it is the first
  /// one after it; else null. Valid until the next call.
  const PairAccess *second(uint64_t Number, const PairAccess &A);
  void forget();
  /// A window of a sampled run is over: what comes next is not the next touch.
  void cut();

  /// Those that are dangling so far, by number.
  std::map<uint64_t, PairAccess> dangling() const;
  /// Sites, vertices and pairs; \p Describe says what a site is.
  void fill(PairSample &To,
            const std::function<PairSite(SiteId)> &Describe) const;

private:
  /// Site, structure, thread, thread before.
  using Vertex = std::array<uint32_t, 4>;
  struct VertexHash {
    uint64_t operator()(const Vertex &V) const {
      auto [Site, Structure, Thread, Before] = V;
      return spreadBits((uint64_t(Site) << 32 | Structure) ^
                        spreadBits(uint64_t(Thread) << 32 | Before));
    }
  };
  struct Seen {
    uint64_t Firsts = 0, Bytes = 0;
    uint64_t Cut = 0; ///< dangling for good
  };
  struct Watch {
    PairAccess Last; ///< the latest end that was told of
    uint32_t Vertex; ///< its vertex
    bool Again;      ///< it is not the choice
  };

  uint32_t vertexOf(const PairAccess &A);
  uint32_t begin(const PairAccess &A);
  void addPair(const Watch &First, const PairAccess &Second);

  OpenWatches<Watch> Watches;
  KeyNumbers<Vertex, VertexHash> Vertices;
  PairCounts Pairs;
  std::vector<Seen> AtVertices; ///< by number of the vertex
  PairAccess Choice{};
};

} // namespace memfacet

#endif
