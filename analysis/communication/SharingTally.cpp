//===- SharingTally.cpp - counts of shared lines --------------------------===//

#include "analysis/communication/SharingTally.h"
#include <numeric>
#include <tuple>

namespace memfacet {

uint32_t SharingTally::lookUp(uint32_t Thread, uint32_t Site,
                              uint32_t Structure) {
  auto [It, New] = Numbers.try_emplace({Thread, Site, Structure}, Rows.size());
  if (New) {
    SharingVertex V;
    V.Site = Site, V.Structure = StructureId(Structure), V.Thread = Thread;
    Rows.push_back(V);
  }
  std::vector<Known> &Sites = ByThread[Thread];
  if (Site >= Sites.size())
    Sites.resize(Site + size_t(1));
  Sites[Site] = {Structure, It->second};
  return It->second;
}

void SharingTally::forget() {
  for (SharingVertex &V : Rows) {
    SharingVertex Empty;
    Empty.Site = V.Site, Empty.Structure = V.Structure, Empty.Thread = V.Thread;
    V = Empty;
  }
  Edges.clear();
  Fights.clear();
  ++Generation;
}

/// Whether anything was counted.
static bool isCounted(const SharingVertex &V) {
  return V.Units | V.Cold | V.True | V.False | V.Coarse | V.Fine |
         V.Invalidations | V.Upgrades;
}

void SharingTally::fill(SharingTable &To,
                        const std::function<PairSite(SiteId)> &Describe) const {
  std::vector<bool> Wanted(Rows.size());
  for (size_t I = 0; I != Rows.size(); ++I)
    Wanted[I] = isCounted(Rows[I]);
  Edges.forEach([&](uint64_t Key, const Ends &) {
    Wanted[Key >> 32] = Wanted[uint32_t(Key)] = true;
  });
  std::vector<uint32_t> Order(Rows.size()), Number(Rows.size(), NoVertex);
  std::iota(Order.begin(), Order.end(), 0);
  std::ranges::sort(Order, {}, [&](uint32_t I) {
    const SharingVertex &V = Rows[I];
    return std::tuple(V.Site, V.Structure.Value, V.Thread);
  });
  To.Sites.clear(), To.Vertices.clear(), To.Edges.clear();
  uint32_t Before = 0;
  for (uint32_t I : Order) {
    if (!Wanted[I])
      continue;
    if (To.Sites.empty() || Rows[I].Site != Before)
      To.Sites.push_back(Describe(SiteId(Rows[I].Site)));
    Before = Rows[I].Site;
    Number[I] = uint32_t(To.Vertices.size());
    To.Vertices.push_back(Rows[I]);
    To.Vertices.back().Site = uint32_t(To.Sites.size() - 1);
  }
  Edges.forEach([&](uint64_t Key, const Ends &E) {
    To.Edges.push_back({Number[Key >> 32], Number[uint32_t(Key)], E.Cold,
                        E.True, E.False, E.Bytes});
  });
  std::ranges::sort(To.Edges, {}, [](const SharingEdge &E) {
    return std::pair(E.From, E.To);
  });
  To.Fights = Fights.rows(Number);
}

} // namespace memfacet
