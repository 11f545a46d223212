//===- pipeline/FillSites.h - counts by site, with their places -----------===//

#ifndef MEMFACET_PIPELINE_FILLSITES_H
#define MEMFACET_PIPELINE_FILLSITES_H

#include "analysis/cache/SiteMisses.h"
#include "analysis/cache/SiteTouches.h"
#include "analysis/decode/Modules.h"
#include "analysis/decode/PlainRecords.h"
#include "analysis/profile/Profile.h"

namespace memfacet {

/// Fills Sites and BySite of \p P. \p Executed: accesses by SiteId.
void fillSites(Profile &P, const ModuleSet &Modules,
               const ExecutionCounts &Executed, const SiteTouches &Touches,
               const SiteMisses &Misses);

} // namespace memfacet

#endif
