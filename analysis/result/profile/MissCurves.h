//===- MissCurves.h - misses by the size of the cache ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Misses of fully associative LRU caches. docs/internals/reuse.md defines each
// number.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_PROFILE_MISSCURVES_H
#define MEMFACET_RESULT_PROFILE_MISSCURVES_H

#include "analysis/result/profile/LineSample.h"
#include "analysis/support/Ids.h"
#include "analysis/support/Names.h"
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet::result {

// A fully associative LRU cache of C lines hits where the reuse distance is
// less than C. So a histogram in which a bucket begins at C gives the misses of
// that cache exactly. Buckets begin at every number up to 16, and at 2^k * (8 +
// j) / 8 with j from 0 to 7: at each power of two and its multiples by eighths.

/// Buckets per power of two, and how many bits that takes.
constexpr unsigned BucketBits = 3;
constexpr uint64_t BucketsPerOctave = uint64_t(1) << BucketBits;

/// Returns the bucket of \p Distance, in lines.
constexpr size_t bucketOf(uint64_t Distance) {
  if (Distance < 2 * BucketsPerOctave)
    return Distance;
  unsigned Shift = unsigned(std::bit_width(Distance)) - 1 - BucketBits;
  return Shift * BucketsPerOctave + (Distance >> Shift);
}

/// Returns the least distance in \p Bucket: the lines of the cache whose misses
/// are counted exactly from here on.
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

enum class CurveScope : uint32_t {
  Private, ///< a cache of its own for each thread; their sum
  Shared   ///< one cache of all threads
};
constexpr CurveScope CurveScopes[] = {CurveScope::Private, CurveScope::Shared};
} // namespace memfacet::result

template <>
inline constexpr std::array memfacet::NamesOf<memfacet::result::CurveScope> = {
    "private", "shared"};

namespace memfacet::result {
inline const char *curveScopeName(CurveScope Value) { return nameOf(Value); }

/// 95 % intervals of the misses of a sampled curve; index: bucket where the
/// cache begins. The last one holds for all larger caches, too. Empty: the
/// curve is exact.
using CurveIntervals = std::vector<MissInterval>;

/// Touches of one structure by reuse distance.
struct MissCurve {
  CurveScope Scope = CurveScope::Private;
  StructureId Structure;
  uint64_t Compulsory = 0; ///< touches of lines that were never touched before
  /// Index: bucket (bucketOf); no zeros at the end.
  std::vector<uint64_t> Reuses = {};
  uint64_t Samples = 0; ///< touches that were examined; 0 of an exact curve
  CurveIntervals Intervals = {};

  uint64_t touches() const { return misses(0); }
  /// Returns the misses in a cache of as many lines as \p Bucket begins at.
  uint64_t misses(size_t Bucket) const {
    uint64_t Sum = Compulsory;
    for (; Bucket < Reuses.size(); ++Bucket)
      Sum += Reuses[Bucket];
    return Sum;
  }
  /// Returns the 95 % interval of misses(\p Bucket).
  MissInterval interval(size_t Bucket) const {
    if (Intervals.empty())
      return {misses(Bucket), misses(Bucket)};
    return Intervals[std::min(Bucket, Intervals.size() - 1)];
  }
  bool operator==(const MissCurve &) const = default;
};

/// What holds for all curves of a scope together.
struct CurveTotal {
  CurveScope Scope = CurveScope::Private;
  uint64_t Samples = 0;          ///< 0: exact
  CurveIntervals Intervals = {}; ///< of the sum of all curves
  bool operator==(const CurveTotal &) const = default;
};

/// Miss curves; empty if they were not asked for.
struct MissCurves {
  std::vector<CurveTotal> Totals;
  std::vector<MissCurve> Curves; ///< sorted by (Scope, Structure)

  bool empty() const { return Totals.empty(); }
  bool exact() const { return !empty() && Totals.front().Samples == 0; }
  bool operator==(const MissCurves &) const = default;
};

} // namespace memfacet::result

#endif
