//===- MissCurves.h - misses by the size of the cache ---------------------===//
//
// Of fully associative LRU caches. docs/reuse.md defines each number.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PROFILE_MISSCURVES_H
#define MEMFACET_PROFILE_MISSCURVES_H

#include "analysis/support/Ids.h"
#include <cstdint>
#include <vector>

namespace memfacet {

enum class CurveScope : uint32_t {
  Private, ///< a cache of its own for each thread; their sum
  Shared   ///< one cache of all threads
};
constexpr CurveScope CurveScopes[] = {CurveScope::Private, CurveScope::Shared};
/// "private", "shared": as in reports, JSON and the database.
constexpr const char *curveScopeName(CurveScope S) {
  return S == CurveScope::Private ? "private" : "shared";
}

/// Touches of one structure by reuse distance.
struct MissCurve {
  CurveScope Scope = CurveScope::Private;
  StructureId Structure;
  uint64_t Compulsory = 0; ///< touches of lines that were never touched before
  /// By bucket (reuse/DistanceBuckets.h); no zeros at the end.
  std::vector<uint64_t> Reuses = {};
  uint64_t Samples = 0; ///< 0: all touches were looked at
  /// Of the miss ratio at any size, millionths. 0 where it is exact.
  uint64_t ErrorPpm = 0;

  uint64_t touches() const { return misses(0); }
  /// In a cache of as many lines as \p Bucket begins at.
  uint64_t misses(size_t Bucket) const {
    uint64_t Sum = Compulsory;
    for (; Bucket < Reuses.size(); ++Bucket)
      Sum += Reuses[Bucket];
    return Sum;
  }
  bool operator==(const MissCurve &) const = default;
};

/// What holds for all curves of a scope together.
struct CurveTotal {
  CurveScope Scope = CurveScope::Private;
  uint64_t Samples = 0;  ///< 0: exact
  uint64_t ErrorPpm = 0; ///< of the sum of all curves
  bool operator==(const CurveTotal &) const = default;
};

/// Empty where nobody asked for them.
struct MissCurves {
  std::vector<CurveTotal> Totals;
  std::vector<MissCurve> Curves; ///< sorted by (Scope, Structure)

  bool empty() const { return Totals.empty(); }
  bool exact() const { return !empty() && Totals.front().Samples == 0; }
  bool operator==(const MissCurves &) const = default;
};

} // namespace memfacet

#endif
