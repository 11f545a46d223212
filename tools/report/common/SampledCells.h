//===- SampledCells.h - estimates of a sampled run, for people ------------===//

#ifndef MEMFACET_REPORT_COMMON_SAMPLEDCELLS_H
#define MEMFACET_REPORT_COMMON_SAMPLEDCELLS_H

#include "analysis/profile/Profile.h"
#include "tools/report/common/ReportModel.h"

namespace memfacet {

/// "2.1 % of 1.20 G accesses in 37 windows; ...". \p Total: of the run.
std::string sampledLine(const Profile &P, const Counts &Total);

/// "±0.31 %" of a count; "-" where it is not known.
std::string countError(const SampledError &E);
/// "±0.31", in percentage points.
std::string shareError(const SampledError &E);

/// Those of a row of the report: of its structure, or of all; null: of a sum
/// over some structures nothing is known.
const SampledErrors *errorsOf(const Profile &P, const ReportRow &Row);
/// Of what \p E is, the column that shares are taken of: "l1-misses" and the
/// like.
SampledError errorOf(const SampledErrors &E, const CacheModel &Caches,
                     const std::string &Column);

} // namespace memfacet

#endif
