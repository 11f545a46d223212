//===- LineFamilies.h - lines that are harmonics of one period ------------===//

#ifndef MEMFACET_VOLATILITY_LINEFAMILIES_H
#define MEMFACET_VOLATILITY_LINEFAMILIES_H

#include "analysis/volatility/Spectrum.h"

namespace memfacet {

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

} // namespace memfacet

#endif
