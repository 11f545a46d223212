//===- Components.cpp - the parts of a stream that repeat -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/volatility/Components.h"
#include <algorithm>
#include <bit>
#include <cmath>

namespace memfacet::study {

namespace {

/// The distance of two lines may exceed their uncertainty by this factor.
constexpr double Slack = 1.5;
/// The highest harmonic that the strongest line may be.
constexpr unsigned HighestFirst = 12;
/// The part of the other harmonics, up to twice the strongest line, that must
/// be present.
constexpr double LeastPresent = 0.5;
/// A higher harmonic must explain more power than a lower one by this factor.
constexpr double LeastGain = 1.03;
/// A harmonic whose power exceeds that of its neighbours by this factor is a
/// family.
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

  /// Returns the line nearest to \p Frequency that may be at it; null: none.
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

  /// Returns which harmonic of its family the strongest line is: the lowest for
  /// which no other explains clearly more power, and most of the harmonics are
  /// present.
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

  /// Returns the power of the lines that a family would take.
  double explained(const SpectralLine &Strongest, unsigned Order) const {
    LineFamily F{Strongest.Frequency / Order, Strongest.Width / Order};
    double Power = 0;
    for (size_t I = 0; I != Lines.size(); ++I)
      if (!Explained[I] &&
          (isMultiple(F, Lines[I]) || isFoldedBack(F, Lines[I])))
        Power += Lines[I].Power;
    return Power;
  }

  /// Returns whether \p L is at a multiple of the family's frequency; false
  /// where harmonics are so close that every line is near one.
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

  /// Makes the family whose harmonic \p Order is the line \p Strongest. It
  /// takes all lines at multiples of its frequency, folded back where the
  /// multiple is too high for the base period. Each line makes the frequency
  /// more exact.
  LineFamily take(size_t Strongest, unsigned Order) {
    LineFamily F{Lines[Strongest].Frequency / Order,
                 Lines[Strongest].Width / Order};
    // Pieces of a harmonic that moved are not at its mean frequency.
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

  /// Returns whether \p L is a mixture of two components. Components that act
  /// on each other, for example by a product, make weaker lines at sums and
  /// differences of their frequencies.
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

/// Shorter streams have too few frequencies to distinguish a line from the
/// background.
static constexpr size_t LeastLength = 64, LeastSegment = 256;

/// Adds the lines of segments of \p Length that longer segments do not show. In
/// these, a line that moves has less than half the power.
static void addLines(std::vector<SpectralLine> &Lines,
                     const std::vector<SpectralLine> &Shorter, size_t Length) {
  constexpr double Resolution = 2; // of a Hann taper, in frequencies
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

/// Returns the lines of segments of several lengths. A wavelength that drifts
/// is a clear line only in short segments; one that is long or weak, only in
/// long ones.
static std::vector<SpectralLine> allLines(std::span<const double> Values,
                                          double &FastVariance) {
  constexpr size_t Shorter = 4, LeastCyclesOfShort = 16;
  // The least part of the variance. A component of at least LeastShare may be a
  // narrow spike with some hundred harmonics. Weaker lines are traces of the
  // taper and of rounding.
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
