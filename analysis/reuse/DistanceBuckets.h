//===- DistanceBuckets.h - distances, in steps of an eighth ---------------===//
//
// A reuse distance is the number of other lines that were touched since a line
// was touched before. A fully associative LRU cache of C lines hits where the
// distance is less than C. So a histogram whose buckets begin at C says the
// misses of that cache exactly.
//
// Buckets begin at every number up to 16, and at 2^k * (8 + j) / 8 with j from
// 0 to 7: at each power of two and its multiples by eighths.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REUSE_DISTANCEBUCKETS_H
#define MEMFACET_REUSE_DISTANCEBUCKETS_H

#include <bit>
#include <cstddef>
#include <cstdint>

namespace memfacet {

/// Buckets per power of two, and how many bits that takes.
constexpr unsigned BucketBits = 3;
constexpr uint64_t BucketsPerOctave = uint64_t(1) << BucketBits;

/// The bucket of \p Distance, in lines.
constexpr size_t bucketOf(uint64_t Distance) {
  if (Distance < 2 * BucketsPerOctave)
    return Distance;
  unsigned Shift = unsigned(std::bit_width(Distance)) - 1 - BucketBits;
  return Shift * BucketsPerOctave + (Distance >> Shift);
}

/// The least distance in \p Bucket: the lines of the cache whose misses are
/// counted exactly from here on.
constexpr uint64_t bucketBegin(size_t Bucket) {
  if (Bucket < 2 * BucketsPerOctave)
    return Bucket;
  unsigned Shift = unsigned(Bucket / BucketsPerOctave) - 1;
  return (BucketsPerOctave + Bucket % BucketsPerOctave) << Shift;
}

/// Distances are less than the lines that addresses can name (CacheWord.h).
constexpr size_t DistanceBuckets = bucketOf((uint64_t(1) << 43) - 1) + 1;

static_assert(bucketOf(15) == 15 && bucketOf(16) == 16 && bucketOf(17) == 16);
static_assert(bucketBegin(16) == 16 && bucketBegin(17) == 18);
static_assert(bucketOf(bucketBegin(200)) == 200);
static_assert(bucketOf(bucketBegin(200) - 1) == 199);

} // namespace memfacet

#endif
