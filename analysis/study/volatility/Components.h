//===- Components.h - the parts of a stream that repeat -------------------===//
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
  /// Cycles per base period. Width is the uncertainty, on either side.
  double Frequency, Width;
  double Power = 0; ///< of all lines
  unsigned Lines = 0;
  double Significance = 0; ///< of the strongest
};

/// Divides \p Lines among as few families as explain them, the strongest line
/// first. A family may lie within another one, as an inner loop whose
/// iterations fill those of an outer one. It is separate if its line stands out
/// among those of the other family. Lines at sums and differences of two
/// families' frequencies belong to these families. No family has a frequency
/// below \p Least.
std::vector<LineFamily> familiesOf(std::vector<SpectralLine> Lines,
                                   double Least);

/// A part of a curve that repeats, of any shape.
struct Component {
  double Wavelength;   ///< base periods; no whole number in general
  double Error;        ///< of the wavelength, on either side
  double Share;        ///< of the variance of all that repeats often enough
  double Amplitude;    ///< root mean square, by the curve's mean
  unsigned Harmonics;  ///< lines of the spectrum that belong to it
  double Significance; ///< of its strongest line: SpectralLine::Significance
  bool operator==(const Component &) const = default;
};

/// The least repetitions with which a component can be distinguished from
/// chance.
constexpr size_t LeastCycles = 12;
/// The smallest components that are visible: share of the variance, and root
/// mean square by the mean.
constexpr double LeastShare = 0.02, LeastAmplitude = 0.003;
/// The strongest line must exceed the power that noise reaches by this factor,
/// because bands follow the spectrum of noise only roughly.
constexpr double LeastSignificance = 2;

/// Returns the components of \p C, the largest share first; none for a curve
/// that is constant, random, or shorter than 64 base periods. Wavelengths
/// are from 2 base periods up to the length of the curve divided by
/// LeastCycles.
std::vector<Component> componentsOf(const Curve &C);

} // namespace memfacet::study

#endif
