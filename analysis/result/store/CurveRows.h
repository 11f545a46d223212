//===- CurveRows.h - rows of miss curves ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RESULT_STORE_CURVEROWS_H
#define MEMFACET_RESULT_STORE_CURVEROWS_H

#include "analysis/result/profile/MissCurves.h"

namespace memfacet::result {

/// A row of curves.
struct CurveRow {
  CurveScope Scope = CurveScope::Private;
  StructureId Structure;
  uint64_t Touches = 0, Compulsory = 0, Samples = 0;
  uint64_t ErrorPpm = 0; ///< of the miss ratio at any size, up to 14
};

/// A row of curve_totals.
struct CurveTotalRow {
  CurveScope Scope = CurveScope::Private;
  uint64_t Samples = 0;
  uint64_t ErrorPpm = 0; ///< up to 14
};

/// A row of curve_intervals and, without the structure, of
/// curve_total_intervals: misses in a cache of Lines lines. The last row of a
/// curve holds for all larger caches.
struct CurveIntervalRow {
  CurveScope Scope = CurveScope::Private;
  StructureId Structure;
  uint64_t Lines = 0;
  MissInterval Misses;
};

/// A row of curve_reuses: touches in the bucket that begins at Lines.
struct CurveReuse {
  CurveScope Scope = CurveScope::Private;
  StructureId Structure;
  uint64_t Lines = 0, Touches = 0;
};

} // namespace memfacet::result

#endif
