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
#include <vector>

namespace memfacet {

/// A range of addresses for each site.
class SiteRanges {
public:
  /// At first, they are of \p InitialBytes from 0 on.
  explicit SiteRanges(uint64_t InitialBytes = 0) : InitialBytes(InitialBytes) {}

  /// So many may be read behind the last.
  static constexpr size_t Padding = 8;

  void makeRoom(size_t Sites) {
    if (Sites + Padding <= Low.size())
      return;
    size_t Larger = std::max(Sites + Padding, 2 * Low.size());
    Low.resize(Larger);
    Bytes.resize(Larger, InitialBytes);
  }
  void set(uint32_t Site, uint64_t Begin, uint64_t End) {
    Low[Site] = Begin;
    Bytes[Site] = End - Begin;
  }
  void clear(uint32_t Site) { Bytes[Site] = 0; }
  bool contains(uint32_t Site, uint64_t Address) const {
    return Address - Low[Site] < Bytes[Site];
  }
  /// By SiteId.
  const uint64_t *lows() const { return Low.data(); }
  const uint64_t *bytes() const { return Bytes.data(); }

private:
  uint64_t InitialBytes;
  std::vector<uint64_t> Low, Bytes;
};

} // namespace memfacet

#endif
