//===- decode/SiteRanges.h - what sites are expected to access ------------===//
//
// A site nearly always accesses the same object. Whoever takes batches says
// which addresses these are; the expansion compares eight sites with them at
// once and lists the accesses outside (AccessBatch::Outside).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_DECODE_SITERANGES_H
#define MEMFACET_DECODE_SITERANGES_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace memfacet {

/// A range of addresses for each site.
class SiteRanges {
public:
  /// At first, they are of \p InitialBytes from 0 on.
  explicit SiteRanges(uint64_t InitialBytes = 0) : InitialBytes(InitialBytes) {}

  /// A site's range has become another.
  struct Change {
    uint32_t Site;
    uint64_t Low, Bytes;
    uint64_t OldLow, OldBytes;
  };

  /// So many may be read behind the last.
  static constexpr size_t Padding = 8;

  void makeRoom(size_t Sites) {
    if (Sites + Padding <= Low.size())
      return;
    size_t Larger = std::max(Sites + Padding, 2 * Low.size());
    Low.resize(Larger);
    Bytes.resize(Larger, InitialBytes);
    NextLane.resize(Larger);
  }
  /// Sites' numbers are those of their own lanes; further lanes are the same
  /// sites once more, and have the same ranges. There may be more of them than
  /// at the call before.
  void follow(std::span<const uint32_t> SitesOfLanes) {
    makeRoom(SitesOfLanes.size());
    for (auto Lane = uint32_t(Linked); Lane < SitesOfLanes.size(); ++Lane)
      if (uint32_t Site = SitesOfLanes[Lane]; Site != Lane)
        link(Lane, Site);
    Linked = std::max(Linked, SitesOfLanes.size());
  }
  void set(uint32_t Site, uint64_t Begin, uint64_t End) {
    if (Keeping)
      Changes.push_back({Site, Begin, End - Begin, Low[Site], Bytes[Site]});
    for (uint32_t Lane = Site;; Lane = NextLane[Lane]) {
      Low[Lane] = Begin;
      Bytes[Lane] = End - Begin;
      if (NextLane[Lane] == 0)
        return;
    }
  }
  void clear(uint32_t Site) { set(Site, Low[Site], Low[Site]); }
  bool contains(uint32_t Site, uint64_t Address) const {
    return Address - Low[Site] < Bytes[Site];
  }
  /// Keeps changes from here on, for a copy.
  void keepChanges() { Keeping = true; }
  /// Those that were kept, in order. Whoever has followed them clears them.
  std::vector<Change> &kept() { return Changes; }
  /// Follows another's change, which has room.
  void follow(const Change &C) { set(C.Site, C.Low, C.Low + C.Bytes); }
  /// By lane.
  const uint64_t *lows() const { return Low.data(); }
  const uint64_t *bytes() const { return Bytes.data(); }

private:
  void link(uint32_t Lane, uint32_t Site) {
    NextLane[Lane] = std::exchange(NextLane[Site], Lane);
    Low[Lane] = Low[Site];
    Bytes[Lane] = Bytes[Site];
  }

  uint64_t InitialBytes;
  std::vector<uint64_t> Low, Bytes;
  /// Of the same site; 0: there is none. Lane 0 is never a further one.
  std::vector<uint32_t> NextLane;
  size_t Linked = 0;
  bool Keeping = false;
  std::vector<Change> Changes;
};

} // namespace memfacet

#endif
