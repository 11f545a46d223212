//===- FillProfile.h - sites, and times of intervals and objects ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_COUNTS_FILLPROFILE_H
#define MEMFACET_MEASURE_COUNTS_FILLPROFILE_H

#include "analysis/caches/cache/SiteMisses.h"
#include "analysis/decode/Modules.h"
#include "analysis/measure/counts/SelectedAccesses.h"
#include "analysis/measure/counts/StepSampler.h"
#include "analysis/owners/attribute/SiteOwners.h"
#include "analysis/owners/objects/ObjectTimes.h"
#include "analysis/result/profile/Profile.h"
#include "analysis/threads/sync/SyncClock.h"

namespace memfacet::measure {

/// Counts by SiteId.
struct SiteTotals {
  const owners::SiteOwners &Owners;
  const SelectedAccesses &Selected;
  const caches::SiteTouches &Touches;
  const caches::SiteMisses &Misses;
  const StepSampler &Steps;
};

/// Returns the place of an access as a programmer would name it: the innermost
/// inlined frame that is not in a system header, else the innermost one.
decode::Place programPlace(const std::vector<decode::Place> &Frames);

/// Describes a site for tables of pairs and of sharing.
result::PairSite describeSite(const decode::ModuleSet &Modules, SiteId Site);

constexpr uint32_t NoSite = ~uint32_t(0);

/// Fills Sites, BySite and Records of \p P, and the structures' records.
/// Returns, by SiteId, the number in Sites, or NoSite.
std::vector<uint32_t> fillSites(result::Profile &P,
                                const decode::ModuleSet &Modules,
                                const SiteTotals &Totals);

/// Fills ComputationCycles of \p P, whose Instructions are there: a core's
/// model executes the runs that have most of them (core/RunCycles.h). Leaves it
/// as it is where no run has sites.
void fillComputation(result::Profile &P, const decode::ModuleSet &Modules,
                     const SiteTotals &Totals);

/// Fills the MissSites of the signatures; \p Numbers is what fillSites
/// returned.
void fillSiteTimes(result::Profile &P, const caches::IntervalSites &Times,
                   const std::vector<uint32_t> &Numbers);

/// Fills the times of the places of the signatures of \p P, as far as \p Times
/// has them.
inline void setTimes(result::Profile &P, const threads::IntervalTimes &Times) {
  for (result::IntervalPlace &I : P.Signatures.Places)
    if (const threads::IntervalTimes::Span *S =
            Times.find(I.Thread, I.Interval)) {
      I.TimeBegin = S->Begin;
      I.TimeEnd = S->End;
    }
}

/// Fills Lives of the structures in \p P, whose PeakObjects are there. With
/// lives and sites, \p P has descriptions.
void fillLives(result::Profile &P, const owners::ObjectTimes &Times);

} // namespace memfacet::measure

#endif
