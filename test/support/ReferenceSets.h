//===- ReferenceSets.h - the ways of sets, and which line leaves, slowly -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does what "Taking a line" and "Policies" in docs/internals/memory-system.md
// say, for ReferenceMemory.h: with time stamps instead of orders, and a map for
// the tree.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_REFERENCESETS_H
#define MEMFACET_TEST_SUPPORT_REFERENCESETS_H

#include "analysis/caches/model/CacheModel.h"
#include "test/support/Wings.h"
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace memfacet::test {

/// A line in a level.
struct HeldLine {
  uint64_t Number = 0;
  uint32_t Structure = 0; ///< the structure whose touch brought it
  bool Dirty = false;
  uint32_t Writer = 0;     ///< valid if the line is dirty
  bool Prefetched = false; ///< prefetched, and not touched since
};

/// Ways that may be used: from First to End, without End.
struct WayRange {
  uint32_t First, End;
  bool has(uint32_t Way) const { return First <= Way && Way < End; }
};

/// The sets of one cache.
class ReferenceSets {
public:
  ReferenceSets(uint64_t Sets, uint32_t Ways, Replacement Policy)
      : SetCount(Sets), WayCount(Ways), Policy(Policy) {}

  WayRange all() const { return {0, WayCount}; }

  /// Finds a line without using it. Returns null if it is missing.
  HeldLine *find(uint64_t Number) {
    Set &S = setOf(Number);
    std::optional<uint32_t> Index = wayOf(S, Number);
    return Index ? &*S.Ways[*Index].Line : nullptr;
  }

  /// Uses a line, which must be present.
  void use(uint64_t Number) {
    Set &S = setOf(Number);
    uint32_t Index = *wayOf(S, Number);
    touched(S, Index);
    S.Ways[Index].Rrip = 0;
  }

  /// Puts a line into its set. Returns the line that left.
  std::optional<HeldLine> take(const HeldLine &New, WayRange Allowed) {
    Set &S = setOf(New.Number);
    std::optional<uint32_t> Empty;
    for (uint32_t Index = Allowed.End; Index-- != Allowed.First;)
      if (!S.Ways[Index].Line)
        Empty = Index;
    uint32_t Index = Empty ? *Empty : victim(S, Allowed);
    std::optional<HeldLine> Left = S.Ways[Index].Line;
    S.Ways[Index].Line = New;
    touched(S, Index);
    S.Ways[Index].Rrip = 2;
    return Left;
  }

  std::optional<HeldLine> remove(uint64_t Number) {
    Set &S = setOf(Number);
    std::optional<uint32_t> Index = wayOf(S, Number);
    if (!Index)
      return std::nullopt;
    return std::exchange(S.Ways[*Index].Line, std::nullopt);
  }

  std::vector<HeldLine> lines() const {
    std::vector<HeldLine> All;
    for (const auto &[Number, S] : Sets)
      for (const Way &W : S.Ways)
        if (W.Line)
          All.push_back(*W.Line);
    return All;
  }

private:
  struct Way {
    std::optional<HeldLine> Line;
    uint64_t LastUse = 0;
    unsigned Rrip = 2;
  };
  /// The ways below a node of the tree: the first, and one past the last.
  using Node = std::pair<uint32_t, uint32_t>;
  struct Set {
    std::vector<Way> Ways;
    std::map<Node, bool> PointsRight;
  };

  Set &setOf(uint64_t Number) {
    Set &S = Sets[Number % SetCount];
    S.Ways.resize(WayCount);
    return S;
  }

  static std::optional<uint32_t> wayOf(const Set &S, uint64_t Number) {
    for (uint32_t Index = 0; Index != S.Ways.size(); ++Index)
      if (S.Ways[Index].Line && S.Ways[Index].Line->Number == Number)
        return Index;
    return std::nullopt;
  }

  void touched(Set &S, uint32_t Index) {
    S.Ways[Index].LastUse = ++Clock;
    if (Policy != Replacement::Plru)
      return;
    for (Node N{0, WayCount}; N.second - N.first > 1;) {
      uint32_t Middle = (N.first + N.second) / 2;
      bool IsRight = Index >= Middle;
      S.PointsRight[N] = !IsRight;
      N = IsRight ? Node{Middle, N.second} : Node{N.first, Middle};
    }
  }

  uint32_t victim(Set &S, WayRange Allowed) {
    switch (Policy) {
    case Replacement::Lru:
      return leastRecent(S, Allowed);
    case Replacement::Plru:
      return pointedTo(S, Allowed);
    case Replacement::Random:
      return anyOf(Allowed);
    case Replacement::Rrip:
      return farAway(S, Allowed);
    }
    return 0;
  }

  static uint32_t leastRecent(const Set &S, WayRange Allowed) {
    uint32_t Oldest = Allowed.First;
    for (uint32_t Index = Allowed.First; Index != Allowed.End; ++Index)
      if (S.Ways[Index].LastUse < S.Ways[Oldest].LastUse)
        Oldest = Index;
    return Oldest;
  }

  uint32_t pointedTo(Set &S, WayRange Allowed) const {
    Node N{0, WayCount};
    while (N.second - N.first > 1) {
      uint32_t Middle = (N.first + N.second) / 2;
      bool HasLeft = Allowed.First < Middle && Allowed.End > N.first;
      bool HasRight = Allowed.First < N.second && Allowed.End > Middle;
      bool Right = HasLeft && HasRight ? S.PointsRight[N] : HasRight;
      N = Right ? Node{Middle, N.second} : Node{N.first, Middle};
    }
    return N.first;
  }

  uint32_t anyOf(WayRange Allowed) {
    Seed ^= Seed << 13;
    Seed ^= Seed >> 7;
    Seed ^= Seed << 17;
    return Allowed.First + uint32_t(Seed % (Allowed.End - Allowed.First));
  }

  static uint32_t farAway(Set &S, WayRange Allowed) {
    while (true) {
      for (uint32_t Index = Allowed.First; Index != Allowed.End; ++Index)
        if (S.Ways[Index].Rrip == 3)
          return Index;
      for (uint32_t Index = Allowed.First; Index != Allowed.End; ++Index)
        ++S.Ways[Index].Rrip;
    }
  }

  uint64_t SetCount;
  uint32_t WayCount;
  Replacement Policy;
  uint64_t Clock = 0;
  uint64_t Seed = 0x9e3779b97f4a7c15;
  std::map<uint64_t, Set> Sets;
};

} // namespace memfacet::test

#endif
