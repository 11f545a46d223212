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

/// A list of lines, most recent first, that forgets lines as it is told;
/// nothing shared with analysis/gauges/reuse.
class ReferenceCurves {
public:
  void choose(unsigned More) {
    Bits = More;
    Lines.remove_if([&](uint64_t Line) { return !isChosen(Line); });
  }
  bool isChosen(uint64_t Line) const {
    // Neighbours from line 21 of each 64 on, at most four of them together.
    uint64_t Of = (Line + 64 - 21) % 64, Together = 64 >> Bits;
    if (Bits <= 4)
      return Of % (4u << Bits) < 4;
    return Of < Together;
  }
  void touch(uint64_t Line, uint32_t Owner) {
    uint64_t Distance = 0;
    auto It = Lines.begin();
    for (; It != Lines.end() && *It != Line; ++It)
      ++Distance;
    uint64_t Residue = (Line + 64 - 21) % 64;
    if (It == Lines.end()) {
      Lines.push_front(Line);
      ++All[{Owner, Bits, Residue, SpatialRow::Compulsory}];
      return;
    }
    Lines.splice(Lines.begin(), Lines, It);
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
           const TouchStream &T, size_t From, size_t To, ThreadId Thread) {
  std::vector<uint64_t> Lines;
  std::vector<uint32_t> Owners;
  for (size_t I = From; I != To; ++I)
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
    for (size_t At = 0, Bits = 0; At != T.Lines.size();) {
      size_t Next = std::min(T.Lines.size(), At + Part);
      touch(Fast, Slow, T, At, Next, ThreadId(0));
      for (; At != Next; ++At)
        if (Slow.isChosen(T.Lines[At]))
          Slow.touch(T.Lines[At], T.Owners[At]);
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
  ReferenceCurves Own[2], All;
  for (size_t At = 0, Turn = 0; At != T.Lines.size(); ++Turn) {
    size_t Next = std::min(T.Lines.size(), At + 700);
    if (Turn == 12) {
      Fast.choose(2), All.choose(2);
      Own[0].choose(2), Own[1].choose(2);
    }
    touch(Fast, All, T, At, Next, ThreadId(uint32_t(Turn % 2)));
    for (; At != Next; ++At)
      if (All.isChosen(T.Lines[At])) {
        All.touch(T.Lines[At], T.Owners[At]);
        Own[Turn % 2].touch(T.Lines[At], T.Owners[At]);
      }
  }
  for (const auto &[Key, Touches] : Own[1].All)
    Own[0].All[Key] += Touches;
  EXPECT_EQ(rowsOf(Fast.tableOf(CurveScope::Shared)), All.All);
  EXPECT_EQ(rowsOf(Fast.tableOf(CurveScope::Private)), Own[0].All);
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
