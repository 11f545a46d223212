//===- ObjectMap.h - the live objects, by address -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small objects, of which there may be hundreds of millions, take 8 bytes each:
// they are in a sorted list per page of 4 KiB. Large ones are few.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OWNERS_OBJECTS_OBJECTMAP_H
#define MEMFACET_OWNERS_OBJECTS_OBJECTMAP_H

#include "analysis/owners/objects/RegionTable.h"
#include "analysis/support/Ids.h"
#include "memfacet/Check.h"
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
  /// Objects of at least this size are large.
  static constexpr uint64_t LargeBytes = 64 * 1024;

  ObjectMap() = default;
  ObjectMap(const ObjectMap &) = delete;
  ObjectMap &operator=(const ObjectMap &) = delete;
  ~ObjectMap();

  /// Adds \p O, which must not overlap a live object.
  void insert(const LiveObject &O);
  /// Returns the object that starts at \p Address.
  std::optional<LiveObject> find(uint64_t Address) const;
  /// Removes the object that starts at \p Address.
  std::optional<LiveObject> erase(uint64_t Address);
  /// Returns the first object that overlaps [Low, High).
  std::optional<LiveObject> firstOverlapping(uint64_t Low, uint64_t High) const;
  /// Calls \p Visit(object) for all that overlap [Low, High), which lies within
  /// a page of 4 KiB, in order. Returns false, without a call, if there is a
  /// large one.
  template <typename Visitor>
  bool forEachSmall(uint64_t Low, uint64_t High, Visitor Visit) const;

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

  /// The small objects from an address Low on.
  struct SmallCursor {
    std::optional<LiveObject> Across; ///< begins before Low, ends after it
    const Packed *Next, *End;         ///< those from Low on in Low's page
  };

  static Packed pack(const LiveObject &O);
  static LiveObject unpack(uint64_t PageNumber, Packed P);
  /// Returns the first object of \p P that is not before \p Key.
  static Packed *lowerBound(const Page &P, Packed Key);
  /// Returns the first object of \p P, the page of \p Address, that starts at
  /// \p Address or after it.
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
  MEMFACET_CHECK(Low < High && Low >> PageBits == (High - 1) >> PageBits,
                 "one list is looked at");
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
