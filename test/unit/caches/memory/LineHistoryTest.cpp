//===- LineHistoryTest.cpp - which lines were used most recently ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference keeps the lines in a list and searches it.
//
//===----------------------------------------------------------------------===//

#include "analysis/caches/memory/LineHistory.h"
#include "analysis/caches/memory/MissCauses.h"
#include "test/support/Test.h"
#include <algorithm>
#include <array>
#include <list>
#include <random>
#include <set>

namespace {

using namespace memfacet;
using caches::LineHistory;
using caches::LineSubset;
using caches::MissClass;

constexpr uint32_t LineBytes = 64;

caches::CacheLevel levelOf(size_t Lines) {
  caches::CacheLevel Level;
  Level.Bytes = Lines * LineBytes;
  Level.Ways = 1;
  return Level;
}

/// A fully associative LRU cache, the most recent line first.
class SlowHistory {
public:
  explicit SlowHistory(size_t Lines) : Whole(Lines), Capacity(Lines) {}

  MissClass ask(uint64_t Line, LineHistory::LookUp Kind) {
    auto Place = std::ranges::find(Lines, Line);
    const bool HasLine = Place != Lines.end();
    const bool IsNew = SeenLines.insert(Line).second;
    if (HasLine)
      Lines.erase(Place);
    if (HasLine ? Kind != LineHistory::LookUp::Gives
                : Kind == LineHistory::LookUp::Takes)
      use(Line);
    return IsNew     ? MissClass::Compulsory
           : HasLine ? MissClass::Conflict
                     : MissClass::Capacity;
  }
  void use(uint64_t Line) {
    Lines.remove(Line);
    Lines.push_front(Line);
    if (Lines.size() > Capacity)
      Lines.pop_back();
  }
  void choose(const LineSubset &Chosen) {
    Lines.remove_if([&](uint64_t L) { return !Chosen.has(L); });
    Capacity = std::max<size_t>(Whole >> Chosen.bits(), 1);
    while (Lines.size() > Capacity)
      Lines.pop_back();
  }
  bool isFull() const { return Lines.size() == Capacity; }

private:
  size_t Whole, Capacity;
  std::list<uint64_t> Lines;
  std::set<uint64_t> SeenLines;
};

/// Asks both for \p Count lines, below \p Range, that \p Chosen has.
void compare(LineHistory &Fast, SlowHistory &Slow, std::mt19937 &Random,
             size_t Count, uint64_t Range, const LineSubset &Chosen) {
  for (size_t I = 0; I != Count; ++I) {
    const uint64_t Line = Random() % Range;
    if (!Chosen.has(Line))
      continue;
    // Mostly look-ups that take the line, as most levels do.
    auto Kind = LineHistory::LookUp(std::max<int>(int(Random() % 10) - 7, 0));
    const uint32_t Record = Fast.recordOf(Line);
    ASSERT_EQ(Fast.lineOf(Record), Line);
    if (Random() % 16 == 0) {
      Fast.used(Record);
      Slow.use(Line);
    }
    ASSERT_EQ(Fast.ask(Record, Kind, /*Missed=*/true).Class,
              Slow.ask(Line, Kind))
        << "look-up " << I << " of line " << Line;
    ASSERT_EQ(Fast.isFull(), Slow.isFull());
  }
}

TEST(LineHistory, AgreesWithAListOnRandomLines) {
  std::mt19937 Random(1);
  for (size_t Lines : {1, 2, 7, 64, 300})
    for (uint64_t Range : {3, 100, 1000}) {
      SCOPED_TRACE(fmt::format("{} lines of {}", Lines, Range));
      LineHistory Fast(levelOf(Lines), LineBytes, /*Coherent=*/false);
      SlowHistory Slow(Lines);
      compare(Fast, Slow, Random, 3000, Range, {});
    }
}

TEST(LineHistory, AgreesWithAListWhenFewerLinesAreChosen) {
  std::mt19937 Random(2);
  for (size_t Lines : {4, 64, 512}) {
    SCOPED_TRACE(fmt::format("{} lines", Lines));
    LineHistory Fast(levelOf(Lines), LineBytes, /*Coherent=*/false);
    SlowHistory Slow(Lines);
    for (auto [ResidueBits, HashBits] :
         {std::pair(0U, 0U), {2, 0}, {2, 3}, {6, 3}}) {
      LineSubset Chosen(ResidueBits, HashBits);
      Fast.choose(Chosen);
      Slow.choose(Chosen);
      compare(Fast, Slow, Random, 4000, 3000, Chosen);
    }
  }
}

// One line in eight, whatever the distance of the lines, and in all parts of a
// table that is ordered by another hash.
TEST(LineSubset, HasItsPartOfLinesAtAnyDistance) {
  LineSubset Chosen(0, 3);
  EXPECT_EQ(Chosen.bits(), 3U);
  for (uint64_t Distance : {1, 64, 1000, 4096, 12345, 1 << 20}) {
    constexpr size_t Lines = 8000, Parts = 8;
    std::array<size_t, Parts> InPart = {};
    for (uint64_t I = 0; I != Lines; ++I)
      if (uint64_t Line = 77 + I * Distance; Chosen.has(Line))
        ++InPart[Line * GoldenRatio >> 61];
    for (size_t Count : InPart)
      EXPECT_NEAR(double(Count), double(Lines) / 8 / Parts, 60) << Distance;
  }
}

// A thread still looks at more lines when look-ups have become many: those that
// were left are not followed again.
TEST(MissCauses, LinesThatWereLeftStayAway) {
  caches::CacheModel Model;
  Model.Levels = {levelOf(64)};
  caches::MissCauses Causes(Model, 1000);
  LineSubset Few(6, 0);
  std::vector<caches::Miss> Misses;
  for (uint64_t Line = 0; Misses.size() != 1000; ++Line)
    if (Few.has(Line))
      Misses.push_back({caches::Miss::wanted(Line, 1), caches::EmptyWord, 0});
  caches::FilteredPlace Place;
  Place.Thread = ThreadId(1);
  Place.Interval = IntervalId(0);
  Place.Structures = 2;
  Place.Bits = 6;
  for (int Round = 0; Round != 132; ++Round) {
    Causes.enter(Place);
    Causes.lookedUp(0, caches::LookUpSpan(Misses), Misses);
  }
  Place.Thread = ThreadId(2);
  Place.Bits = 4;
  Causes.enter(Place);
  EXPECT_EQ(Causes.lines().residueBits(), 6U);
  EXPECT_EQ(Causes.lines().hashBits(), 3U);
}

// One line is never used again, and the others never fill the cache: the order
// has no end, and its gaps must be closed again and again.
TEST(LineHistory, KeepsAnOldLineForAsLongAsItHasRoom) {
  LineHistory Fast(levelOf(8), LineBytes, /*Coherent=*/false);
  const uint32_t Old = Fast.recordOf(99);
  Fast.ask(Old, LineHistory::LookUp::Takes, true);
  for (uint64_t I = 0; I != 10000; ++I)
    Fast.ask(Fast.recordOf(I % 5), LineHistory::LookUp::Takes, true);
  EXPECT_EQ(Fast.ask(Old, LineHistory::LookUp::Takes, true).Class,
            MissClass::Conflict);
}

} // namespace
