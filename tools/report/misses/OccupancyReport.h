//===- OccupancyReport.h - what levels hold, over time --------------------===//

#ifndef MEMFACET_REPORT_MISSES_OCCUPANCYREPORT_H
#define MEMFACET_REPORT_MISSES_OCCUPANCYREPORT_H

#include "tools/report/structures/DetailView.h"
#include "tools/support/Terminal.h"
#include <string>

namespace memfacet {

/// \p P has Memory. Shares are of what the level's caches hold together.
std::string occupancyText(const Profile &P, const DetailOptions &Options,
                          const Terminal &Out);
/// All levels, samples and structures.
std::string occupancyJson(const Profile &P);
std::string occupancyCsv(const Profile &P);

} // namespace memfacet

#endif
