//===- pipeline/FillSites.cpp - counts by site, with their places ---------===//

#include "analysis/pipeline/FillSites.h"
#include <algorithm>
#include <tuple>

namespace memfacet {

/// What a programmer would call the place of an access: the innermost inlined
/// frame that is not a system header's, else the innermost.
static Place programPlace(const std::vector<Place> &Frames) {
  for (const Place &P : Frames)
    if (!P.File.starts_with("/usr/"))
      return P;
  return Frames.empty() ? Place() : Frames.front();
}

/// One row for each statement, however often it was inlined or compiled.
static void addBlindSpot(Profile &P, const ModuleSet &Modules, SiteId Id,
                         uint64_t Executions) {
  Place Where = programPlace(Modules.places(Modules.site(Id).WhereAddress));
  P.BlindSpots.push_back({std::string(Where.File), std::string(Where.Function),
                          Where.Line, Where.Column, Executions});
}

static void mergeBlindSpots(std::vector<BlindSpot> &Spots) {
  auto Place = [](const BlindSpot &S) {
    return std::tie(S.File, S.Line, S.Column, S.Function);
  };
  std::ranges::sort(Spots, {}, Place);
  size_t Kept = 0;
  for (size_t I = 1; I < Spots.size(); ++I)
    if (Place(Spots[Kept]) == Place(Spots[I]))
      Spots[Kept].Executions += Spots[I].Executions;
    else if (++Kept != I)
      Spots[Kept] = std::move(Spots[I]);
  if (!Spots.empty())
    Spots.resize(Kept + 1);
}

static CodeSite describe(const ModuleSet &Modules, SiteId Id,
                         uint64_t Accesses) {
  const SiteInfo &Info = Modules.site(Id);
  Place Where = programPlace(Modules.places(Info.WhereAddress));
  CodeSite S;
  S.File = Where.File, S.Function = Where.Function;
  S.Line = Where.Line, S.Column = Where.Column;
  S.Write = Info.Kind != AccessKind::Load;
  S.Accesses = Accesses;
  return S;
}

void fillSites(Profile &P, const ModuleSet &Modules,
               const ExecutionCounts &Executed, const SiteTouches &Touches,
               const SiteMisses &Misses) {
  constexpr uint32_t NotExecuted = ~0u;
  std::vector<uint32_t> Index(Executed.size(), NotExecuted);
  for (uint32_t Id = 0; Id != Executed.size(); ++Id) {
    if (Modules.site(SiteId(Id)).Blind) {
      addBlindSpot(P, Modules, SiteId(Id), Executed[Id]);
      continue;
    }
    if (Executed[Id] == 0)
      continue;
    Index[Id] = uint32_t(P.Sites.size());
    P.Sites.push_back(describe(Modules, SiteId(Id), Executed[Id]));
    P.Sites.back().Touches = Executed[Id] + Touches.of(Id);
  }
  mergeBlindSpots(P.BlindSpots);
  size_t Levels = P.Caches.Levels.size();
  for (const SiteMisses::Row &Row : Misses.sorted()) {
    if (Row.site() >= Index.size() || Index[Row.site()] == NotExecuted)
      continue;
    P.BySite.push_back({Index[Row.site()],
                        Row.structure(),
                        {Row.Misses.begin(), Row.Misses.begin() + Levels}});
  }
}

} // namespace memfacet
