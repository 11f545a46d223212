//===- CurveSampleTest.cpp - miss curves from chosen lines ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/sample/CurveSample.h"
#include "analysis/gauges/reuse/Curves.h"
#include "test/support/Test.h"
#include "test/support/TouchStreams.h"

namespace {

/// Sizes of caches that are asked for, in lines: 8 KiB to 64 MiB.
constexpr uint64_t FirstSize = 128, LastSize = 1 << 20;

/// One touch after the other, of chosen lines and, as a program drops them, not
/// of those that repeat the last one of their residue.
class Sampler {
public:
  explicit Sampler(bool Drops, std::array<size_t, MostSelectBits> Ends)
      : Drops(Drops), Ends(Ends) {}

  void touch(uint64_t Line, uint32_t Owner) {
    while (Bits != MostSelectBits && Place == Ends[Bits])
      Curves.choose(++Bits);
    ++Place;
    Facts.Touches.resize(std::max<size_t>(Facts.Touches.size(), Owner + 1));
    Facts.AllChosen.resize(Facts.Touches.size());
    ++Facts.Touches[Owner];
    Facts.AllChosen[Owner] += Bits == 0;
    if (!hasResidue(chosenLines(Bits), Line))
      return;
    uint64_t &Last = Recent[Line % SelectResidues];
    if (Drops && Last == Line + 1)
      return;
    Last = Line + 1;
    Curves.touch(ThreadId(0), {{&Line, 1}, &Owner}, 8);
  }
  MissCurves curves() {
    Facts.Bits = Bits;
    Facts.Drops = Drops;
    MissCurves Result;
    fillSampledCurves(CurveScope::Private, Curves.tableOf(CurveScope::Private),
                      Facts, Result);
    return Result;
  }

private:
  bool Drops;
  std::array<size_t, MostSelectBits> Ends;
  unsigned Bits = 0;
  size_t Place = 0;
  SpatialCurves Curves;
  CurveFacts Facts;
  std::array<uint64_t, SelectResidues> Recent = {};
};

/// Where each stretch of a stream of \p Touches ends: most of it with one
/// line in 64.
std::array<size_t, MostSelectBits> endsOf(size_t Touches) {
  return {Touches / 20, Touches / 15, Touches / 12,
          Touches / 10, Touches / 9,  Touches / 8};
}

MissCurves sampled(const TouchStream &T, bool Drops,
                   std::array<size_t, MostSelectBits> Ends) {
  Sampler S(Drops, Ends);
  for (size_t I = 0; I != T.Lines.size(); ++I)
    S.touch(T.Lines[I], T.Owners[I]);
  return S.curves();
}

MissCurves exactly(const TouchStream &T) {
  ExactCurves Curves;
  Curves.touch(ThreadId(0), {T.Lines, T.Owners.data()}, 8);
  MissCurves Result;
  Curves.fill(Result);
  return Result;
}

struct Coverage {
  size_t Points = 0, Covered = 0;
  double Width = 0; ///< sum of widths, as parts of the touches

  void add(uint64_t Truth, const MissInterval &I, uint64_t Touches) {
    ++Points;
    Covered += I.Low <= Truth && Truth <= I.High;
    Width += double(I.High - I.Low) / double(Touches);
  }
};

/// Compares the program's curve, and each structure's.
void compare(const TouchStream &T, bool Drops, Coverage &Whole,
             Coverage &Parts) {
  MissCurves Truth;
  Truth.Curves = exactly(T).Curves;
  std::erase_if(Truth.Curves, [](const MissCurve &C) {
    return C.Scope != CurveScope::Private;
  });
  MissCurves Sampled = sampled(T, Drops, endsOf(T.Lines.size()));
  ASSERT_EQ(Sampled.Curves.size(), Truth.Curves.size());
  for (uint64_t Lines = FirstSize; Lines <= LastSize; Lines *= 2) {
    uint64_t Sum = 0, Touches = 0;
    size_t Bucket = bucketOf(Lines);
    for (size_t I = 0; I != Truth.Curves.size(); ++I) {
      const MissCurve &C = Truth.Curves[I];
      ASSERT_EQ(C.touches(), Sampled.Curves[I].touches());
      Parts.add(C.misses(Bucket), Sampled.Curves[I].interval(Bucket),
                C.touches());
      Sum += C.misses(Bucket), Touches += C.touches();
    }
    MissCurve Total;
    Total.Intervals = Sampled.Totals[0].Intervals;
    Whole.add(Sum, Total.interval(Bucket), Touches);
  }
}

TEST(SampledCurves, AreExactWhereAllLinesAreChosen) {
  TouchStream T = randomStream(11, 50'000);
  std::array<size_t, MostSelectBits> Never;
  Never.fill(~size_t(0));
  MissCurves Estimates = sampled(T, false, Never), Truth = exactly(T);
  for (const MissCurve &C : Estimates.Curves) {
    const MissCurve &Exact = Truth.Curves[&C - Estimates.Curves.data()];
    EXPECT_EQ(C.Reuses, Exact.Reuses);
    EXPECT_EQ(C.Compulsory, Exact.Compulsory);
    for (size_t B = 0; B != C.Intervals.size(); ++B)
      EXPECT_EQ(C.Intervals[B], (MissInterval{C.misses(B), C.misses(B)}));
  }
}

TEST(SampledCurves, WhatNoChosenLineShowsMayBeAnything) {
  CurveFacts Facts;
  Facts.Touches = {0, 7};
  Facts.Bits = 6;
  MissCurves M;
  fillSampledCurves(CurveScope::Shared, SpatialTable(), Facts, M);
  ASSERT_EQ(M.Curves.size(), 1u);
  EXPECT_EQ(M.Curves[0].Scope, CurveScope::Shared);
  EXPECT_EQ(M.Curves[0].Structure, StructureId(1));
  EXPECT_EQ(M.Curves[0].Reuses, std::vector<uint64_t>{7});
  EXPECT_EQ(M.Curves[0].interval(0), (MissInterval{7, 7}));
  EXPECT_EQ(M.Curves[0].interval(1), (MissInterval{0, 7}));
  EXPECT_EQ(M.Curves[0].interval(300), (MissInterval{0, 7}));
  ASSERT_EQ(M.Totals.size(), 1u);
  EXPECT_EQ(M.Totals[0].Intervals.back(), (MissInterval{0, 7}));
  EXPECT_FALSE(M.exact());
}

// Dropped accesses were at distances below 64 lines, mostly: nothing is said of
// smaller caches.
TEST(SampledCurves, OfADroppingProgramDoNotKnowCachesOf64Lines) {
  TouchStream T;
  for (uint64_t I = 0; I != 20'000; ++I)
    T.add(I % 40, 0);
  std::array<size_t, MostSelectBits> Never;
  Never.fill(~size_t(0));
  MissCurves Estimates = sampled(T, true, Never);
  const MissCurve &C = Estimates.Curves[0];
  EXPECT_EQ(C.interval(bucketOf(32)).High, 20'000u);
  EXPECT_EQ(C.interval(bucketOf(128)), (MissInterval{40, 40}));
}

// An access that goes over two lines is one access, of which both are touched.
TEST(SampledCurves, ThereMayBeMoreTouchesThanAccesses) {
  SpatialCurves Curves;
  std::vector<uint64_t> Lines;
  for (uint64_t I = 0; I != 3000; ++I)
    Lines.push_back(I % 1000);
  std::vector<uint32_t> Owners(Lines.size());
  Curves.touch(ThreadId(0), {Lines, Owners.data()}, 1);
  CurveFacts Facts;
  Facts.Touches = Facts.AllChosen = {1500};
  Facts.Drops = true;
  MissCurves M;
  fillSampledCurves(CurveScope::Private, Curves.tableOf(CurveScope::Private),
                    Facts, M);
  EXPECT_EQ(M.Curves[0].touches(), 1500u);
  EXPECT_EQ(M.Curves[0].interval(bucketOf(512)), (MissInterval{1500, 3000}));
}

/// A program that does one thing, and then another, with another structure or
/// with the same.
struct Phased {
  const char *Name;
  std::vector<std::array<uint64_t, 4>> Phases; ///< owner, lines, stride, rounds
};

TouchStream streamOf(const Phased &P) {
  TouchStream T;
  std::mt19937_64 Random(9);
  for (auto [Owner, Lines, Stride, Rounds] : P.Phases)
    for (uint64_t I = 0; I != Rounds * Lines; ++I) {
      // Stride 0: at random.
      uint64_t Line = Stride == 0 ? Random() % Lines : I % Lines * Stride;
      T.add((Owner << 30) + 1000 * Owner + Line, uint32_t(Owner));
    }
  return T;
}

// Each phase is seen, however much shorter than the others.
TEST(SampledCurves, OfProgramsWithPhasesAreWithinTheirIntervals) {
  const Phased All[] = {
      {"small, then large", {{1, 200, 1, 3000}, {2, 40'000, 1, 20}}},
      {"large, then small", {{1, 40'000, 1, 20}, {2, 200, 1, 3000}}},
      {"loop, then random", {{1, 9000, 1, 60}, {2, 60'000, 0, 12}}},
      {"the same, longer", {{1, 3000, 1, 100}, {1, 50'000, 1, 14}}},
      {"strides", {{1, 8000, 1, 50}, {2, 20'000, 3, 30}}},
      {"three", {{1, 500, 1, 400}, {2, 30'000, 0, 10}, {3, 70'000, 1, 5}}},
  };
  Coverage Whole, Curves;
  for (bool Drops : {false, true})
    for (const Phased &P : All) {
      SCOPED_TRACE(P.Name);
      Coverage Previous = Whole;
      compare(streamOf(P), Drops, Whole, Curves);
      EXPECT_EQ(Whole.Covered - Previous.Covered,
                Whole.Points - Previous.Points);
    }
  EXPECT_GE(Curves.Covered * 100, Curves.Points * 97);
  // What says nothing would be within, too.
  EXPECT_LT(Whole.Width / double(Whole.Points), 0.16);
}

TEST(SampledCurves, OfRandomStreamsAreWithinTheirIntervals) {
  Coverage Whole, Curves;
  for (uint64_t Seed = 0; Seed != 30; ++Seed)
    compare(randomStream(Seed, 200'000), Seed % 2 == 0, Whole, Curves);
  EXPECT_GE(Whole.Covered * 100, Whole.Points * 95);
  EXPECT_GE(Curves.Covered * 100, Curves.Points * 95);
}

} // namespace
