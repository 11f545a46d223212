//===- IntervalReport.h - one interval, for people and tools --------------===//

#ifndef MEMFACET_REPORT_PHASES_INTERVALREPORT_H
#define MEMFACET_REPORT_PHASES_INTERVALREPORT_H

#include "analysis/phases/IntervalView.h"
#include "tools/report/phases/PhaseReport.h"
#include "tools/support/SourceFile.h"

namespace memfacet {

/// \p Profile: the path of the interval's run, from which sources are found.
std::string intervalText(const PhaseReport &R, const IntervalView &V,
                         const std::string &Profile, const Terminal &Out);
std::string intervalJson(const PhaseReport &R, const IntervalView &V,
                         const std::string &Profile);
/// A row per site.
std::string intervalCsv(const PhaseReport &R, const IntervalView &V,
                        const std::string &Profile);

} // namespace memfacet

#endif
