//===- decode/PlainBlocks.cpp - blocks, laid out for vectors --------------===//

#include "analysis/decode/PlainRecords.h"
#include <algorithm>
#include <utility>

namespace memfacet {

static PlainSites pack(uint64_t Header, const HotSite *Sites, uint32_t Number,
                       uint32_t Count) {
  PlainSites P = {};
  for (uint32_t I = 0; I != Count; ++I) {
    const HotSite &H = Sites[I];
    P.Add[I] = H.Add - (H.Slot == 0 ? Header : 0);
    P.Info[I] = {Number + I, H.Size, H.write()};
    P.Slot[I] = uint8_t(H.Slot);
  }
  return P;
}

void PlainBlocks::forget() {
  Current = {};
  Tables.clear();
  Memory.clear();
  Large.clear();
}

static void count(const PlainSites &S, uint32_t Count, uint64_t Executions,
                  ExecutionCounts &To) {
  for (uint32_t I = 0; I != Count; ++I)
    To[S.Info[I].site()] += Executions;
}

void PlainBlocks::countInto(ExecutionCounts &To) {
  for (const Table &T : Tables)
    for (uint64_t I = 0; I != T.Count; ++I) {
      PlainBlock &B = T.row(T.Begin + I * sizeof(Block));
      if (B.plain())
        count(B.Sites, B.Count, std::exchange(B.Value, 0), To);
    }
  for (LargePlainBlock &B : Large) {
    uint64_t Executions = std::exchange(B.Executions, 0);
    for (uint32_t I = 0; I < B.Count; I += PlainSites::Lanes)
      count(B.Sites[I / PlainSites::Lanes],
            std::min(B.Count - I, PlainSites::Lanes), Executions, To);
  }
}

bool PlainBlocks::enter(uint64_t Header, const BlockIndex &Index) {
  // Few modules are instrumented.
  for (const Table &T : Tables)
    if (T.has(Header)) {
      Current = T;
      return true;
    }
  TableRange Range = Index.tableOf(Header);
  Table New{Range.Begin, (Range.End - Range.Begin) / sizeof(Block)};
  if (!New.has(Header))
    return false;
  Memory.emplace_back(New.Count * sizeof(PlainBlock));
  New.Rows = static_cast<char *>(Memory.back().data());
  Tables.push_back(New);
  Current = New;
  return true;
}

bool PlainBlocks::learn(uint64_t Header, const BlockIndex &Index,
                        const HotSite *Sites) {
  constexpr uint32_t Lanes = PlainSites::Lanes;
  const DecodedBlock *B = Index.find(Header);
  if (!B)
    return false;
  PlainBlock &Row = Current.row(Header);
  if (!B->AllFixed || B->Words > MaxWords || B->SiteCount > MaxSites ||
      B->Instructions > MaxInstructions) {
    Row.Value = PlainBlock::NotPlain;
    return false;
  }
  std::vector<PlainSites> All;
  for (uint32_t I = 0; I < std::max<uint32_t>(B->SiteCount, 1); I += Lanes)
    All.push_back(pack(Header, Sites + B->FirstSite + I, B->FirstSite + I,
                       std::min(B->SiteCount - I, Lanes)));
  if (B->Words > Lanes || B->SiteCount > Lanes) {
    Row.Value = uint32_t(PlainBlock::FirstLarge + Large.size());
    Large.push_back(
        {B->Words, B->SiteCount, B->Instructions, 0, std::move(All)});
    return true;
  }
  Row.Sites = All.front();
  Row.Instructions = uint16_t(B->Instructions);
  Row.Count = uint8_t(B->SiteCount);
  Row.Words = uint8_t(B->Words);
  return true;
}

} // namespace memfacet
