//===- Curves.h - miss curves: misses by cache size -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/reuse.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_CACHES_CURVES_H
#define MEMFACET_REPORT_CACHES_CURVES_H

#include "analysis/result/profile/Profile.h"
#include "tools/support/Terminal.h"
#include <optional>

namespace memfacet::report {

/// The curve of a structure, or a sum of curves.
struct NamedCurve {
  std::string Name, Title; ///< in JSON and CSV, and in tables
  StructureId Structure;   ///< invalid for sums
  result::MissCurve Curve; ///< without intervals in the row [k others]
};

/// The curves of one scope.
struct CurveModel {
  std::vector<NamedCurve> Rows; ///< most misses in the first level's size first
  NamedCurve Total;             ///< the sum of Rows
  result::CurveScope Scope = result::CurveScope::Private;
  bool Exact = true;
  uint32_t LineBytes = 64;
};

/// \p P must have curves.
CurveModel curveModel(const result::Profile &P, result::CurveScope Scope);

/// A size at which a curve falls steeply.
struct Knee {
  uint64_t Bytes;           ///< from this size on, the curve has fallen
  uint64_t BelowBytes;      ///< the size before the fall
  double BelowRatio, Ratio; ///< miss ratios at BelowBytes, at Bytes
};

/// Returns at most three knees, the smallest size first.
std::vector<Knee> knees(const CurveModel &M, const result::MissCurve &C);

/// Returns the sizes of the table, in bytes: up to the size from which on the
/// curve is flat, and the sizes of simulated caches that are not much larger.
std::vector<uint64_t> usualSizes(const CurveModel &M,
                                 const caches::CacheModel &Caches);
/// Parses sizes such as "16K,48K,1M..8M"; the sizes of a range double. Returns
/// them in ascending order, each rounded down to a size at which curves are
/// known.
Expected<std::vector<uint64_t>> parseSizes(std::string_view Text,
                                           uint32_t LineBytes);
/// Returns the misses in a cache of \p Bytes.
uint64_t missesAt(const CurveModel &M, const result::MissCurve &C,
                  uint64_t Bytes);
/// Returns the interval around the count of missesAt.
result::MissInterval intervalAt(const CurveModel &M, const result::MissCurve &C,
                                uint64_t Bytes);
/// Returns the last bucket to draw: the last one with a reuse or, if that is
/// later, the one of a cache's size that is at most 64 times as large.
size_t lastBucket(const CurveModel &M, const caches::CacheModel &Caches);

struct CurveOptions {
  std::vector<uint64_t> Sizes;
  std::vector<StructureId> Named; ///< only these; empty: the largest Top
  size_t Top = 10;
  bool Plot = false, Counts = false;
};

std::string curvesText(const result::Profile &P, const CurveModel &M,
                       const CurveOptions &Options, const Terminal &Out);
std::string curvesJson(const result::Profile &P, const CurveModel &M,
                       const CurveOptions &Options);
/// Writes a row per curve and size.
std::string curvesCsv(const CurveModel &M, const CurveOptions &Options);
/// Draws the total and the named or largest structures.
std::string curvesSvg(const result::Profile &P, const CurveModel &M,
                      const CurveOptions &Options);
/// Draws \p Row from 1 KiB on in lines of braille characters, with the levels
/// of \p Caches.
std::string curvePlot(const CurveModel &M, const NamedCurve &Row,
                      const caches::CacheModel &Caches, size_t Width);

/// Returns the rows that are shown one by one: the named ones, else the first
/// \p Most.
std::vector<const NamedCurve *>
drawnRows(const CurveModel &M, const CurveOptions &Options, size_t Most);

} // namespace memfacet::report

#endif
