//===- FilteredShares.cpp - a place's accesses by structure ---------------===//
//
// A filtering program does not tell which structures a place accessed how
// often. Its executions are shared out in proportion to its records.
//
//===----------------------------------------------------------------------===//

#include "analysis/counts/FilteredChanges.h"
#include <algorithm>

namespace memfacet {

/// By structure, in any order; not 0.
std::vector<SiteOwners::Row> FilteredChanges::changesOf(uint32_t Site) const {
  std::vector<SiteOwners::Row> Rows;
  const SiteUse &U = Uses[Site];
  auto Add = [&](uint32_t Structure, uint64_t Changes) {
    if (Changes != 0)
      Rows.push_back({StructureId(Structure), Changes});
  };
  Add(U.First, U.InFirst);
  if (U.Other == None)
    return Rows;
  if (RestOrder.size() != Rest.size())
    RestOrder = RestNumbers.sorted();
  auto KeyAt = [&](uint32_t Number) { return RestNumbers.key(Number); };
  for (auto It = std::ranges::lower_bound(RestOrder, keyOf(Site, 0), {}, KeyAt);
       It != RestOrder.end() && KeyAt(*It) >> 32 == Site; ++It)
    Add(uint32_t(KeyAt(*It)), Rest[*It].All);
  return Rows;
}

/// The changes of \p Site. Where it has none, its accesses find the lines of
/// others: those of the nearest one before it in its run, or behind.
std::vector<SiteOwners::Row> FilteredChanges::sharesOf(uint32_t Site) const {
  uint32_t Run = Modules.site(SiteId(Site)).Block;
  auto InRun = [&](uint32_t Other) {
    return Other < Uses.size() && Modules.site(SiteId(Other)).Block == Run;
  };
  for (uint32_t Other = Site; InRun(Other); --Other)
    if (std::vector<SiteOwners::Row> Rows = changesOf(Other); !Rows.empty())
      return Rows;
  for (uint32_t Other = Site + 1; InRun(Other); ++Other)
    if (std::vector<SiteOwners::Row> Rows = changesOf(Other); !Rows.empty())
      return Rows;
  return {{StructureRegistry::Unattributed, 1}};
}

std::vector<SiteOwners::Row> FilteredChanges::of(uint32_t Site) const {
  uint64_t Executed = executionsOf(Site);
  if (Executed == 0)
    return {};
  if (Uses[Site].direct())
    return {{StructureId(Uses[Site].Structure), Executed}};
  std::vector<SiteOwners::Row> Rows = sharesOf(Site);
  std::ranges::sort(Rows, {}, &SiteOwners::Row::Structure);
  // By the largest remainder, so that they add up.
  using Wide = unsigned __int128;
  uint64_t All = 0, Shared = 0;
  for (const SiteOwners::Row &R : Rows)
    All += R.Accesses;
  std::vector<std::pair<uint64_t, size_t>> Remainders;
  for (size_t I = 0; I != Rows.size(); ++I) {
    Wide Product = Wide(Executed) * Rows[I].Accesses;
    Rows[I].Accesses = uint64_t(Product / All);
    Remainders.push_back({uint64_t(Product % All), I});
    Shared += Rows[I].Accesses;
  }
  std::ranges::sort(Remainders, [](const auto &A, const auto &B) {
    return A.first != B.first ? A.first > B.first : A.second < B.second;
  });
  for (size_t I = 0; Shared + I != Executed; ++I)
    ++Rows[Remainders[I].second].Accesses;
  std::erase_if(Rows, [](const SiteOwners::Row &R) { return R.Accesses == 0; });
  return Rows;
}

bool FilteredChanges::losesExecutions(const Profile &P) const {
  if (!HasFiltered)
    return false;
  uint64_t Places = 0, Structures = 0;
  for (const CodeSite &S : P.Sites)
    Places += S.Accesses;
  for (const Structure &S : P.Structures)
    Structures += S.Total.Accesses;
  return Places != Structures;
}

bool FilteredChanges::estimates() const {
  for (uint32_t Site = 0; Site != Executions.size(); ++Site)
    if (Executions[Site] != 0 && Uses[Site].Other != None &&
        changesOf(Site).size() > 1)
      return true;
  return false;
}

} // namespace memfacet
