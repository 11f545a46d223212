//===- decode/PlainBlocks.cpp - blocks, laid out for vectors --------------===//

#include "analysis/decode/PlainRecords.h"
#include <algorithm>

namespace memfacet {

static PlainSites pack(uint64_t Header, const HotSite *Sites, uint32_t Number,
                       uint32_t Count) {
  PlainSites P = {};
  for (uint32_t I = 0; I != Count; ++I) {
    const HotSite &H = Sites[I];
    P.Add[I] = H.Add - (H.Slot == 0 ? Header : 0);
    P.Info[I] = {Number + I, H.Size, bool(H.write())};
    P.Slot[I] = uint8_t(H.Slot);
  }
  return P;
}

PlainBlocks::PlainBlocks() : First(std::make_unique<PlainSites[]>(Slots)) {}

void PlainBlocks::forget() { Heads.fill({}); }

bool PlainBlocks::learn(uint64_t Header, const DecodedBlock &B,
                        const HotSite *Sites) {
  constexpr uint32_t Lanes = PlainSites::Lanes;
  if (!B.AllFixed || B.Words > MaxWords || B.SiteCount > MaxSites)
    return false;
  size_t S = slot(Header);
  uint32_t Count = B.SiteCount;
  const HotSite *From = Sites + B.FirstSite;
  auto Part = [&](uint32_t I) {
    return pack(Header, From + I, B.FirstSite + I, std::min(Count - I, Lanes));
  };
  Heads[S] = {Header, B.Instructions, B.Words, B.SiteCount};
  First[S] = Part(0);
  Rest[S] = nullptr;
  if (Count > Lanes)
    Rest[S] = std::make_unique<PlainSites[]>((Count - 1) / Lanes);
  for (uint32_t I = Lanes; I < Count; I += Lanes)
    Rest[S][I / Lanes - 1] = Part(I);
  return true;
}

} // namespace memfacet
