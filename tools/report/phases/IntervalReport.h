//===- IntervalReport.h - one interval of a run ---------------------------===//

#ifndef MEMFACET_REPORT_PHASES_INTERVALREPORT_H
#define MEMFACET_REPORT_PHASES_INTERVALREPORT_H

#include "analysis/phases/IntervalView.h"
#include "tools/report/phases/PhaseReport.h"
#include "tools/support/SourceFile.h"

namespace memfacet {

/// \p Path: the profile of the interval's run. Sources are found from there.
std::string intervalText(const PhaseReport &R, const IntervalView &V,
                         const std::string &Path, const Terminal &Out);
std::string intervalJson(const PhaseReport &R, const IntervalView &V,
                         const std::string &Path);
/// A row per site.
std::string intervalCsv(const PhaseReport &R, const IntervalView &V,
                        const std::string &Path);

} // namespace memfacet

#endif
