//===- ObjectMap.h - the objects that live now, by address ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small objects, of which there may be hundreds of millions, take 8 bytes each:
// they stand sorted in a list per page of 4 KiB. Large ones are few.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OWNERS_OBJECTS_OBJECTMAP_H
#define MEMFACET_OWNERS_OBJECTS_OBJECTMAP_H

#include "analysis/owners/objects/RegionTable.h"
#include "analysis/support/Ids.h"
#include <map>
#include <optional>

namespace memfacet::owners {

/// An object that occupies [Address, Address + Size), Size > 0.
struct LiveObject {
  uint64_t Address, Size;
  StructureId Structure;
  uint64_t end() const { return Address + Size; }
};

class ObjectMap {
public:
  /// From here on an object is large.
  static constexpr uint64_t LargeBytes = 64 * 1024;

  ObjectMap() = default;
  ObjectMap(const ObjectMap &) = delete;
  ObjectMap &operator=(const ObjectMap &) = delete;
  ~ObjectMap();

  /// \p O must not overlap a live object.
  void insert(const LiveObject &O);
  /// The object that starts at \p Address.
  std::optional<LiveObject> find(uint64_t Address) const;
  /// Removes the object that starts at \p Address.
  std::optional<LiveObject> erase(uint64_t Address);
  /// The first object that overlaps [Low, High).
  std::optional<LiveObject> firstOverlapping(uint64_t Low, uint64_t High) const;
  /// Calls \p Visit(object) for all that overlap [Low, High), which lies within
  /// a page of 4 KiB, in order. False, without a call: there is a large one.
  template <typename Visitor>
  bool forEachSmall(uint64_t Low, uint64_t High, Visitor Visit) const;
  /// The large object that covers \p Address.
  std::optional<LiveObject> largeAt(uint64_t Address) const;

private:
  // offset in the page << 40 | size << 20 | structure: sorts by offset.
  using Packed = uint64_t;
  static constexpr unsigned PageBits = 12;
  struct Page {
    Packed *Objects;
    uint32_t Count, Capacity;
    Packed *end() const { return Objects + Count; }
  };
  struct Leaf {
    Page Pages[RegionBytes >> PageBits];
  };

  /// Where the small objects from \p Low on stand.
  struct SmallCursor {
    std::optional<LiveObject> Across; ///< begins in front of Low, ends behind
    const Packed *Next, *End;         ///< those of Low's page that begin there
  };

  static Packed pack(const LiveObject &O);
  static LiveObject unpack(uint64_t PageNumber, Packed P);
  /// The first object of \p P that is not in front of \p Key.
  static Packed *lowerBound(const Page &P, Packed Key);
  /// The first object of \p P, \p Address's page, that starts there or behind.
  static Packed *lowerBoundOf(const Page &P, uint64_t Address);
  Page *pageOf(uint64_t Address) const;
  std::optional<LiveObject> lastBefore(uint64_t Page) const;
  SmallCursor smallFrom(uint64_t Low) const;
  std::optional<LiveObject> smallOverlapping(uint64_t Low, uint64_t High) const;
  std::optional<LiveObject> largeOverlapping(uint64_t Low, uint64_t High) const;

  RegionTable<Leaf> Small;
  std::vector<Page *> AllocatedPages;
  std::map<uint64_t, LiveObject> Large;
};

template <typename Visitor>
bool ObjectMap::forEachSmall(uint64_t Low, uint64_t High, Visitor Visit) const {
  if (largeOverlapping(Low, High))
    return false;
  SmallCursor Cursor = smallFrom(Low);
  if (Cursor.Across)
    Visit(*Cursor.Across);
  for (; Cursor.Next != Cursor.End; ++Cursor.Next) {
    LiveObject O = unpack(Low >> PageBits, *Cursor.Next);
    if (O.Address >= High)
      break;
    Visit(O);
  }
  return true;
}

} // namespace memfacet::owners

#endif
