//===- ObjectMap.cpp - the live objects, by address -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/objects/ObjectMap.h"
#include "analysis/support/LazyMemory.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace memfacet::owners {
namespace {
constexpr unsigned OffsetShift = 40, SizeShift = 20;
constexpr uint64_t SizeMask = (1 << 20) - 1, StructureMask = (1 << 20) - 1;
} // namespace

static_assert(ObjectMap::LargeBytes <= SizeMask);
static_assert(caches::MaxStructures <= StructureMask);

ObjectMap::~ObjectMap() {
  for (Page *P : AllocatedPages)
    std::free(P->Objects);
}

ObjectMap::Packed ObjectMap::pack(const LiveObject &O) {
  uint64_t Offset = O.Address & ((1 << PageBits) - 1);
  return Offset << OffsetShift | O.Size << SizeShift | O.Structure.Value;
}

LiveObject ObjectMap::unpack(uint64_t PageNumber, Packed P) {
  return {(PageNumber << PageBits) + (P >> OffsetShift),
          P >> SizeShift & SizeMask, StructureId(uint32_t(P & StructureMask))};
}

/// Has no branches: an allocator's next place cannot be predicted.
ObjectMap::Packed *ObjectMap::lowerBound(const Page &P, Packed Key) {
  Packed *First = P.Objects;
  for (size_t Count = P.Count; Count != 0;) {
    size_t Half = (Count + 1) / 2;
    First += Half * size_t(First[Half - 1] < Key);
    Count -= Half;
  }
  return First;
}

ObjectMap::Packed *ObjectMap::lowerBoundOf(const Page &P, uint64_t Address) {
  return lowerBound(P, (Address & ((1 << PageBits) - 1)) << OffsetShift);
}

ObjectMap::Page *ObjectMap::pageOf(uint64_t Address) const {
  Leaf *L = Small.find(Address);
  return L ? &L->Pages[(Address & (RegionBytes - 1)) >> PageBits] : nullptr;
}

void ObjectMap::insert(const LiveObject &O) {
  MEMFACET_CHECK(O.Size != 0, "each byte is of one object");
  MEMFACET_CHECK(!firstOverlapping(O.Address, O.end()),
                 "the caller has ended what was there");
  if (O.Size >= LargeBytes) {
    Large.emplace(O.Address, O);
    return;
  }
  Leaf &L = Small.get(O.Address);
  Page &P = L.Pages[(O.Address & (RegionBytes - 1)) >> PageBits];
  if (P.Count == P.Capacity) {
    if (P.Capacity == 0)
      AllocatedPages.push_back(&P);
    uint32_t Capacity = std::max(P.Capacity * 2, 8u);
    void *Grown = std::realloc(P.Objects, Capacity * sizeof(Packed));
    if (!Grown)
      failAllocation();
    P.Objects = static_cast<Packed *>(Grown);
    P.Capacity = Capacity;
  }
  Packed New = pack(O);
  Packed *Position = lowerBound(P, New);
  std::memmove(Position + 1, Position,
               size_t(P.end() - Position) * sizeof(Packed));
  *Position = New;
  ++P.Count;
}

std::optional<LiveObject> ObjectMap::find(uint64_t Address) const {
  if (const Page *P = pageOf(Address)) {
    Packed *Position = lowerBoundOf(*P, Address);
    if (Position != P->end())
      if (LiveObject O = unpack(Address >> PageBits, *Position);
          O.Address == Address)
        return O;
  }
  auto It = Large.find(Address);
  return It == Large.end() ? std::nullopt : std::optional(It->second);
}

std::optional<LiveObject> ObjectMap::erase(uint64_t Address) {
  if (Page *P = pageOf(Address)) {
    Packed *Position = lowerBoundOf(*P, Address);
    if (Position != P->end()) {
      LiveObject O = unpack(Address >> PageBits, *Position);
      if (O.Address == Address) {
        std::memmove(Position, Position + 1,
                     size_t(P->end() - Position - 1) * sizeof(Packed));
        --P->Count;
        return O;
      }
    }
  }
  auto It = Large.find(Address);
  if (It == Large.end())
    return std::nullopt;
  LiveObject O = It->second;
  Large.erase(It);
  return O;
}

/// Returns the last small object that begins before \p Page, if it may reach
/// into it: it is not more pages away than a small object is long.
std::optional<LiveObject> ObjectMap::lastBefore(uint64_t Page) const {
  uint64_t Furthest = Page - std::min(Page, LargeBytes >> PageBits);
  while (Page > Furthest) {
    const ObjectMap::Page *P = pageOf(--Page << PageBits);
    if (!P) // nor does another page of the region have objects
      Page &= ~((RegionBytes >> PageBits) - 1);
    else if (P->Count)
      return unpack(Page, P->end()[-1]);
  }
  return std::nullopt;
}

ObjectMap::SmallCursor ObjectMap::smallFrom(uint64_t Low) const {
  uint64_t Number = Low >> PageBits;
  const Page *P = pageOf(Low);
  SmallCursor Cursor = {std::nullopt, nullptr, nullptr};
  if (P && P->Count != 0)
    Cursor.Next = lowerBoundOf(*P, Low), Cursor.End = P->end();
  Cursor.Across = Cursor.Next && Cursor.Next != P->Objects
                      ? unpack(Number, Cursor.Next[-1])
                      : lastBefore(Number);
  if (Cursor.Across && Cursor.Across->end() <= Low)
    Cursor.Across.reset();
  return Cursor;
}

std::optional<LiveObject> ObjectMap::smallOverlapping(uint64_t Low,
                                                      uint64_t High) const {
  SmallCursor Cursor = smallFrom(Low);
  if (Cursor.Across)
    return Cursor.Across;
  if (Cursor.Next != Cursor.End) {
    LiveObject O = unpack(Low >> PageBits, *Cursor.Next);
    return O.Address < High ? std::optional(O) : std::nullopt;
  }
  for (uint64_t Address = ((Low >> PageBits) + 1) << PageBits;
       Address < High;) {
    Page *P = pageOf(Address);
    if (!P) {
      Address = Small.next(Address, High);
      continue;
    }
    if (P->Count != 0) {
      LiveObject O = unpack(Address >> PageBits, *P->Objects);
      return O.Address < High ? std::optional(O) : std::nullopt;
    }
    Address = ((Address >> PageBits) + 1) << PageBits;
  }
  return std::nullopt;
}

std::optional<LiveObject> ObjectMap::largeOverlapping(uint64_t Low,
                                                      uint64_t High) const {
  auto It = Large.upper_bound(Low);
  if (It != Large.begin() && std::prev(It)->second.end() > Low)
    return std::prev(It)->second;
  if (It != Large.end() && It->first < High)
    return It->second;
  return std::nullopt;
}

std::optional<LiveObject> ObjectMap::firstOverlapping(uint64_t Low,
                                                      uint64_t High) const {
  // A large object around Low leaves no room for small ones, and the search for
  // these would visit many pages in vain.
  std::optional<LiveObject> B = largeOverlapping(Low, High);
  if (B && B->Address <= Low)
    return B;
  std::optional<LiveObject> A = smallOverlapping(Low, High);
  if (!A || !B)
    return A ? A : B;
  return A->Address < B->Address ? A : B;
}

} // namespace memfacet::owners
