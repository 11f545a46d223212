//===- SelectedAccesses.cpp - accesses of a selecting program -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/counts/SelectedAccesses.h"
#include <algorithm>
#include <utility>

namespace memfacet::measure {

void SelectedAccesses::clear() {
  for (SiteUse &U : Sites) {
    U.Executions = U.Deferred = 0;
    U.IsGuessed = false;
  }
  for (Row &R : Rows)
    R.Accesses = 0;
  UsedNeighbours = false;
}

void SelectedAccesses::event(const decode::Event &E) {
  switch (E.Kind) {
  case EventKind::Rename:
    // A variable may have another name now.
    for (SiteUse &U : Sites)
      if (U.Kind == SiteKind::Direct)
        U.Kind = SiteKind::Unknown;
    NotedSites = 0;
    break;
  case EventKind::ThreadEnd:
    Recent.erase(E.Thread.Value);
    break;
  default:
    break;
  }
}

void SelectedAccesses::makeRoom() {
  if (Sites.size() >= Modules.siteCount())
    return;
  Sites.resize(Modules.siteCount());
  Samples.resize(Sites.size());
}

[[gnu::noinline]] void SelectedAccesses::learn(uint32_t Site, SiteUse &U,
                                               owners::Attributor &Memory) {
  const decode::SiteInfo &Info = Modules.site(SiteId(Site));
  U.Write = Info.Kind != AccessKind::Load;
  U.Kind = SiteKind::Pointed;
  if (Info.Blind)
    U.Kind = SiteKind::Blind;
  if (isStackMark(Info.Shape))
    U.Kind = SiteKind::Mark;
  if (!(Info.Flags & SiteDirect))
    return;
  const decode::AllocationInfo *A = Modules.allocation(Info.Object);
  U.Kind = SiteKind::Direct;
  uint32_t Structure = A ? Memory.local(*A).Value : Memory.owner(Info.Object);
  // What was known before the object was unloaded stays known.
  if (!U.IsSeen || Structure != owners::StructureRegistry::Unattributed.Value)
    U.Structure = Structure;
  U.IsSeen = true;
}

void SelectedAccesses::beforeUnload(owners::Attributor &Memory) {
  makeRoom();
  for (; NotedSites != Sites.size(); ++NotedSites) {
    SiteUse &U = Sites[NotedSites];
    const decode::SiteInfo &Info = Modules.site(SiteId(uint32_t(NotedSites)));
    if (U.Kind == SiteKind::Unknown && Info.Flags & SiteDirect &&
        !Modules.allocation(Info.Object) &&
        Memory.owner(Info.Object) !=
            owners::StructureRegistry::Unattributed.Value)
      learn(uint32_t(NotedSites), U, Memory);
  }
}

uint32_t SelectedAccesses::rowOf(uint32_t Site, uint32_t Structure) {
  SiteUse &U = Sites[Site];
  if (U.Row != None && Rows[U.Row].Structure == Structure) [[likely]]
    return U.Row;
  uint32_t Number = RowNumbers[keyOf(Site, Structure)];
  if (Number == Rows.size()) {
    Rows.push_back({Structure, U.Row});
    U.Row = Number;
  }
  return Number;
}

/// Adds accesses outside of windows. \p FindOwner(number of access) returns
/// owners. A further part of an access is no access, but may be all that shows
/// its structure.
template <typename OwnerOf>
void SelectedAccesses::addOutside(const decode::BatchPart &B,
                                  OwnerOf FindOwner) {
  const decode::AccessInfo *const Info = B.Batch.Info.data() + B.Begin;
  for (size_t I = 0, Count = B.size(); I != Count; ++I) {
    SiteSample &L = Samples[Info[I].site()];
    if (L.Left == 0) [[likely]]
      continue;
    L.Left -= !Info[I].isContinued();
    uint32_t Structure = FindOwner(I);
    if (L.Structure != Structure) [[unlikely]] {
      Sites[Info[I].site()].IsSeen = true;
      L.Structure = Structure;
      L.Row = rowOf(Info[I].site(), Structure);
    }
    uint64_t &Accesses = Rows[L.Row].OutsideWindows;
    if (!Info[I].isContinued() || Accesses == 0)
      ++Accesses;
  }
}

void SelectedAccesses::add(const decode::BatchPart &B,
                           owners::Attributor &Memory) {
  makeRoom();
  if (B.Batch.Window)
    return addWindow(B, Memory);
  addOutside(B, [&](size_t I) {
    return Memory.accessOwner(SiteId(B.Batch.Info[B.Begin + I].site()),
                              B.Batch.Address[B.Begin + I]);
  });
}

void SelectedAccesses::add(const decode::BatchPart &B,
                           std::span<const uint32_t> Owners) {
  makeRoom();
  addOutside(B, [&](size_t I) { return Owners[I]; });
}

/// Limits the weight of earlier windows when \p Site is in another window. They
/// count as PastWeight accesses at most: the first window is much longer than
/// others, and programs change.
void SelectedAccesses::fade(uint32_t Site) {
  SiteUse &U = Sites[Site];
  U.Window = Windows;
  uint64_t Sum = 0;
  for (uint32_t N = U.Row; N != None; N = Rows[N].Next)
    Sum += Rows[N].InWindows;
  if (Sum <= PastWeight)
    return;
  for (uint32_t N = U.Row; N != None; N = Rows[N].Next)
    if (uint64_t &Weight = Rows[N].InWindows; Weight != 0)
      Weight = std::max<uint64_t>(Weight * PastWeight / Sum, 1);
}

void SelectedAccesses::addWindow(const decode::BatchPart &B,
                                 owners::Attributor &Memory) {
  Windows += B.Batch.WindowBegins && B.Begin == 0;
  Owners.resize(B.size());
  Memory.accessOwners(B, Owners.data());
  std::vector<uint32_t> &WindowCounts = Recent[B.Batch.Thread.Value];
  for (size_t I = 0; I != B.size(); ++I) {
    uint32_t Site = B.Batch.Info[B.Begin + I].site();
    Sites[Site].IsSeen = true;
    if (Sites[Site].Window != Windows) [[unlikely]]
      fade(Site);
    uint32_t Number = rowOf(Site, Owners[I]);
    if (B.Batch.Info[B.Begin + I].isContinued()) [[unlikely]]
      continue;
    if (WindowCounts.size() <= Number)
      WindowCounts.resize(
          std::max<size_t>(Rows.size(), 2 * WindowCounts.size()));
    ++WindowCounts[Number];
    ++Rows[Number].InWindows;
  }
}

std::span<const SelectedAccesses::Share>
SelectedAccesses::counted(ThreadId Thread,
                          std::span<const decode::SiteExecutions> Executions,
                          owners::Attributor &Memory) {
  makeRoom();
  Executed.clear();
  Shares.clear();
  for (const decode::SiteExecutions &E : Executions)
    for (uint32_t Site = E.First; Site != E.First + E.Sites; ++Site) {
      Sites[Site].Unshared += int64_t(E.Executions);
      Executed.push_back(Site);
    }
  auto It = Recent.find(Thread.Value);
  std::vector<uint32_t> NoCounts;
  std::vector<uint32_t> &WindowCounts =
      It == Recent.end() ? NoCounts : It->second;
  for (uint32_t Site : Executed) {
    SiteUse &U = Sites[Site];
    if (U.Unshared <= 0)
      continue;
    if (U.Kind == SiteKind::Unknown)
      learn(Site, U, Memory);
    if (U.Kind == SiteKind::Direct && isElsewhere(U, Memory)) [[unlikely]]
      U.Kind = SiteKind::Pointed;
    auto Accesses = uint64_t(std::exchange(U.Unshared, 0));
    Samples[Site].Left = SampleSize;
    if (Counting)
      Accesses += std::exchange(U.Deferred, 0);
    if (U.Kind == SiteKind::Pointed && !U.IsSeen) [[unlikely]] {
      U.Deferred += Counting ? Accesses : 0;
      continue;
    }
    U.Executions += Counting && U.Kind != SiteKind::Mark ? Accesses : 0;
    if (U.Kind == SiteKind::Direct)
      give(Site, rowOf(Site, U.Structure), Accesses);
    else if (U.Kind == SiteKind::Pointed)
      shareOut(Site, WindowCounts, Accesses);
  }
  return Shares;
}

void SelectedAccesses::give(uint32_t Site, uint32_t Number, uint64_t Accesses) {
  if (Accesses == 0)
    return;
  Row &R = Rows[Number];
  R.Accesses += Counting ? Accesses : 0;
  Shares.push_back({R.Structure, Sites[Site].Write, Accesses});
}

/// Divides \p Accesses of a site. \p WindowCounts has accesses in windows, by
/// row; the matched ones are subtracted.
void SelectedAccesses::shareOut(uint32_t Site,
                                std::vector<uint32_t> &WindowCounts,
                                uint64_t Accesses) {
  SiteUse &U = Sites[Site];
  if (Rows[U.Row].Next == None) [[likely]] {
    uint64_t Count = U.Row < WindowCounts.size() ? WindowCounts[U.Row] : 0;
    if (Count != 0)
      WindowCounts[U.Row] -= uint32_t(std::min(Count, Accesses));
    U.IsGuessed |= Counting && Count < Accesses;
    return give(Site, U.Row, Accesses);
  }
  Parts.clear();
  uint64_t Certain = 0;
  for (uint32_t N = U.Row; N != None; N = Rows[N].Next)
    if (N < WindowCounts.size() && WindowCounts[N] != 0) {
      Parts.push_back({N, WindowCounts[N]});
      Certain += WindowCounts[N];
    }
  if (Certain >= Accesses) {
    divide(Accesses);
    for (const Part &P : Parts)
      WindowCounts[P.Row] -= uint32_t(P.Assigned);
    return giveParts(Site);
  }
  for (const Part &P : Parts) {
    give(Site, P.Row, P.Weight);
    WindowCounts[P.Row] = 0;
  }
  if (Certain < EnoughAccesses)
    weighAs(Site, Site);
  divide(Accesses - Certain);
  U.IsGuessed |= Counting;
  giveParts(Site);
}

std::span<const SelectedAccesses::Share> SelectedAccesses::rest() {
  Shares.clear();
  bool WasCounting = std::exchange(Counting, true);
  for (uint32_t Site = 0; Site != Sites.size(); ++Site) {
    uint64_t Accesses = std::exchange(Sites[Site].Deferred, 0);
    if (Accesses == 0)
      continue;
    Sites[Site].Executions += Accesses;
    Sites[Site].IsGuessed = true;
    UsedNeighbours |= !Sites[Site].IsSeen;
    weigh(Site);
    divide(Accesses);
    giveParts(Site);
  }
  Counting = WasCounting;
  return Shares;
}

bool SelectedAccesses::estimates(const caches::SiteMisses &Misses) const {
  auto StructureCount = [&](const SiteUse &U) {
    size_t Structures = 0;
    for (uint32_t N = U.Row; N != None; N = Rows[N].Next)
      Structures += wasSeenIn(Rows[N]);
    return Structures;
  };
  auto IsGuessed = [](const SiteUse &U) { return U.IsGuessed; };
  if (UsedNeighbours || std::ranges::any_of(Sites, [&](const SiteUse &U) {
        return IsGuessed(U) && StructureCount(U) > 1;
      }))
    return true;
  return std::ranges::any_of(
      Misses.sorted(), [&](const caches::SiteMisses::Row &M) {
        return M.site() < Sites.size() && IsGuessed(Sites[M.site()]) &&
               Rows[Sites[M.site()].Row].Structure != M.structure().Value;
      });
}

/// Sets Parts by the accesses of \p Site so far, or else by those of the
/// nearest site in its run, or in its function.
void SelectedAccesses::weigh(uint32_t Site) {
  auto RunOf = [&](uint32_t Other) {
    return Modules.site(SiteId(Other)).Block;
  };
  // The outermost frame: the function that was not inlined.
  auto FunctionOf = [&](uint32_t Other) {
    std::vector<decode::Place> Frames =
        Modules.places(Modules.site(SiteId(Other)).LocationAddress);
    return Frames.empty() ? std::string_view() : Frames.back().Function;
  };
  uint32_t Run = RunOf(Site);
  std::string_view Function = FunctionOf(Site);
  if (weighAsNear(Site, [&](uint32_t Other) { return RunOf(Other) == Run; }))
    return;
  if (!Function.empty() && weighAsNear(Site, [&](uint32_t Other) {
        return FunctionOf(Other) == Function;
      }))
    return;
  Parts = {{rowOf(Site, owners::StructureRegistry::Unattributed.Value), 1}};
}

/// Sets Parts by the accesses of \p Site, or else by those of the nearest site
/// before it, or after it. All sites in between must be \p Wanted.
bool SelectedAccesses::weighAsNear(
    uint32_t Site, const std::function<bool(uint32_t)> &Wanted) {
  auto IsNear = [&](uint32_t Other) {
    return Other < Sites.size() && Wanted(Other);
  };
  for (uint32_t Other = Site; IsNear(Other); --Other)
    if (weighAs(Site, Other))
      return true;
  for (uint32_t Other = Site + 1; IsNear(Other); ++Other)
    if (weighAs(Site, Other))
      return true;
  return false;
}

/// Sets Parts of \p Site by the accesses of \p Other. Returns false if there
/// are none. A structure that no window has shown gets its part of the accesses
/// that were looked at outside of windows.
bool SelectedAccesses::weighAs(uint32_t Site, uint32_t Other) {
  Parts.clear();
  if (!Sites[Other].IsSeen || Sites[Other].Kind == SiteKind::Direct)
    return false;
  uint64_t InWindows = 0, OutsideWindows = 0;
  for (uint32_t N = Sites[Other].Row; N != None; N = Rows[N].Next) {
    InWindows += Rows[N].InWindows;
    OutsideWindows += Rows[N].OutsideWindows;
  }
  for (uint32_t N = Sites[Other].Row; N != None; N = Rows[N].Next) {
    Row R = Rows[N]; // a copy: rowOf may add rows
    uint64_t Weight = R.InWindows;
    if (R.InWindows == 0 && R.OutsideWindows != 0)
      Weight = InWindows == 0
                   ? R.OutsideWindows
                   : std::max<uint64_t>(
                         R.OutsideWindows * InWindows / OutsideWindows, 1);
    if (Weight != 0)
      Parts.push_back({rowOf(Site, R.Structure), Weight});
  }
  return !Parts.empty();
}

/// Divides \p Accesses among Parts, by the largest remainders.
void SelectedAccesses::divide(uint64_t Accesses) {
  using Wide = unsigned __int128;
  uint64_t TotalWeight = 0, Assigned = 0;
  for (const Part &P : Parts)
    TotalWeight += P.Weight;
  for (Part &P : Parts) {
    Wide Product = Wide(Accesses) * P.Weight;
    P.Assigned = uint64_t(Product / TotalWeight);
    P.Remainder = uint64_t(Product % TotalWeight);
    Assigned += P.Assigned;
  }
  if (Assigned == Accesses)
    return;
  std::ranges::sort(Parts, [&](const Part &A, const Part &B) {
    return A.Remainder != B.Remainder
               ? A.Remainder > B.Remainder
               : Rows[A.Row].Structure < Rows[B.Row].Structure;
  });
  for (size_t I = 0; Assigned != Accesses; ++I, ++Assigned)
    ++Parts[I].Assigned;
}

void SelectedAccesses::giveParts(uint32_t Site) {
  for (const Part &P : Parts)
    give(Site, P.Row, P.Assigned);
}

std::vector<owners::SiteOwners::Row>
SelectedAccesses::accessesOf(uint32_t Site) const {
  std::vector<owners::SiteOwners::Row> Result;
  if (Site >= Sites.size())
    return Result;
  for (uint32_t N = Sites[Site].Row; N != None; N = Rows[N].Next)
    if (Rows[N].Accesses != 0)
      Result.push_back({StructureId(Rows[N].Structure), Rows[N].Accesses});
  std::ranges::sort(Result, {}, &owners::SiteOwners::Row::Structure);
  return Result;
}

} // namespace memfacet::measure
