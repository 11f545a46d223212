//===- PlainBlocks.cpp - blocks, laid out for vectors ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/PlainRecords.h"
#include <algorithm>
#include <optional>
#include <utility>

namespace memfacet::decode {

static constexpr uint32_t Lanes = PlainBlock::Lanes;

/// Returns what is added to the record's word Slot, the header included.
static uint64_t addOf(const HotSite &H, uint64_t Header) {
  return H.Add - (H.Slot == 0 ? Header : 0);
}

/// Returns nothing if the block does not fit.
static std::optional<PlainBlock> pack(const DecodedBlock &B, uint64_t Header,
                                      LaneTable Lane) {
  if (B.Words > Lanes || B.LaneCount > Lanes || !B.AllFixed)
    return std::nullopt;
  PlainBlock P = {};
  P.FirstLane = B.FirstLane;
  P.Instructions = uint16_t(B.Instructions);
  P.Count = uint8_t(B.LaneCount);
  for (uint32_t I = 0; I != B.LaneCount; ++I) {
    const HotSite &H = Lane.Hot[B.FirstLane + I];
    uint64_t Add = addOf(H, Header);
    if (int64_t(Add) != int32_t(Add))
      return std::nullopt;
    P.Add[I] = int32_t(Add);
    P.Slot[I] = uint8_t(H.Slot);
    P.Info[I] = {Lane.Sites[B.FirstLane + I], H.Size, H.write()};
  }
  return P;
}

static PlainSites packLarge(uint64_t Header, LaneTable Lane, uint32_t First,
                            uint32_t Count) {
  PlainSites P = {};
  for (uint32_t I = 0; I != Count; ++I) {
    const HotSite &H = Lane.Hot[First + I];
    P.Add[I] = addOf(H, Header);
    P.Slot[I] = uint8_t(H.Slot);
    P.Info[I] = {Lane.Sites[First + I], H.Size, H.write()};
    if (H.shape() == HotSite::Mark) {
      P.Marks |= uint8_t(1 << I);
    } else if (H.shape() == HotSite::Range) {
      P.Info[I] = {Lane.Sites[First + I], 0, H.write()};
      P.Ranges |= uint8_t(1 << I);
      P.Bytes[I] = uint8_t(H.extra());
    }
  }
  return P;
}

void PlainBlocks::forget() {
  Current = {};
  Tables.clear();
  Memory.clear();
  LargeBlocks.clear();
  Executed.clear();
  LargeExecuted.clear();
}

[[gnu::noinline]] void PlainBlocks::listExecuted(PlainBlock &B) {
  Executed.push_back(&B);
}

[[gnu::noinline]] void PlainBlocks::listExecuted(LargePlainBlock &B) {
  LargeExecuted.push_back(uint32_t(&B - LargeBlocks.data()));
}

/// Adds as few entries as possible: a path's runs have neighbouring sites.
static void addExecutions(std::span<const uint32_t> Sites, uint64_t Executions,
                          std::vector<SiteExecutions> &Result) {
  for (size_t I = 0, End; I != Sites.size(); I = End) {
    for (End = I + 1; End != Sites.size(); ++End)
      if (Sites[End] != Sites[I] + (End - I))
        break;
    Result.push_back({Sites[I], uint32_t(End - I), Executions});
  }
}

void PlainBlocks::takeExecutions(std::vector<SiteExecutions> &Result,
                                 const uint32_t *Sites) {
  for (PlainBlock *B : Executed)
    addExecutions({Sites + B->FirstLane, B->Count},
                  std::exchange(B->Executions, 0), Result);
  Executed.clear();
  for (uint32_t Number : LargeExecuted) {
    LargePlainBlock &B = LargeBlocks[Number];
    uint64_t Executions = std::exchange(B.Executions, 0);
    addExecutions({Sites + B.FirstLane, B.Count}, Executions, Result);
    // Marks are not executed as accesses are.
    for (uint32_t I = 0; B.HasMarks && I != B.Count; ++I)
      if (B.Sites[I / Lanes].Marks >> I % Lanes & 1)
        Result.push_back({Sites[B.FirstLane + I], 1, -Executions});
  }
  LargeExecuted.clear();
}

bool PlainBlocks::enter(uint64_t Header, const BlockIndex &Index) {
  // Few modules are instrumented.
  for (const Table &T : Tables)
    if (T.place(Header) < T.Places) {
      Current = T;
      return true;
    }
  TableRange Range = Index.tableOf(Header);
  uint64_t Rows = (Range.End - Range.Begin) / sizeof(Block);
  Table New{Range.Begin, Rows * Table::PlacesPerRow};
  if (New.place(Header) >= New.Places)
    return false;
  New.Rows = static_cast<PlainBlock *>(
      Memory.emplace_back(Rows * sizeof(PlainBlock)).data());
  New.Lengths = static_cast<uint8_t *>(Memory.emplace_back(New.Places).data());
  Tables.push_back(New);
  Current = New;
  return true;
}

void PlainBlocks::learnLarge(PlainBlock &Row, const DecodedBlock &B,
                             uint64_t Header, LaneTable Lane) {
  Row.Large = uint32_t(LargeBlocks.size());
  LargePlainBlock &L = LargeBlocks.emplace_back(LargePlainBlock{
      B.FirstLane, B.Words, B.LaneCount, false, B.Instructions, 0, {}, {}});
  for (uint32_t I = 0; I < B.LaneCount; I += Lanes) {
    L.Sites.push_back(packLarge(Header, Lane, B.FirstLane + I,
                                std::min(B.LaneCount - I, Lanes)));
    const PlainSites &S = L.Sites.back();
    L.HasMarks |= S.Marks != 0;
    for (uint32_t Left = S.Ranges; Left; Left &= Left - 1)
      L.Bytes.push_back(S.Bytes[std::countr_zero(Left)]);
  }
}

/// Returns whether all sites are accesses of neighbouring bytes or marks.
static bool isPlain(const DecodedBlock &B, const HotSite *Hot) {
  return std::all_of(
      Hot + B.FirstLane, Hot + B.FirstLane + B.LaneCount,
      [&](const HotSite &H) {
        return H.shape() == HotSite::Fixed || H.shape() == HotSite::Mark ||
               (H.shape() == HotSite::Range && H.extra() < B.Words);
      });
}

bool PlainBlocks::learn(uint64_t Header, const BlockIndex &Index,
                        LaneTable Lane) {
  const DecodedBlock *B = Index.find(Header);
  if (!B)
    return false;
  uint64_t Place = Current.place(Header);
  if (B->Words > MaxWords || B->LaneCount > MaxSites ||
      B->Instructions > MaxInstructions || !isPlain(*B, Lane.Hot)) {
    Current.Lengths[Place] = NotPlain;
    return false;
  }
  PlainBlock &Row = Current.row(Place);
  if (std::optional<PlainBlock> P = pack(*B, Header, Lane)) {
    Row = *P;
    Current.Lengths[Place] = uint8_t(B->Words);
  } else {
    learnLarge(Row, *B, Header, Lane);
    Current.Lengths[Place] = Large;
  }
  return true;
}

} // namespace memfacet::decode
