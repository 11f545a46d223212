//===- SpatialCurvesTest.cpp - distances among chosen lines ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/reuse/Curves.h"
#include "test/support/Test.h"
#include "test/support/TouchStreams.h"
#include <list>
#include <map>
#include <set>

namespace {

/// Structure, bits, residue, bucket: touches.
using Found = std::map<std::array<uint64_t, 4>, uint64_t>;

/// A list of lines, most recent first, that forgets lines on demand;
/// nothing shared with analysis/gauges/reuse.
class ReferenceCurves {
public:
  void choose(unsigned More) {
    Bits = More;
    Lines.remove_if([&](uint64_t Line) { return !isChosen(Line); });
  }
  bool isChosen(uint64_t Line) const {
    // Neighbours from line 21 of each 64 on, at most four of them together.
    uint64_t Offset = (Line + 64 - 21) % 64, Step = 64 >> Bits;
    if (Bits <= 4)
      return Offset % (4u << Bits) < 4;
    return Offset < Step;
  }
  void touch(uint64_t Line, uint32_t Owner) {
    uint64_t Distance = 0;
    auto Position = Lines.begin();
    for (; Position != Lines.end() && *Position != Line; ++Position)
      ++Distance;
    uint64_t Residue = (Line + 64 - 21) % 64;
    if (Position == Lines.end()) {
      Lines.push_front(Line);
      ++All[{Owner, Bits, Residue, SpatialRow::Compulsory}];
      return;
    }
    Lines.splice(Lines.begin(), Lines, Position);
    if (Distance != 0)
      ++All[{Owner, Bits, Residue, bucketOf(Distance << Bits)}];
  }
  void clear() { Lines.clear(); }

  Found All;

private:
  unsigned Bits = 0;
  std::list<uint64_t> Lines;
};

Found rowsOf(const SpatialTable &Table) {
  Found Result;
  for (const SpatialRow &R : Table.rows())
    Result[{R.Structure, R.Bits, R.Residue, R.Bucket}] = R.Touches;
  return Result;
}

/// Touches of chosen lines, handed over in pieces of \p Most.
void touch(SpatialCurves &Fast, const ReferenceCurves &Slow,
           const TouchStream &T, size_t Begin, size_t End, ThreadId Thread) {
  std::vector<uint64_t> Lines;
  std::vector<uint32_t> Owners;
  for (size_t I = Begin; I != End; ++I)
    if (Slow.isChosen(T.Lines[I])) {
      Lines.push_back(T.Lines[I]);
      Owners.push_back(T.Owners[I]);
    }
  Fast.touch(Thread, {Lines, Owners.data()}, 8);
}

TEST(SpatialCurves, AreThoseOfAPlainListAlsoWhereFewerLinesAreChosen) {
  for (uint64_t Seed = 0; Seed != 20; ++Seed) {
    TouchStream T = randomStream(Seed, 30'000);
    SpatialCurves Fast;
    ReferenceCurves Slow;
    const size_t Part = 3000 + 100 * Seed;
    for (size_t Begin = 0, Bits = 0; Begin != T.Lines.size();) {
      size_t Next = std::min(T.Lines.size(), Begin + Part);
      touch(Fast, Slow, T, Begin, Next, ThreadId(0));
      for (; Begin != Next; ++Begin)
        if (Slow.isChosen(T.Lines[Begin]))
          Slow.touch(T.Lines[Begin], T.Owners[Begin]);
      // Sometimes two bits at once.
      Bits = std::min<size_t>(MostSelectBits, Bits + 1 + Seed % 2);
      Fast.choose(unsigned(Bits)), Slow.choose(unsigned(Bits));
    }
    for (CurveScope Scope : CurveScopes)
      ASSERT_EQ(rowsOf(Fast.tableOf(Scope)), Slow.All) << "seed " << Seed;
  }
}

TEST(SpatialCurves, PrivateCachesKnowTheirThreadAlone) {
  TouchStream T = randomStream(3, 20'000);
  SpatialCurves Fast;
  ReferenceCurves ByTurn[2], All;
  for (size_t Begin = 0, Turn = 0; Begin != T.Lines.size(); ++Turn) {
    size_t Next = std::min(T.Lines.size(), Begin + 700);
    if (Turn == 12) {
      Fast.choose(2), All.choose(2);
      ByTurn[0].choose(2), ByTurn[1].choose(2);
    }
    touch(Fast, All, T, Begin, Next, ThreadId(uint32_t(Turn % 2)));
    for (; Begin != Next; ++Begin)
      if (All.isChosen(T.Lines[Begin])) {
        All.touch(T.Lines[Begin], T.Owners[Begin]);
        ByTurn[Turn % 2].touch(T.Lines[Begin], T.Owners[Begin]);
      }
  }
  for (const auto &[Key, Touches] : ByTurn[1].All)
    ByTurn[0].All[Key] += Touches;
  EXPECT_EQ(rowsOf(Fast.tableOf(CurveScope::Shared)), All.All);
  EXPECT_EQ(rowsOf(Fast.tableOf(CurveScope::Private)), ByTurn[0].All);
}

TEST(SpatialCurves, WhatDoesNotCountIsFollowed) {
  TouchStream T;
  for (uint64_t I = 0; I != 300; ++I)
    T.add(I % 100, 1);
  SpatialCurves Curves;
  Touches All = {T.Lines, T.Owners.data()};
  Curves.count(false);
  Curves.touch(ThreadId(0), All, 2);
  Curves.count(true);
  Curves.touch(ThreadId(0), All, 2);
  EXPECT_EQ(Curves.tableOf(CurveScope::Private).sampledTouches(1), 300u);
  for (const auto &[Key, Touches] : rowsOf(Curves.tableOf(CurveScope::Private)))
    EXPECT_EQ(Key[3], bucketOf(99));
  Curves.forgetCounts();
  EXPECT_TRUE(Curves.tableOf(CurveScope::Private).rows().empty());
}

} // namespace
