//===- PinnedCurvesTest.cpp - spectra, lines, phases, who leads -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slow references, and sums over many random cases. See PinnedNumbers.h for how
// to take a change over.
//
//===----------------------------------------------------------------------===//

#include "analysis/study/volatility/Interplay.h"
#include "analysis/study/volatility/Phases.h"
#include "analysis/study/volatility/Spectrum.h"
#include "analysis/study/volatility/Volatility.h"
#include "analysis/support/Hash.h"
#include "test/unit/PinnedNumbers.h"
#include <numbers>

namespace {

using Values = std::vector<double>;
constexpr double Circle = 2 * std::numbers::pi;

Values randomValues(SeededRandom &Random, size_t Count) {
  Values V(Count);
  double Level = 1;
  for (double &Value : V) {
    if (Random.below(30) == 0)
      Level = double(1 + Random.below(8));
    Value = Level + Random.uniform();
  }
  return V;
}

/// Powers of one segment, by definition: without its line of least squares, in
/// a Hann window of mean power 1.
Values slowPowers(std::span<const double> V) {
  auto N = double(V.size());
  double SumX = 0, SumY = 0, SumXX = 0, SumXY = 0;
  for (size_t I = 0; I != V.size(); ++I) {
    SumX += double(I), SumY += V[I];
    SumXX += double(I) * double(I), SumXY += double(I) * V[I];
  }
  double Slope = (N * SumXY - SumX * SumY) / (N * SumXX - SumX * SumX);
  double Start = (SumY - Slope * SumX) / N;
  Values Powers;
  for (size_t K = 0; K <= V.size() / 2; ++K) {
    double Real = 0, Imaginary = 0;
    for (size_t I = 0; I != V.size(); ++I) {
      double Window = (1 - std::cos(Circle * double(I) / N)) / 2;
      double Rest = (V[I] - Start - Slope * double(I)) * Window;
      Real += Rest * std::cos(Circle * double(K * I % V.size()) / N);
      Imaginary += Rest * std::sin(Circle * double(K * I % V.size()) / N);
    }
    bool Single = K == 0 || 2 * K == V.size();
    Powers.push_back((Real * Real + Imaginary * Imaginary) / (N * N) / 0.375 *
                     (Single ? 1 : 2));
  }
  return Powers;
}

TEST(Spectra, AreMeansOfThoseOfTheirSegments) {
  SeededRandom Random(1);
  for (size_t Length : {16, 64})
    for (size_t Spare : {0, 1, 7, 8, 9, 31, 33, 100}) {
      Values V = randomValues(Random, Length + Spare);
      Spectrum S = spectrumOf(V, Length);
      // As many as needed to overlap by half at least, evenly.
      size_t Half = Length / 2, Segments = 1;
      while ((Segments - 1) * Half < Spare)
        ++Segments;
      ASSERT_EQ(S.Segments, Segments) << Length << " " << Spare;
      EXPECT_EQ(S.Length, Length);
      Values Mean(Half + 1);
      for (size_t I = 0; I != Segments; ++I) {
        size_t First = Segments == 1 ? 0 : I * Spare / (Segments - 1);
        Values Powers = slowPowers(std::span(V).subspan(First, Length));
        for (size_t K = 0; K != Mean.size(); ++K)
          Mean[K] += Powers[K] / double(Segments);
      }
      ASSERT_EQ(S.Power.size(), Mean.size());
      for (size_t K = 0; K != Mean.size(); ++K)
        EXPECT_NEAR(S.Power[K], Mean[K], 1e-9) << K;
    }
}

/// Powers fall with the frequency; peaks are of one frequency or several, also
/// at the ends, and some next to each other.
Spectrum randomSpectrum(SeededRandom &Random) {
  Spectrum S;
  S.Length = size_t(16) << Random.below(7);
  S.Segments = 1 + Random.below(6);
  double Fall = 2 * Random.uniform();
  for (size_t K = 0; K <= S.Length / 2; ++K)
    S.Power.push_back((0.3 + Random.uniform()) / std::pow(double(K + 1), Fall));
  for (size_t I = 1 + Random.below(4); I != 0; --I) {
    size_t Peak = 2 + Random.below(S.Power.size() - 2);
    double High = 40 * (0.5 + Random.uniform()) * S.Power[Peak];
    for (size_t Wide = 1 + Random.below(5), K = Peak;
         Wide != 0 && K < S.Power.size(); --Wide, K += 1 + Random.below(3))
      S.Power[K] = Random.below(3) ? High : High / 2;
  }
  return S;
}

TEST(PinnedLines, OfRandomSpectra) {
  SeededRandom Random(2);
  NumberSum Background, Count, Frequency, Width, Power, Significance, Moved;
  for (int Round = 0; Round != 800; ++Round) {
    Spectrum S = randomSpectrum(Random);
    Values Floor = backgroundOf(S);
    for (double Level : Floor)
      Background.add(std::log(Level));
    size_t Cycles = 1 + Random.below(16);
    auto Lines =
        linesOf(S, Floor, Cycles, Random.below(2) ? 0 : Random.uniform());
    Count.add(double(Lines.size()));
    for (const SpectralLine &L : Lines) {
      Frequency.add(L.Frequency), Width.add(L.Width);
      Power.add(std::log(L.Power));
      Significance.add(L.Significance), Moved.add(L.Moved);
    }
  }
  PinnedNumbers Numbers;
  Numbers.row("background", Background.sum()).row("count", Count.sum());
  Numbers.row("frequency", Frequency.sum()).row("width", Width.sum());
  Numbers.row("power", Power.sum()).row("significance", Significance.sum());
  Numbers.row("moved", Moved.sum());
  expectPinned(Numbers, R"(
background: -796012.618
count: 423825
frequency: 452.788176
width: 21.9378432
power: 1314.48292
significance: 35631.632
moved: 270717
)");
}

/// Ties included: means are whole numbers.
TEST(PinnedPhases, OfRandomCurves) {
  SeededRandom Random(3);
  NumberSum Segments, Numbers;
  std::array<unsigned, 3> Types = {};
  for (int Round = 0; Round != 400; ++Round) {
    Values V;
    bool Noise = Random.below(2), Ramp = Random.below(5) == 0;
    size_t Wanted = 1 + Random.below(9);
    for (size_t Part = 0; Part != Wanted; ++Part) {
      auto Level = double(1 + Random.below(6));
      for (size_t I = 1 + Random.below(40); I != 0; --I)
        V.push_back(Level + (Noise ? 0.3 * Random.uniform() : 0) +
                    (Ramp ? double(I) / 10 : 0));
    }
    Phases P = phasesOf(Curve::values(V), 0.5 + 0.5 * double(Random.below(4)));
    ++Types[size_t(P.Type)];
    for (const PhaseSegment &S : P.Segments)
      Segments.add(double(S.First) + 0.1 * double(S.Last) + S.Mean);
    for (double Number : {P.Period, double(P.Initialisation), double(P.Levels),
                          P.Explained, P.Sharpness})
      Numbers.add(Number);
  }
  PinnedNumbers Rows;
  Rows.row("types", Types).row("segments", Segments.sum());
  Rows.row("numbers", Numbers.sum());
  expectPinned(Rows, R"(
types: 43 273 84
segments: 197550.184
numbers: 6186.04579
)");
}

TEST(PinnedPhases, OfRandomSegments) {
  SeededRandom Random(4);
  NumberSum Sum;
  for (int Round = 0; Round != 2000; ++Round) {
    std::vector<PhaseSegment> Segments;
    size_t Begin = 0;
    for (size_t I = Random.below(6); I != 0; --I) {
      size_t Length = 1 + Random.below(12);
      // Whole numbers up to 20: 18 and 20 are just not the same level.
      Segments.push_back({Begin, Begin + Length, double(1 + Random.below(20))});
      Begin += Length;
    }
    Sum.add(double(initialisationOf(Segments)));
  }
  PinnedNumbers Numbers;
  expectPinned(Numbers.row("sum", Sum.sum()), R"(
sum: 805099
)");
}

/// By the formula: four times the variance of a step, by its median, or of a
/// twentieth of the mean, times the logarithm of the length.
TEST(Phases, UsualPenaltyIsThatOfItsFormula) {
  SeededRandom Random(5);
  for (size_t Count : {2, 3, 4, 9, 50, 51})
    for (double Level : {0.0, 1.0, 200.0}) {
      Values V(Count), Steps;
      double Mean = 0;
      for (double &Value : V) {
        Value = Level + Random.uniform();
        Mean += Value / double(Count);
      }
      for (size_t I = 1; I != Count; ++I)
        Steps.push_back(std::abs(V[I] - V[I - 1]));
      std::ranges::sort(Steps);
      double Sigma = std::max(Steps[Steps.size() / 2] / 0.9539, Mean / 20);
      EXPECT_DOUBLE_EQ(usualPenalty(V),
                       4 * Sigma * Sigma * std::log(double(Count)));
    }
  EXPECT_EQ(usualPenalty(Values{3}), 1);
  EXPECT_EQ(usualPenalty(Values{0, 0}), 1e-300);
}

CurveValues randomCurves(SeededRandom &Random) {
  CurveValues Curves(1 + Random.below(4));
  size_t Points = 1 + Random.below(120);
  double Keep = Random.uniform();
  for (size_t I = 0; I != Curves.size(); ++I) {
    double Noise = 0;
    for (size_t P = 0; P != Points; ++P) {
      Noise = Keep * Noise + Random.uniform() - 0.5;
      double Turned = I != 0 && Random.below(4) ? -Curves[0][P] : Noise;
      Curves[I].push_back(I % 2 ? Turned : Noise);
    }
  }
  return Curves;
}

TEST(PinnedInterplay, OfRandomCurves) {
  SeededRandom Random(6);
  NumberSum Leads, Pairs, Common;
  for (int Round = 0; Round != 400; ++Round) {
    CurveValues Curves = randomCurves(Random);
    for (const OpposedPair &P : opposedPairs(Curves))
      Pairs.add(double(P.First) + 2 * double(P.Second) + P.Correlation);
    for (auto &Curve : Curves)
      for (double &Value : Curve)
        Value = std::round(4 + 4 * Value);
    LeadOptions Options = {0.25 * double(Random.below(3)), 1 + Random.below(4)};
    for (const Lead &L : leadsOf(Curves, Options))
      Leads.add(double(L.Leader) + 0.1 * double(L.First) +
                0.01 * double(L.Last));
    std::vector<std::vector<size_t>> Changes(Curves.size());
    for (auto &List : Changes)
      for (size_t I = Random.below(9); I != 0; --I)
        List.push_back(Random.below(60));
    for (const Transition &T : commonTransitions(Changes, Random.below(3))) {
      Common.add(double(T.Point));
      for (size_t Curve : T.Curves)
        Common.add(double(Curve));
    }
  }
  PinnedNumbers Numbers;
  Numbers.row("leads", Leads.sum()).row("pairs", Pairs.sum());
  Numbers.row("transitions", Common.sum());
  expectPinned(Numbers, R"(
leads: 15401.5489
pairs: 778.488206
transitions: 5726570
)");
}

} // namespace
