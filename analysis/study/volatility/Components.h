//===- Components.h - what comes again and again in a stream --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A component is a part of a curve that repeats. "Combining all the interacting
// periodic components corresponding to a data structure yields the overall
// phase behavior" (Agaram et al., ISMM 2006, section 4.3). The paper does not
// say how to find them; docs/internals/volatility.md says how it is done here.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_VOLATILITY_COMPONENTS_H
#define MEMFACET_STUDY_VOLATILITY_COMPONENTS_H

#include "analysis/study/volatility/Curve.h"
#include "analysis/study/volatility/Spectrum.h"

namespace memfacet::study {

/// Lines at multiples of one frequency.
struct LineFamily {
  double Frequency, Width; ///< cycles per base period; not sure, either side
  double Power = 0;        ///< of all its lines
  unsigned Lines = 0;
  double Significance = 0; ///< of the strongest
};

/// Divides \p Lines among as few families as explain them, the strongest line
/// first. A family within another (an inner loop whose iterations fill those of
/// an outer one) is one of its own where its line stands out among the other's.
/// Lines at sums and differences of two families' frequencies belong to them.
/// No family has a frequency below \p Least.
std::vector<LineFamily> familiesOf(std::vector<SpectralLine> Lines,
                                   double Least);

/// A part of a curve that repeats. Its shape is any.
struct Component {
  double Period;       ///< base periods; no whole number in general
  double Error;        ///< of the period, on either side
  double Share;        ///< of the variance of all that repeats often enough
  double Amplitude;    ///< root mean square, by the curve's mean
  unsigned Harmonics;  ///< lines of the spectrum that are its own
  double Significance; ///< of its strongest line: SpectralLine::Significance
  bool operator==(const Component &) const = default;
};

/// A component that is repeated less often cannot be told from chance.
constexpr size_t LeastCycles = 12;
/// Smaller components change nothing that anybody would see: of the variance,
/// and root mean square by the mean.
constexpr double LeastShare = 0.02, LeastAmplitude = 0.003;
/// Bands follow the spectrum of what is random only roughly: the strongest line
/// must be above what noise reaches by so much.
constexpr double LeastSignificance = 2;

/// Those of \p C, the largest share first; none for a curve that is constant,
/// random, or shorter than 64 base periods. Periods of 2 base periods and more,
/// up to a LeastCycles-th of the curve.
std::vector<Component> componentsOf(const Curve &C);

} // namespace memfacet::study

#endif
