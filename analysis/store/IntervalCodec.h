//===- IntervalCodec.h - counts per interval, as bytes --------------------===//
//
// The counts of one structure in one thread over time. For each interval in
// which they are not zero, in order, the varints (Varint.h):
//
//   interval - previous interval - 1        (the first one: the interval)
//   accesses, stores
//   per level: zigzag(accesses - expected), misses, write-backs
//
// where expected is the accesses for the first level and the inner level's
// misses for the others: so that the first of the three is 0 nearly always.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STORE_INTERVALCODEC_H
#define MEMFACET_STORE_INTERVALCODEC_H

#include "analysis/profile/Profile.h"
#include <span>
#include <string>

namespace memfacet {

/// Grows by one interval at a time.
class IntervalEncoder {
public:
  /// \p Interval is beyond all before.
  void append(uint32_t Interval, const Counts &C);
  const std::string &bytes() const { return Bytes; }

private:
  std::string Bytes;
  uint32_t Next = 0; ///< first interval that may follow
};

/// The inverse; appends to \p Out. False: the bytes are damaged.
bool decodeIntervals(std::span<const uint8_t> Bytes, size_t Levels,
                     uint32_t Thread, StructureId Structure,
                     std::vector<IntervalCounts> &Out);

} // namespace memfacet

#endif
