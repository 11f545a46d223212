//===- TableRows.cpp - rows of the tables as plain data -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/TableRows.h"
#include "analysis/decode/Batch.h"
#include "analysis/decode/Modules.h"

namespace memfacet::decode {

/// Returns what is used of an access of a fixed size: at least one byte.
static UsedBytes usedBytes(const Site &S) {
  UsedBytes Used(S.Extra);
  for (uint64_t Byte = 0; Byte < S.Size && Byte < Used.periodBytes(); ++Byte)
    if (Used.has(Byte))
      return Used;
  return {};
}

SiteInfo siteInfo(const TableImage &Image, const Site &S, uint64_t Address) {
  SiteInfo Info;
  Info.Kind = S.Kind;
  Info.Flags = S.Flags;
  Info.Shape = S.Shape;
  Info.Blind = S.Shape == SiteShape::Blind;
  Info.StaticAddress = 0;
  Info.LocationAddress =
      targetOf(Address + offsetof(Site, Location), S.Location);
  Info.FunctionAddress = 0;
  uint64_t Type = targetOf(Address + offsetof(Site, Type), S.Type);
  bool OfLocal = S.Shape == SiteShape::LocalBegin;
  Info.LocalAddress = OfLocal ? Type : 0;
  Info.TypeAddress = OfLocal ? 0 : Type;
  Info.Type = Image.string(Info.TypeAddress);
  Info.TypeOffset = S.TypeOffset;
  Info.Bytes = S.Shape == SiteShape::Fixed ? S.Size : 0;
  if (S.Shape == SiteShape::Fixed)
    Info.Used = usedBytes(S);
  Info.Block = 0;
  Info.Object = targetOf(Address + offsetof(Site, Object), S.Object);
  return Info;
}

/// Returns the site of a mark. A mark needs no size; a damaged mark is Nothing.
static HotSite hotMark(const Site &S) {
  bool HasExtra = S.Shape == SiteShape::LocalBegin && S.Size == 0;
  if (S.AddressBase != BaseKind::Slot || S.Base >= MaxRecordWords - 1 ||
      S.Extra >= MaxRecordWords - 1)
    return {0, 0, 0, HotSite::pack(0, HotSite::Nothing, false)};
  return {uint64_t(int64_t(S.Offset)), S.Size, uint16_t(1 + S.Base),
          HotSite::packMark(HasExtra ? uint16_t(1 + S.Extra) : 0, S.Shape)};
}

HotSite hotSite(const Site &S) {
  if (isStackMark(S.Shape))
    return hotMark(S);
  bool Known = S.Kind <= AccessKind::ReadModifyWrite &&
               S.AddressBase <= BaseKind::Reference &&
               S.Shape <= SiteShape::Masked;
  if (S.Shape == SiteShape::Blind)
    return {0, 0, 0, HotSite::pack(0, HotSite::Blind, false)};
  bool OfSlot = S.AddressBase == BaseKind::Slot;
  bool HasExtra = S.Shape != SiteShape::Fixed;
  bool Empty = S.Size == 0 && S.Shape != SiteShape::Range;
  bool TooLarge = S.Size > AccessInfo::MaxSize;
  if (!Known || Empty || TooLarge || (OfSlot && S.Base >= MaxRecordWords - 1) ||
      (HasExtra && S.Extra >= MaxRecordWords - 1))
    return {0, 0, 0, HotSite::pack(0, HotSite::Nothing, false)};
  HotSite Hot;
  Hot.Add = uint64_t(int64_t(S.Offset));
  Hot.Size = S.Size;
  Hot.Slot = OfSlot ? uint16_t(1 + S.Base) : 0;
  Hot.Packed =
      HotSite::pack(HasExtra ? uint16_t(1 + S.Extra) : 0,
                    HotSite::Shape(S.Shape), S.Kind != AccessKind::Load);
  return Hot;
}

std::vector<GlobalInfo> readGlobals(const TableImage &Image) {
  std::vector<GlobalInfo> Result;
  size_t Count = Image.rows(TableKind::Globals, sizeof(Global));
  uint64_t Address = Image.range(TableKind::Globals).Begin;
  for (size_t I = 0; I != Count; ++I, Address += sizeof(Global)) {
    Global G = *Image.read<Global>(TableKind::Globals, Address);
    auto Text = [&](size_t Field, RelPtr Value) {
      return Image.string(targetOf(Address + Field, Value));
    };
    GlobalInfo Info;
    Info.EntryAddress = Address;
    Info.Address = G.Address;
    Info.Size = G.Size;
    Info.Name = Text(offsetof(Global, Name), G.Name);
    Info.Type = Text(offsetof(Global, Type), G.Type);
    Info.File = Text(offsetof(Global, File), G.File);
    Info.Function = Text(offsetof(Global, Function), G.Function);
    Info.LinkageName = Text(offsetof(Global, LinkageName), G.LinkageName);
    Info.Line = G.Line;
    Info.Flags = G.Flags;
    Info.ElementSize = G.ElementSize;
    Result.push_back(Info);
  }
  return Result;
}

std::vector<AllocationInfo> readAllocations(const TableImage &Image) {
  std::vector<AllocationInfo> Result;
  size_t Count = Image.rows(TableKind::Allocations, sizeof(Allocation));
  uint64_t Address = Image.range(TableKind::Allocations).Begin;
  for (size_t I = 0; I != Count; ++I, Address += sizeof(Allocation)) {
    Allocation A = *Image.read<Allocation>(TableKind::Allocations, Address);
    auto Target = [&](size_t Field, RelPtr Value) {
      return targetOf(Address + Field, Value);
    };
    AllocationInfo Info;
    Info.Name = Image.string(Target(offsetof(Allocation, Name), A.Name));
    Info.Type = Image.string(Target(offsetof(Allocation, Type), A.Type));
    Info.Function =
        Image.string(Target(offsetof(Allocation, Function), A.Function));
    std::vector<Place> Places =
        placesAt(Image, Target(offsetof(Allocation, Location), A.Location));
    if (!Places.empty())
      Info.Location = Places.front();
    Info.Callee = Image.string(Target(offsetof(Allocation, Callee), A.Callee));
    Info.Object = Image.string(Target(offsetof(Allocation, Object), A.Object));
    Info.ObjectType =
        Image.string(Target(offsetof(Allocation, ObjectType), A.ObjectType));
    Info.Outer = Target(offsetof(Allocation, Outer), A.Outer);
    Info.ElementSize = A.ElementSize;
    Info.Kind = A.Kind;
    Info.Flags = A.Flags;
    Result.push_back(Info);
  }
  return Result;
}

std::unordered_map<std::string_view, std::string_view>
readLayouts(const TableImage &Image) {
  std::unordered_map<std::string_view, std::string_view> Result;
  TableRange Range = Image.range(TableKind::Strings);
  for (uint64_t Address = Range.Begin; Address < Range.End;) {
    std::string_view Text = Image.string(Address);
    std::string_view Layout = Image.layout(Address);
    if (!Layout.empty())
      Result.try_emplace(Text, Layout);
    Address += Text.size() + 1;
  }
  return Result;
}

} // namespace memfacet::decode
