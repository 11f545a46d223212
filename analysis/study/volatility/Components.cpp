//===- Components.cpp - what comes again and again ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/volatility/Components.h"
#include <algorithm>
#include <bit>
#include <cmath>

namespace memfacet::study {

namespace {

/// By which what two lines are not sure of may be exceeded.
constexpr double Slack = 1.5;
/// The strongest line is at most so high a harmonic.
constexpr unsigned HighestFirst = 12;
/// Of the other harmonics up to twice the strongest line, so many must be
/// there.
constexpr double LeastPresent = 0.5;
/// And all that a lower one explains must be exceeded by so much.
constexpr double LeastGain = 1.03;
/// A harmonic that stands out among its neighbours by that is a family.
constexpr double StandsOut = 4;

class Families {
public:
  Families(std::vector<SpectralLine> AllLines, double Least)
      : Lines(std::move(AllLines)), Least(Least), Explained(Lines.size()) {
    // A family's frequency becomes more exact from harmonic to harmonic.
    std::ranges::sort(Lines, {}, &SpectralLine::Frequency);
  }

  std::vector<LineFamily> find() {
    while (const SpectralLine *Strongest = strongest()) {
      if (isMixture(*Strongest)) {
        Explained[size_t(Strongest - Lines.data())] = true;
        continue;
      }
      unsigned Order = orderOf(*Strongest);
      SpectralLine Inner = *Strongest;
      bool Nested = Order > 1 && standsOut(Inner, Order);
      Result.push_back(take(size_t(Strongest - Lines.data()), Order));
      if (Nested) {
        Result.back().Power -= Inner.Power;
        Result.push_back(
            {Inner.Frequency, Inner.Width, Inner.Power, 1, Inner.Significance});
      }
    }
    return std::move(Result);
  }

private:
  const SpectralLine *strongest() const {
    const SpectralLine *Best = nullptr;
    for (size_t I = 0; I != Lines.size(); ++I)
      if (!Explained[I] && (!Best || Lines[I].Power > Best->Power))
        Best = &Lines[I];
    return Best;
  }

  /// The line that is nearest to \p Frequency and may be there.
  const SpectralLine *lineAt(double Frequency, double Width) const {
    const SpectralLine *Best = nullptr;
    double Nearest = 0;
    for (const SpectralLine &L : Lines) {
      double Distance = std::abs(L.Frequency - Frequency);
      if (Distance <= Slack * (Width + L.Width) &&
          (!Best || Distance < Nearest))
        Best = &L, Nearest = Distance;
    }
    return Best;
  }

  /// Which harmonic of its family the strongest line is: the lowest for which
  /// no other explains clearly more, and most of the harmonics are there.
  unsigned orderOf(const SpectralLine &Strongest) const {
    unsigned Best = 1;
    double Most = explained(Strongest, 1);
    for (unsigned Order = 2; Order <= HighestFirst; ++Order) {
      double First = Strongest.Frequency / Order;
      if (First < Least)
        break;
      if (!mostArePresent(Strongest, Order))
        continue;
      double Power = explained(Strongest, Order);
      if (Power > LeastGain * Most)
        Best = Order, Most = Power;
    }
    return Best;
  }

  bool mostArePresent(const SpectralLine &Strongest, unsigned Order) const {
    double First = Strongest.Frequency / Order;
    unsigned Present = 0, Possible = 0;
    for (unsigned I = 1; I <= 2 * Order && I * First < 0.5; ++I) {
      if (I % Order == 0)
        continue; // those of the strongest line itself
      ++Possible;
      const SpectralLine *L = lineAt(I * First, I * Strongest.Width / Order);
      Present += L && L->Width < First / 4;
    }
    return Present != 0 && Present >= LeastPresent * Possible;
  }

  /// Power of the lines that a family would take.
  double explained(const SpectralLine &Strongest, unsigned Order) const {
    LineFamily F{Strongest.Frequency / Order, Strongest.Width / Order};
    double Power = 0;
    for (size_t I = 0; I != Lines.size(); ++I)
      if (!Explained[I] &&
          (isMultiple(F, Lines[I]) || isFoldedBack(F, Lines[I])))
        Power += Lines[I].Power;
    return Power;
  }

  /// Where harmonics come so close that every line is near one, none counts.
  static bool isMultiple(const LineFamily &F, const SpectralLine &L) {
    double Multiple = std::round(L.Frequency / F.Frequency);
    double Tolerance = Slack * (Multiple * F.Width + L.Width);
    return Multiple >= 1 && Tolerance < F.Frequency / 4 &&
           std::abs(L.Frequency - Multiple * F.Frequency) <= Tolerance;
  }

  bool standsOut(const SpectralLine &Inner, unsigned Order) const {
    double First = Inner.Frequency / Order, Neighbours = 0;
    for (double Frequency : {Inner.Frequency - First, Inner.Frequency + First})
      if (const SpectralLine *L = lineAt(Frequency, Inner.Width))
        Neighbours = std::max(Neighbours, L->Power);
    return Inner.Power > StandsOut * Neighbours;
  }

  /// The family whose harmonic \p Order is the line \p Strongest, with all
  /// lines at multiples of its frequency, folded back where that is too high
  /// for the base period. Each makes the frequency more exact.
  LineFamily take(size_t Strongest, unsigned Order) {
    LineFamily F{Lines[Strongest].Frequency / Order,
                 Lines[Strongest].Width / Order};
    // Pieces of harmonics that moved are at none of their mean frequencies.
    bool Moved = Lines[Strongest].Moved;
    add(F, Strongest);
    for (size_t I = 0; I != Lines.size(); ++I) {
      const SpectralLine &L = Lines[I];
      if (Explained[I] || !isMultiple(F, L))
        continue;
      double Multiple = std::round(L.Frequency / F.Frequency);
      if (!Moved && L.Width / Multiple < F.Width) {
        F.Frequency = L.Frequency / Multiple;
        F.Width = L.Width / Multiple;
      }
      add(F, I);
    }
    for (size_t I = 0; I != Lines.size(); ++I)
      if (!Explained[I] && isFoldedBack(F, Lines[I]))
        add(F, I);
    return F;
  }

  static bool isFoldedBack(const LineFamily &F, const SpectralLine &L) {
    constexpr unsigned Highest = 24;
    constexpr double Nearest = 0.004; // cycles: else something is always near
    for (unsigned I = 2; I <= Highest; ++I) {
      double Frequency = I * F.Frequency,
             Folded = std::abs(Frequency - std::round(Frequency));
      double Tolerance = Slack * (I * F.Width + L.Width);
      if (Frequency > 0.5 && Tolerance < Nearest &&
          std::abs(L.Frequency - Folded) <= Tolerance)
        return true;
    }
    return false;
  }

  void add(LineFamily &F, size_t Line) {
    Explained[Line] = true;
    F.Power += Lines[Line].Power;
    F.Significance = std::max(F.Significance, Lines[Line].Significance);
    ++F.Lines;
  }

  /// Two components that act on each other (by a product, for instance) make
  /// weaker lines where sums and differences of their frequencies are.
  bool isMixture(const SpectralLine &L) const {
    constexpr int Highest = 4;
    for (const LineFamily &A : Result)
      for (const LineFamily &B : Result)
        for (int I = 1; I <= Highest && &A != &B; ++I)
          for (int J = -Highest; J <= Highest; ++J) {
            double Frequency = std::abs(I * A.Frequency + J * B.Frequency);
            double Width = I * A.Width + std::abs(J) * B.Width + L.Width;
            if (J != 0 && std::abs(L.Frequency - Frequency) <= Width &&
                L.Power < std::min(A.Power, B.Power))
              return true;
          }
    return false;
  }

  std::vector<SpectralLine> Lines;
  double Least;
  std::vector<bool> Explained;
  std::vector<LineFamily> Result;
};

} // namespace

std::vector<LineFamily> familiesOf(std::vector<SpectralLine> Lines,
                                   double Least) {
  return Families(std::move(Lines), Least).find();
}

/// Shorter streams have too few frequencies to tell a line from its
/// surroundings.
static constexpr size_t LeastLength = 64, LeastSegment = 256;

/// Adds what segments of \p Length show and longer ones do not: a line in which
/// they have less than half the power, for it moves.
static void addLines(std::vector<SpectralLine> &Lines,
                     const std::vector<SpectralLine> &Shorter, size_t Length) {
  constexpr double Resolution = 2; // of a Hann window, in frequencies
  for (const SpectralLine &New : Shorter) {
    double Reach = Resolution / double(Length);
    auto IsPart = [&](const SpectralLine &Old) {
      return std::abs(Old.Frequency - New.Frequency) <= Reach + Old.Width;
    };
    double Known = 0;
    for (const SpectralLine &Old : Lines)
      Known += IsPart(Old) ? Old.Power : 0;
    if (2 * Known >= New.Power)
      continue;
    std::erase_if(Lines, IsPart);
    Lines.push_back(New);
  }
}

/// A period that drifts is a clear line only in short segments, one that is
/// long or weak only in long ones.
static std::vector<SpectralLine> allLines(std::span<const double> Values,
                                          double &FastVariance) {
  constexpr size_t Shorter = 4, LeastCyclesOfShort = 16;
  // Of the variance: a component of at least LeastShare may be a narrow spike
  // with some hundred harmonics. What is weaker are traces of the window and of
  // rounding.
  constexpr double LeastPart = 3e-4;
  std::vector<SpectralLine> Lines;
  size_t Longest = std::bit_floor(Values.size());
  for (size_t Length = Longest; Length == Longest || Length >= LeastSegment;
       Length /= Shorter) {
    Spectrum S = spectrumOf(Values, Length);
    std::vector<double> Background = backgroundOf(S);
    if (Length == Longest) {
      for (size_t K = LeastCycles; K < S.Power.size(); ++K)
        FastVariance += S.Power[K];
      Lines = linesOf(S, Background, LeastCycles, LeastPart * FastVariance);
    } else {
      addLines(
          Lines,
          linesOf(S, Background, LeastCyclesOfShort, LeastPart * FastVariance),
          Length);
    }
  }
  return Lines;
}

std::vector<Component> componentsOf(const Curve &C) {
  std::vector<Component> Result;
  if (C.points() < LeastLength)
    return Result;
  std::vector<double> Values = C.aggregated(size_t(1));
  double Mean = 0, FastVariance = 0;
  for (double Value : Values)
    Mean += Value / double(Values.size());
  if (Mean <= 0)
    return Result;
  std::vector<SpectralLine> Lines = allLines(Values, FastVariance);
  double Least = double(LeastCycles) / double(std::bit_floor(Values.size()));
  for (const LineFamily &F : familiesOf(std::move(Lines), Least)) {
    Component New{1 / F.Frequency,
                  F.Width / (F.Frequency * F.Frequency),
                  std::min(1.0, F.Power / FastVariance),
                  std::sqrt(F.Power) / Mean,
                  F.Lines,
                  F.Significance};
    if (New.Share >= LeastShare && New.Amplitude >= LeastAmplitude &&
        New.Significance >= LeastSignificance)
      Result.push_back(New);
  }
  std::ranges::sort(Result, std::ranges::greater(), &Component::Share);
  return Result;
}

} // namespace memfacet::study
