//===- ReferenceLevel.h - one cache in detail, slowly ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One cache of docs/internals/memory-system.md: its lines, the history of lines
// that it had, and the two caches with which it is compared to classify misses.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_REFERENCELEVEL_H
#define MEMFACET_TEST_SUPPORT_REFERENCELEVEL_H

#include "analysis/caches/memory/MemoryCounters.h"
#include "test/support/ReferenceSets.h"
#include "test/support/Wings.h"
#include <list>
#include <set>

namespace memfacet::test {

/// Offsets in a line.
using ByteSet = std::set<uint64_t>;

/// The bytes of a line that each thread wrote.
using WrittenBytes = std::map<uint32_t, ByteSet>;

/// Returns whether another thread than \p Thread wrote one of \p Bytes.
inline bool hasForeign(const WrittenBytes &Written, uint32_t Thread,
                       const ByteSet &Bytes) {
  for (const auto &[Writer, Offsets] : Written)
    for (uint64_t Byte : Offsets)
      if (Writer != Thread && Bytes.contains(Byte))
        return true;
  return false;
}

/// Why a line is missing.
enum class Absence : uint8_t {
  NeverThere,
  Evicted,
  DroppedByWrite, ///< of a thread that does not use this cache
  MovedInward,    ///< out of an exclusive level
  Explained,      ///< a miss was counted already, and no cache took the line
};

/// What a cache stores about a line that was ever requested or present.
struct LineHistory {
  bool IsRequested = false;
  Absence Cause = Absence::NeverThere; ///< while the line is missing
  uint32_t Evictor = 0;                ///< valid if Evicted
  WrittenBytes
      WrittenSinceDrop; ///< bytes written since the last DroppedByWrite
};

/// A miss of class 4, until it is known whether sharing was true.
struct UnsettledMiss {
  uint32_t Thread = 0;
  uint32_t Structure = 0;
};

/// The result of a look-up.
struct LookUp {
  bool Hit = false, InVictims = false;
  bool FirstUse = false; ///< of a prefetched line
};

class ReferenceLevel {
public:
  ReferenceLevel(const CacheLevel &Level, uint32_t LineBytes)
      : Level(Level), Sets(Level.sets(LineBytes), Level.Ways, Level.Policy),
        Full(1, uint32_t(Level.Bytes / LineBytes) + Level.VictimLines,
             Replacement::Lru),
        Undisturbed(Level.sets(LineBytes), Level.Ways, Level.Policy) {}

  /// Returns the line in the sets or the victim cache; null if it is missing.
  HeldLine *find(uint64_t Number) {
    if (HeldLine *Line = Sets.find(Number))
      return Line;
    for (HeldLine &Line : Victims)
      if (Line.Number == Number)
        return &Line;
    return nullptr;
  }

  /// Looks up a line. A line that is present is used; a line of the victim
  /// cache moves back to its set. \p Allowed: the ways of the owner.
  LookUp lookUp(uint64_t Number, WayRange Allowed, bool IsTouch) {
    HeldLine *Line = find(Number);
    if (!Line)
      return {};
    LookUp Result{true, !Sets.find(Number), Line->Prefetched && IsTouch};
    if (IsTouch)
      Line->Prefetched = false;
    if (Result.InVictims) {
      HeldLine Back = *removeFromVictims(Number);
      if (std::optional<HeldLine> Left = Sets.take(Back, Allowed))
        Victims.push_front(*Left);
    }
    Sets.use(Number);
    return Result;
  }

  /// Puts a line into the cache. Returns the line that left the cache.
  std::optional<HeldLine> take(const HeldLine &New, WayRange Allowed) {
    Histories[New.Number].Cause = Absence::NeverThere;
    std::optional<HeldLine> Left = Sets.take(New, Allowed);
    if (!Left || Level.VictimLines == 0)
      return Left;
    Victims.push_front(*Left);
    if (Victims.size() <= Level.VictimLines)
      return std::nullopt;
    HeldLine Last = Victims.back();
    Victims.pop_back();
    return Last;
  }

  std::optional<HeldLine> remove(uint64_t Number) {
    if (std::optional<HeldLine> Line = Sets.remove(Number))
      return Line;
    return removeFromVictims(Number);
  }

  std::vector<HeldLine> lines() const {
    std::vector<HeldLine> All = Sets.lines();
    All.insert(All.end(), Victims.begin(), Victims.end());
    return All;
  }

  /// Whether the two caches for comparison hit in the look-up of a touch.
  struct Compared {
    bool FullHit, UndisturbedHit;
  };
  Compared compare(uint64_t Number, bool Passes) {
    return {compareWith(Full, Number, Passes),
            compareWith(Undisturbed, Number, Passes)};
  }
  /// Puts a line, which an exclusive level takes, into the caches for
  /// comparison.
  void compareTaken(uint64_t Number) {
    for (ReferenceSets *Other : {&Full, &Undisturbed})
      if (Other->find(Number))
        Other->use(Number);
      else
        Other->take({Number}, Other->all());
  }

  std::map<uint64_t, LineHistory> Histories;
  std::map<uint64_t, UnsettledMiss> Unsettled;

private:
  std::optional<HeldLine> removeFromVictims(uint64_t Number) {
    for (auto Entry = Victims.begin(); Entry != Victims.end(); ++Entry)
      if (Entry->Number == Number) {
        HeldLine Line = *Entry;
        Victims.erase(Entry);
        return Line;
      }
    return std::nullopt;
  }

  /// Looks up a line in a cache for comparison. Returns whether it hits.
  bool compareWith(ReferenceSets &Other, uint64_t Number, bool Passes) const {
    bool Exclusive = Level.Holds == Inclusion::Exclusive;
    if (!Other.find(Number)) {
      if (!Exclusive && !Passes)
        Other.take({Number}, Other.all());
      return false;
    }
    if (Exclusive)
      Other.remove(Number);
    else
      Other.use(Number);
    return true;
  }

  CacheLevel Level;
  ReferenceSets Sets;
  std::list<HeldLine> Victims; ///< most recent first
  /// The caches for comparison: fully associative; with the same sets and ways.
  ReferenceSets Full, Undisturbed;
};

} // namespace memfacet::test

#endif
