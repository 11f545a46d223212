//===- ModuleBuilder.cpp - fills a ModuleSet from events ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/ModuleBuilder.h"
#include "analysis/decode/TableRows.h"
#include <algorithm>

namespace memfacet::decode {

/// Most bytes of a table of sites: half an address can tell no more apart.
static constexpr uint64_t MaxSiteBytes = uint64_t(1) << 31;

void ModuleBuilder::event(const Event &E) {
  if (E.Kind == EventKind::Module)
    addModule(E);
  else if (E.Kind == EventKind::TableData)
    addData(E);
}

ModuleBuilder::SiteTable ModuleBuilder::siteTable(uint32_t Half) const {
  for (auto M = Set.Modules.rbegin(); M != Set.Modules.rend(); ++M) {
    uint64_t Rows = M->Image.rows(TableKind::Sites, sizeof(Site));
    SiteTable Table{
        uint32_t(M->Image.range(TableKind::Sites).Begin),
        uint32_t(std::min<uint64_t>(Rows * sizeof(Site), MaxSiteBytes)),
        M->FirstSite};
    if (M->Decoded && Table.contains(Half))
      return KnownSites = Table;
  }
  return {};
}

void ModuleBuilder::addModule(const Event &E) {
  constexpr size_t PathIndex = 1 + 2 * TableCount;
  if (E.Payload.size() < PathIndex || Set.ByNumber.contains(E.Argument))
    return;
  std::array<TableRange, TableCount> Ranges;
  for (size_t I = 0; I != TableCount; ++I)
    Ranges[I] = {E.Payload[1 + 2 * I], E.Payload[2 + 2 * I]};
  LoadedModule &M = Set.Modules.emplace_back(Ranges);
  M.LoadBias = E.Payload[0];
  std::span<const uint64_t> Path = E.Payload.subspan(PathIndex);
  M.Path.assign(reinterpret_cast<const char *>(Path.data()), Path.size_bytes());
  M.Path.resize(std::min(M.Path.size(), M.Path.find('\0')));
  Set.ByNumber.emplace(E.Argument, &M);
}

void ModuleBuilder::addData(const Event &E) {
  auto It = Set.ByNumber.find(E.Argument);
  if (It == Set.ByNumber.end() || E.Payload.size() < 2)
    return;
  LoadedModule &M = *It->second;
  std::span<const uint64_t> Words = E.Payload.subspan(2);
  uint64_t Bytes = std::min<uint64_t>(E.Payload[1], Words.size_bytes());
  M.Image.append(E.Payload[0],
                 {reinterpret_cast<const char *>(Words.data()), Bytes});
  if (!M.Decoded && M.Image.complete())
    decode(M);
}

void ModuleBuilder::decode(LoadedModule &M) {
  M.Decoded = true;
  KnownSites = {};
  auto FirstSite = uint32_t(Set.Sites.size());
  M.FirstSite = FirstSite;
  decodeSites(M);
  decodeBlocks(M, FirstSite);
  M.Globals = readGlobals(M.Image);
  M.Allocations = readAllocations(M.Image);
  M.Layouts = readLayouts(M.Image);
  Set.Blocks.add(M.Image.range(TableKind::Blocks), M.Blocks);
  auto Enter = [&](RangeIndex<const LoadedModule> &Index, TableKind Kind) {
    const TableRange &R = M.Image.range(Kind);
    Index.insert(R.Begin, R.End, &M);
  };
  Enter(Set.BlockOwners, TableKind::Blocks);
  Enter(Set.SiteOwners, TableKind::Sites);
  Enter(Set.Functions, TableKind::Functions);
  Enter(Set.Globals, TableKind::Globals);
  Enter(Set.Allocations, TableKind::Allocations);
  Enter(Set.Locations, TableKind::Locations);
  Enter(Set.Strings, TableKind::Strings);
}

void ModuleBuilder::decodeSites(const LoadedModule &M) {
  size_t Count = M.Image.rows(TableKind::Sites, sizeof(Site));
  uint64_t Address = M.Image.range(TableKind::Sites).Begin;
  for (size_t I = 0; I != Count; ++I, Address += sizeof(Site)) {
    Site S = *M.Image.read<Site>(TableKind::Sites, Address);
    Set.SitesOfLanes.push_back(uint32_t(Set.Sites.size()));
    Set.Sites.push_back(siteInfo(M.Image, S, Address));
    Set.HotSites.push_back(hotSite(S));
  }
}

void ModuleBuilder::decodeBlocks(LoadedModule &M, uint32_t FirstSite) {
  // Rows may share sites, so that damaged tables could ask for the square of
  // their size.
  uint64_t Budget = 1'000'000 + 64 * (Set.Sites.size() - FirstSite);
  M.Blocks.resize(M.Image.rows(TableKind::Blocks, sizeof(Block)));
  uint64_t Address = M.Image.range(TableKind::Blocks).Begin;
  for (DecodedBlock &Target : M.Blocks) {
    Block B = *M.Image.read<Block>(TableKind::Blocks, Address);
    Target = {};
    Target.FirstSite = FirstSite;
    if (!decodeBlock(M, {B, Address}, Target, Budget))
      Target.Words = 0;
    Address += sizeof(Block);
  }
}

/// Decodes a row. Returns false if it is damaged.
bool ModuleBuilder::decodeBlock(const LoadedModule &M, const BlockRow &Row,
                                DecodedBlock &Target, uint64_t &Budget) {
  const Block &B = Row.B;
  Target.Instructions = B.Instructions;
  Target.OwnLanes = B.SiteCount;
  Target.CarriesAddresses = B.Flags & BlockCarriesAddresses;
  Target.EntersFunction = B.Flags & BlockEntersFunction;
  Target.StartsLoop = blockLoop(B.Flags) == uint64_t(B.Ordinal) + 1;
  Target.Id = B.Id;
  Target.AllFixed = true;
  if (B.SlotCount >= MaxRecordWords || B.SiteCount > Budget)
    return false;
  if (Target.CarriesAddresses && B.SiteCount > B.SlotCount)
    return false;
  Budget -= B.SiteCount;
  Target.Words = uint16_t(1 + B.SlotCount);
  return decodeOwnSites(M, Row, Target) && prependPath(M, Row, Target, Budget);
}

bool ModuleBuilder::decodeOwnSites(const LoadedModule &M, const BlockRow &Row,
                                   DecodedBlock &Target) {
  const Block &B = Row.B;
  Target.FirstLane = Target.FirstSite;
  Target.LaneCount = B.SiteCount;
  if (B.SiteCount == 0)
    return true;
  uint64_t Sites = targetOf(Row.Address + offsetof(Block, Sites), B.Sites);
  uint64_t Offset = Sites - M.Image.range(TableKind::Sites).Begin;
  uint64_t Number = Offset / sizeof(Site);
  uint64_t Rows = M.Image.rows(TableKind::Sites, sizeof(Site));
  if (Offset % sizeof(Site) != 0 || Number > Rows ||
      Rows - Number < B.SiteCount)
    return false;
  Target.FirstSite += uint32_t(Number);
  Target.FirstLane = Target.FirstSite;
  resolve(M, B, Row.Address, Target);
  for (uint32_t I = 0; I != B.SiteCount; ++I) {
    SiteInfo &Info = Set.Sites[Target.FirstSite + I];
    Info.Block = Target.FirstSite;
    Info.FunctionAddress =
        targetOf(Row.Address + offsetof(Block, Function), B.Function);
  }
  for (uint32_t I = 0; I != B.SiteCount; ++I) {
    const HotSite &H = Set.HotSites[Target.FirstSite + I];
    if (H.Slot > B.SlotCount || H.extra() > B.SlotCount)
      return false;
    Target.AllFixed &= H.shape() == HotSite::Fixed;
  }
  return true;
}

/// Puts the sites of the runs before in front of those of the last run.
bool ModuleBuilder::prependPath(const LoadedModule &M, const BlockRow &Row,
                                DecodedBlock &Target, uint64_t &Budget) {
  Target.Runs = 1;
  if (Row.B.Prefix == 0)
    return !(Row.B.Flags & BlockRepeats);
  uint64_t PathAddress =
      targetOf(Row.Address + offsetof(Block, Prefix), Row.B.Prefix);
  uint64_t Begin = M.Image.range(TableKind::Blocks).Begin;
  // Rows come after those that they refer to, so that there are no circles.
  if (PathAddress < Begin || PathAddress >= Row.Address ||
      (Row.Address - PathAddress) % sizeof(Block) != 0)
    return false;
  Target.RowsBack = uint32_t((Row.Address - PathAddress) / sizeof(Block));
  const DecodedBlock &Path = *Target.before();
  uint32_t OwnLane = Target.FirstLane;
  uint32_t Lanes = uint32_t(Path.LaneCount) + Target.LaneCount;
  if (Path.Words == 0 || Path.Words > Target.Words ||
      Path.Runs == DecodedBlock::MaxRuns ||
      Path.Instructions > Target.Instructions || Lanes > UINT16_MAX)
    return false;
  Target.Runs = Path.Runs + 1;
  Target.AllFixed &= Path.AllFixed;
  Target.LaneCount = uint16_t(Lanes);
  if (Row.B.Flags & BlockRepeats && !repeatSites(Path, Target))
    return false;
  if (Path.LaneCount == 0)
    return true;
  bool Neighbours = Path.FirstLane + Path.LaneCount == OwnLane;
  if (Neighbours || Target.OwnLanes == 0) {
    Target.FirstLane = Path.FirstLane;
    return true;
  }
  if (Lanes > Budget)
    return false;
  Budget -= Lanes;
  Target.FirstLane = uint32_t(Set.HotSites.size());
  copyLanes(Path.FirstLane, Path.LaneCount);
  copyLanes(OwnLane, Target.OwnLanes);
  return true;
}

/// Gives the sites of \p Target those of the last run of \p Path, with other
/// addresses.
bool ModuleBuilder::repeatSites(const DecodedBlock &Path,
                                DecodedBlock &Target) {
  if (Path.OwnLanes != Target.OwnLanes)
    return false;
  for (uint32_t I = 0; I != Target.OwnLanes; ++I) {
    uint32_t Lane = Target.FirstLane + I;
    Set.SitesOfLanes[Lane] = Path.FirstSite + I;
    Set.Sites[Lane] = Set.Sites[Path.FirstSite + I];
    Set.Sites[Lane].Copy = true;
  }
  Target.FirstSite = Path.FirstSite;
  return true;
}

void ModuleBuilder::copyLanes(uint32_t First, uint32_t Count) {
  for (uint32_t I = First; I != First + Count; ++I) {
    Set.SitesOfLanes.push_back(Set.SitesOfLanes[I]);
    Set.Sites.push_back(Set.Sites[I]);
    Set.Sites.back().Copy = true;
    Set.HotSites.push_back(Set.HotSites[I]);
  }
}

/// Fills in the addresses of the sites whose base is a global.
void ModuleBuilder::resolve(const LoadedModule &M, const Block &B,
                            uint64_t Address, const DecodedBlock &Target) {
  uint64_t References =
      targetOf(Address + offsetof(Block, References), B.References);
  uint64_t Sites = targetOf(Address + offsetof(Block, Sites), B.Sites);
  for (uint32_t I = 0; I != B.SiteCount; ++I) {
    Site S = *M.Image.read<Site>(TableKind::Sites, Sites + I * sizeof(Site));
    if (S.AddressBase != BaseKind::Reference || S.Shape == SiteShape::Blind)
      continue;
    auto Base = M.Image.read<uint64_t>(TableKind::References,
                                       References + S.Base * sizeof(uint64_t));
    HotSite &Hot = Set.HotSites[Target.FirstSite + I];
    uint64_t Static = Base ? *Base + uint64_t(int64_t(S.Offset)) : 0;
    // 0 is no address: the row is damaged, or a weak global is missing.
    if (Static == 0)
      Hot.Packed = HotSite::pack(0, HotSite::Nothing, false);
    Hot.Add = Static;
    Set.Sites[Target.FirstSite + I].StaticAddress = Static;
  }
}

} // namespace memfacet::decode
