//===- decode/PlainBlocks.cpp - blocks, laid out for vectors --------------===//

#include "analysis/decode/PlainRecords.h"
#include <algorithm>

namespace memfacet {

static PlainSites pack(const HotSite *Sites, uint32_t Count) {
  PlainSites P = {};
  for (uint32_t I = 0; I != Count; ++I) {
    P.Add[I] = Sites[I].Add;
    P.Size[I] = Sites[I].Size;
    P.Slot[I] = uint8_t(Sites[I].Slot);
    P.Write[I] = Sites[I].write();
  }
  return P;
}

PlainBlocks::PlainBlocks()
    : First(std::make_unique<PlainSites[]>(Slots)) {
  forget();
}

void PlainBlocks::forget() {
  Shapes.fill({});
  std::fill_n(First.get(), Slots, PlainSites());
}

bool PlainBlocks::learn(uint64_t Header, const DecodedBlock &B,
                        const HotSite *Sites) {
  constexpr uint32_t Lanes = PlainSites::Lanes;
  if (!B.AllFixed || B.Words > MaxWords || B.SiteCount > MaxSites)
    return false;
  const HotSite *From = Sites + B.FirstSite;
  // As in expandFixed: a slot behind the record would be damage.
  for (uint32_t I = 0; I != B.SiteCount; ++I)
    if (From[I].Slot >= B.Words)
      return false;
  size_t S = slot(Header);
  uint32_t Count = B.SiteCount;
  Shapes[S] = {uint8_t(B.Words), uint8_t(Count)};
  First[S] = pack(From, std::min(Count, Lanes));
  First[S].Header = Header;
  First[S].FirstSite = B.FirstSite;
  First[S].Instructions = B.Instructions;
  Rest[S] = nullptr;
  if (Count > Lanes)
    Rest[S] = std::make_unique<PlainSites[]>((Count - 1) / Lanes);
  for (uint32_t I = Lanes; I < Count; I += Lanes)
    Rest[S][I / Lanes - 1] = pack(From + I, std::min(Count - I, Lanes));
  return true;
}

} // namespace memfacet
