//===- Modules.cpp - the static tables of all objects, decoded ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/Modules.h"

namespace memfacet::decode {

/// A damaged chain may be circular.
static constexpr size_t MaxInlineDepth = 256;

std::vector<Place> placesAt(const TableImage &Image, uint64_t Address) {
  std::vector<Place> Places;
  while (Address != 0 && Places.size() < MaxInlineDepth) {
    auto L = Image.read<SourceLocation>(TableKind::Locations, Address);
    if (!L)
      break;
    auto Target = [&](size_t Field, RelPtr Value) {
      return targetOf(Address + Field, Value);
    };
    Place P;
    P.File = Image.string(Target(offsetof(SourceLocation, File), L->File));
    P.Function =
        Image.string(Target(offsetof(SourceLocation, Function), L->Function));
    P.Line = L->Line;
    P.Column = L->Column;
    Places.push_back(P);
    Address = Target(offsetof(SourceLocation, InlinedAt), L->InlinedAt);
  }
  return Places;
}

Place functionAt(const TableImage &Image, uint64_t Address) {
  Place P;
  auto F = Image.read<Function>(TableKind::Functions, Address);
  if (!F)
    return P;
  P.File = Image.string(targetOf(Address + offsetof(Function, File), F->File));
  P.Function =
      Image.string(targetOf(Address + offsetof(Function, Name), F->Name));
  return P;
}

ModuleSet::ModuleSet() : Self(std::make_unique<Impl>()) {}
ModuleSet::~ModuleSet() = default;

const SiteInfo &ModuleSet::site(SiteId Site) const {
  static constexpr SiteInfo Unknown = {};
  return Site.Value < Self->Sites.size() ? Self->Sites[Site.Value] : Unknown;
}

std::optional<SiteId> ModuleSet::siteAt(uint64_t Address) const {
  const auto *E = Self->SiteOwners.find(Address);
  if (!E || (Address - E->Begin) % sizeof(Site) != 0)
    return std::nullopt;
  uint64_t Number = (Address - E->Begin) / sizeof(Site);
  if (Number >= E->Owner->Image.rows(TableKind::Sites, sizeof(Site)))
    return std::nullopt;
  return SiteId(Self->SitesOfLanes[E->Owner->FirstSite + Number]);
}

std::optional<SiteId> ModuleSet::siteAtHalf(uint32_t Half) const {
  for (auto M = Self->Modules.rbegin(); M != Self->Modules.rend(); ++M) {
    const TableRange &R = M->Image.range(TableKind::Sites);
    uint32_t Offset = Half - uint32_t(R.Begin);
    if (M->Decoded && Offset < R.End - R.Begin)
      return siteAt(R.Begin + Offset);
  }
  return std::nullopt;
}

size_t ModuleSet::siteCount() const { return Self->Sites.size(); }

std::vector<Place> ModuleSet::places(uint64_t LocationAddress) const {
  const auto *E = Self->Locations.find(LocationAddress);
  return E ? placesAt(E->Owner->Image, LocationAddress) : std::vector<Place>();
}

Place ModuleSet::function(uint64_t Address) const {
  const auto *E = Self->Functions.find(Address);
  return E ? functionAt(E->Owner->Image, Address) : Place();
}

uint32_t ModuleSet::runInstructions(uint64_t Address) const {
  const DecodedBlock *B = Self->Blocks.lookUp(Address);
  return B ? B->ownInstructions() : 0;
}

BlockPlace ModuleSet::block(uint64_t Address) const {
  BlockPlace Result;
  const auto *E = Self->BlockOwners.find(Address);
  if (!E)
    return Result;
  const TableImage &Image = E->Owner->Image;
  auto B = Image.read<Block>(TableKind::Blocks, Address);
  if (!B)
    return Result;
  Result.Function =
      functionAt(Image,
                 targetOf(Address + offsetof(Block, Function), B->Function))
          .Function;
  std::vector<Place> Places = placesAt(
      Image, targetOf(Address + offsetof(Block, Location), B->Location));
  if (!Places.empty())
    Result.Location = Places.front();
  return Result;
}

/// Returns the element of \p Rows for the table row at \p Offset, or null.
template <typename T>
static const T *rowAt(const std::vector<T> &Rows, uint64_t Offset,
                      size_t RowBytes) {
  size_t Row = Offset / RowBytes;
  return Offset % RowBytes == 0 && Row < Rows.size() ? &Rows[Row] : nullptr;
}

const AllocationInfo *ModuleSet::allocation(uint64_t Address) const {
  const auto *E = Self->Allocations.find(Address);
  return E ? rowAt(E->Owner->Allocations, Address - E->Begin,
                   sizeof(Allocation))
           : nullptr;
}

void ModuleSet::forRuns(
    const std::function<void(const CodeOfRun &)> &Visit) const {
  for (const LoadedModule &M : Self->Modules) {
    uint64_t Address = M.Image.range(TableKind::Blocks).Begin;
    for (const DecodedBlock &B : M.Blocks) {
      if (B.Words != 0 && B.OwnLanes != 0)
        Visit({&M.Image, &B, Address});
      Address += sizeof(Block);
    }
  }
}

void ModuleSet::forAllocations(
    const std::function<void(const AllocationInfo &)> &Visit) const {
  for (const LoadedModule &M : Self->Modules)
    for (const AllocationInfo &A : M.Allocations)
      Visit(A);
}

const std::vector<GlobalInfo> &ModuleSet::globals(uint32_t Module) const {
  static const std::vector<GlobalInfo> None;
  auto It = Self->ByNumber.find(Module);
  return It == Self->ByNumber.end() ? None : It->second->Globals;
}

const GlobalInfo *ModuleSet::globalAt(uint64_t EntryAddress) const {
  const auto *E = Self->Globals.find(EntryAddress);
  return E ? rowAt(E->Owner->Globals, EntryAddress - E->Begin, sizeof(Global))
           : nullptr;
}

std::string_view ModuleSet::layout(uint64_t TypeAddress) const {
  const auto *E = Self->Strings.find(TypeAddress);
  return E ? E->Owner->Image.layout(TypeAddress) : std::string_view();
}

std::string_view ModuleSet::layoutNamed(std::string_view Type) const {
  std::string_view Best;
  for (const LoadedModule &M : Self->Modules)
    if (std::string_view Found = M.layoutNamed(Type);
        Found.size() > Best.size())
      Best = Found;
  return Best;
}

std::string_view LoadedModule::layoutNamed(std::string_view Type) const {
  auto It = Layouts.find(Type);
  return It == Layouts.end() ? std::string_view() : It->second;
}

const TableImage *ModuleSet::image(uint32_t Module) const {
  auto It = Self->ByNumber.find(Module);
  bool IsDecoded = It != Self->ByNumber.end() && It->second->Decoded;
  return IsDecoded ? &It->second->Image : nullptr;
}

std::string_view ModuleSet::path(uint32_t Module) const {
  auto It = Self->ByNumber.find(Module);
  return It == Self->ByNumber.end() ? std::string_view() : It->second->Path;
}

} // namespace memfacet::decode
