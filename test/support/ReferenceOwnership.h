//===- ReferenceOwnership.h - the owner of an address, by search ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows the rules at the top of analysis/owners/objects/Ownership.h and
// ObjectLayers.h by a search of all objects, marks and ranges.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_REFERENCEOWNERSHIP_H
#define MEMFACET_TEST_SUPPORT_REFERENCEOWNERSHIP_H

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

namespace memfacet::test {

class ReferenceOwnership {
public:
  static constexpr uint32_t NoOwner = 1;

  /// Adds an object. Returns how many objects it replaced.
  size_t claim(uint64_t Address, uint64_t Size, uint32_t Structure) {
    size_t Evicted = std::erase_if(Objects, [&](const auto &Entry) {
      bool IsGone = Entry.first < Address + Size &&
                    Address < Entry.first + Entry.second.Size;
      if (IsGone)
        unmarkInside(Entry.first, Entry.first + Entry.second.Size);
      return IsGone;
    });
    Objects[Address] = {Size, Structure};
    return Evicted;
  }
  bool release(uint64_t Address) {
    auto Entry = Objects.find(Address);
    if (Entry == Objects.end())
      return false;
    unmarkInside(Address, Address + Entry->second.Size);
    Objects.erase(Entry);
    return true;
  }

  struct Mark {
    uint64_t Low, High;
    uint32_t Structure;
    bool inside(const Mark &O) const { return O.Low <= Low && High <= O.High; }
    bool overlaps(const Mark &O) const { return Low < O.High && O.Low < High; }
  };

  /// Adds a mark. Returns the number of marks that end, or nothing if the new
  /// one is refused.
  std::optional<size_t> mark(const Mark &New) {
    auto IsAround = [&](const Mark &M) {
      return New.inside(M) && M.High - M.Low > New.High - New.Low;
    };
    if (std::ranges::count_if(Marks, IsAround) == 8)
      return std::nullopt;
    std::vector<Mark> Old = Marks;
    size_t Ended = std::erase_if(Marks, [&](const Mark &M) {
      return std::ranges::any_of(Old, [&](const Mark &Replaced) {
        return Replaced.overlaps(New) && !IsAround(Replaced) &&
               M.inside(Replaced);
      });
    });
    Marks.push_back(New);
    return Ended;
  }
  bool unmark(uint64_t Address) {
    std::optional<Mark> Innermost;
    for (const Mark &M : Marks)
      if (M.Low == Address && (!Innermost || M.High < Innermost->High))
        Innermost = M;
    if (Innermost)
      unmarkInside(Innermost->Low, Innermost->High);
    return Innermost.has_value();
  }
  void unmarkInside(uint64_t Low, uint64_t High) {
    std::erase_if(Marks,
                  [&](const Mark &M) { return M.inside({Low, High, 0}); });
  }
  /// Renames the innermost mark or the object at the address. Returns false if
  /// there is none.
  bool rename(uint64_t Address, uint32_t Structure) {
    Mark *Innermost = nullptr;
    for (Mark &M : Marks)
      if (M.Low <= Address && Address < M.High &&
          (!Innermost || M.inside(*Innermost)))
        Innermost = &M;
    if (Innermost) {
      Innermost->Structure = Structure;
      return true;
    }
    for (auto &[Start, O] : Objects)
      if (Start <= Address && Address < Start + O.Size) {
        O.Structure = Structure;
        return true;
      }
    return false;
  }

  void setStack(uint64_t Low, uint64_t High, uint32_t Structure) {
    unmarkInside(Low, High);
    Stacks.push_back({Low, High, Structure});
  }
  void setMapping(uint64_t Low, uint64_t High, std::optional<uint32_t> S) {
    unmarkInside(Low, High);
    Mappings.push_back({Low, High, S});
    if (S) // of a thread that has ended
      Stacks.push_back({Low, High, std::nullopt});
  }

  uint32_t owner(uint64_t Address) const {
    uint64_t Line = Address / 64 * 64;
    if (isMarked({Line, Line + 64, 0})) {
      if (std::optional<uint32_t> S = shownAt(Address))
        return *S;
      if (std::optional<uint32_t> S = rangeAt(Address))
        return *S;
    }
    // Find the last byte at or before the address with an owner, else the first
    // one after it.
    for (uint64_t Byte = Address + 1; Byte-- != Line;)
      if (std::optional<uint32_t> S = shownAt(Byte))
        return *S;
    for (uint64_t Byte = Address + 1; Byte != Line + 64; ++Byte)
      if (std::optional<uint32_t> S = shownAt(Byte))
        return *S;
    return rangeAt(Address).value_or(NoOwner);
  }

  struct Object {
    uint64_t Size;
    uint32_t Structure;
  };
  std::map<uint64_t, Object> Objects;

  std::vector<Mark> Marks;

private:
  bool isMarked(const Mark &Line) const {
    return std::ranges::any_of(Marks,
                               [&](const Mark &M) { return M.overlaps(Line); });
  }

  /// Returns the owner by the last stack or mapping that covers the address.
  std::optional<uint32_t> rangeAt(uint64_t Address) const {
    for (const std::vector<Range> *Ranges : {&Stacks, &Mappings})
      for (size_t I = Ranges->size(); I-- != 0;) {
        const Range &R = (*Ranges)[I];
        if (R.Low > Address || Address >= R.High)
          continue;
        if (R.Structure)
          return R.Structure;
        break; // unmapped
      }
    return std::nullopt;
  }

  /// Returns the owner by a mark or an object around the address.
  std::optional<uint32_t> shownAt(uint64_t Address) const {
    const Mark *Innermost = nullptr;
    for (const Mark &M : Marks)
      if (M.Low <= Address && Address < M.High &&
          (!Innermost || M.inside(*Innermost)))
        Innermost = &M;
    if (Innermost)
      return Innermost->Structure;
    auto Next = Objects.upper_bound(Address);
    if (Next == Objects.begin())
      return std::nullopt;
    const auto &[Start, O] = *std::prev(Next);
    return Address < Start + O.Size ? std::optional(O.Structure) : std::nullopt;
  }

  struct Range {
    uint64_t Low, High;
    std::optional<uint32_t> Structure;
  };
  std::vector<Range> Stacks, Mappings;
};

} // namespace memfacet::test

#endif
