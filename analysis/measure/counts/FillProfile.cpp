//===- FillProfile.cpp - sites, and times of intervals and objects --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/counts/FillProfile.h"
#include "analysis/measure/counts/UsedTypes.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace memfacet::measure {

decode::Place programPlace(const std::vector<decode::Place> &Frames) {
  for (const decode::Place &P : Frames)
    if (!P.File.starts_with("/usr/"))
      return P;
  return Frames.empty() ? decode::Place() : Frames.front();
}

/// Returns the place of \p Site; without debug information, the function that
/// the code was compiled in.
static decode::Place placeOf(const decode::ModuleSet &Modules, SiteId Site) {
  const decode::SiteInfo &Info = Modules.site(Site);
  std::vector<decode::Place> Frames = Modules.places(Info.LocationAddress);
  return Frames.empty() ? Modules.function(Info.FunctionAddress)
                        : programPlace(Frames);
}

result::PairSite describeSite(const decode::ModuleSet &Modules, SiteId Site) {
  decode::Place Place = placeOf(Modules, Site);
  return {std::string(Place.File), std::string(Place.Function), Place.Line,
          Place.Column, Modules.site(Site).Kind};
}

/// Adds one row for each statement, however often it was inlined or compiled.
static void addBlindSpot(result::Profile &P, const decode::ModuleSet &Modules,
                         SiteId Id, uint64_t Executions) {
  decode::Place Place = placeOf(Modules, Id);
  P.BlindSpots.push_back({std::string(Place.File), std::string(Place.Function),
                          Place.Line, Place.Column, Executions});
}

static void mergeBlindSpots(std::vector<result::BlindSpot> &Spots) {
  auto Place = [](const result::BlindSpot &S) {
    return std::tie(S.File, S.Line, S.Column, S.Function);
  };
  std::ranges::sort(Spots, {}, Place);
  size_t Last = 0;
  for (size_t I = 1; I < Spots.size(); ++I)
    if (Place(Spots[Last]) == Place(Spots[I]))
      Spots[Last].Executions += Spots[I].Executions;
    else if (++Last != I)
      Spots[Last] = std::move(Spots[I]);
  if (!Spots.empty())
    Spots.resize(Last + 1);
}

static result::CodeSite describe(const decode::ModuleSet &Modules, SiteId Id,
                                 uint64_t Accesses) {
  decode::Place Place = placeOf(Modules, Id);
  result::CodeSite S;
  S.File = Place.File, S.Function = Place.Function;
  S.Line = Place.Line, S.Column = Place.Column;
  S.Write = Modules.site(Id).Kind != AccessKind::Load;
  S.Accesses = Accesses;
  return S;
}

/// Adds \p Rows of one site: one for each structure that it misses in, one for
/// each that it accesses. Rows of the same structure are merged.
static void addRows(result::Profile &P, uint32_t Site,
                    std::vector<result::SiteCounts> Rows) {
  std::ranges::sort(Rows, {}, &result::SiteCounts::Structure);
  for (result::SiteCounts &Row : Rows) {
    Row.Site = Site;
    if (P.BySite.empty() || P.BySite.back().Site != Site ||
        P.BySite.back().Structure != Row.Structure) {
      P.BySite.push_back(std::move(Row));
      continue;
    }
    result::SiteCounts &Known = P.BySite.back();
    Known.Accesses += Row.Accesses;
    if (Row.Steps.Sampled)
      Known.Steps = std::move(Row.Steps);
    for (size_t L = 0; L != Row.Misses.size(); ++L)
      Known.Misses[L] += Row.Misses[L];
  }
}

namespace {
/// Misses by site, asked for in ascending order of sites.
class MissCursor {
public:
  MissCursor(const caches::SiteMisses &Misses, size_t Levels)
      : Rows(Misses.sorted()), Levels(Levels) {}

  /// Returns rows with the misses of \p Site, which is above that of the call
  /// before.
  std::vector<result::SiteCounts> rowsOf(uint32_t Site) {
    std::vector<result::SiteCounts> Result;
    for (; Next != Rows.size() && Rows[Next].site() <= Site; ++Next) {
      const caches::SiteMisses::Row &Row = Rows[Next];
      if (Row.site() == Site)
        Result.push_back({0,
                          Row.structure(),
                          {Row.Misses.begin(), Row.Misses.begin() + Levels}});
    }
    return Result;
  }

private:
  std::vector<caches::SiteMisses::Row> Rows;
  size_t Levels, Next = 0;
};
} // namespace

std::vector<uint32_t> fillSites(result::Profile &P,
                                const decode::ModuleSet &Modules,
                                const SiteTotals &Totals) {
  RecordNumbers Records(P, Modules);
  Records.fillStructures();
  UsedTypes Uses(P.Structures);
  size_t Levels = P.Caches.Levels.size();
  MissCursor Misses(Totals.Misses, Levels);
  std::vector<uint32_t> Numbers(Modules.siteCount(), NoSite);
  for (uint32_t Id = 0; Id != Modules.siteCount(); ++Id) {
    uint64_t Executed =
        Totals.Owners.executionsOf(Id) + Totals.Selected.executionsOf(Id);
    if (Modules.site(SiteId(Id)).Copy)
      continue;
    if (Modules.site(SiteId(Id)).Blind) {
      addBlindSpot(P, Modules, SiteId(Id), Executed);
      continue;
    }
    std::vector<result::SiteCounts> Rows = Misses.rowsOf(Id);
    // A thread that is killed, or jumps out of a block, has recorded accesses
    // of the block, but has not counted its execution: there may be misses
    // nevertheless.
    if (Executed == 0 && Rows.empty())
      continue;
    bool IsCertain = Totals.Selected.hasSeen(Id);
    auto Add = [&](const owners::SiteOwners::Row &Row) {
      Rows.push_back({0, Row.Structure, std::vector<uint64_t>(Levels),
                      Row.Accesses,
                      Totals.Steps.stepsOf(SiteId(Id), Row.Structure)});
      Uses.add(Row.Structure, Modules.site(SiteId(Id)), Row.Accesses,
               IsCertain);
    };
    std::ranges::for_each(Totals.Selected.accessesOf(Id), Add);
    IsCertain = true;
    std::ranges::for_each(Totals.Owners.accessesOf(Id), Add);
    auto Site = Numbers[Id] = uint32_t(P.Sites.size());
    P.Sites.push_back(describe(Modules, SiteId(Id), Executed));
    P.Sites.back().Touches = Executed + Totals.Touches.extraTouches(Id);
    P.Sites.back().Field = Records.fieldOf(Modules.site(SiteId(Id)));
    addRows(P, Site, std::move(Rows));
  }
  Uses.fill(P, Records);
  mergeBlindSpots(P.BlindSpots);
  P.HasSiteAccesses = true;
  return Numbers;
}

/// Several SiteIds may be of one place: their misses are added up.
void fillSiteTimes(result::Profile &P, const caches::IntervalSites &Times,
                   const std::vector<uint32_t> &Numbers) {
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint64_t> Sums;
  for (const caches::IntervalSites::Row &R : Times.rows()) {
    uint32_t Site = R.Site < Numbers.size() ? Numbers[R.Site] : NoSite;
    if (Site == NoSite)
      Site = result::MissSite::Others;
    Sums[{R.Thread.Value, R.Interval.Value, Site}] += R.Misses;
  }
  P.Signatures.MissSites.clear();
  for (const auto &[Key, Misses] : Sums)
    P.Signatures.MissSites.push_back(
        {std::get<0>(Key), std::get<1>(Key), std::get<2>(Key), Misses});
  std::ranges::sort(P.Signatures.MissSites, {}, result::rankInInterval);
}

void fillLives(result::Profile &P, const owners::ObjectTimes &Times) {
  std::vector<result::ObjectLives> Lives = Times.lives();
  for (size_t Id = 0; Id != Lives.size() && Id != P.Structures.size(); ++Id) {
    result::ObjectLives &Target = P.Structures[Id].Lives;
    uint64_t Peak = Target.PeakObjects;
    Target = Lives[Id];
    Target.PeakObjects = Peak;
  }
  P.HasDescriptions = true;
}

} // namespace memfacet::measure
