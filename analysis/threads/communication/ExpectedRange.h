//===- ExpectedRange.h - 95 % intervals of expected misses ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_THREADS_COMMUNICATION_EXPECTEDRANGE_H
#define MEMFACET_THREADS_COMMUNICATION_EXPECTEDRANGE_H

namespace memfacet::threads {

struct ExpectedRange {
  double Low = 0, High = 0;
};

/// The error of the model, as a part of the estimate. With one of ten accesses
/// sampled, where chance hardly counts, the error is smaller than this at nine
/// of ten places of the programs of bench/truth/coverage.py. It is an error of
/// its own, in addition to that of the sample (M. C. Kennedy and A. O'Hagan,
/// "Bayesian calibration of computer models", Journal of the Royal Statistical
/// Society B 63, 2001).
inline constexpr double ModelInadequacy = 0.25;

/// Returns the 95 % interval of \p Estimate, a count of the run. \p Chance is
/// the range of the bootstrap. That is too narrow where few pairs were
/// sampled, because a pair that was not sampled is never drawn. So the result
/// is at least the range of a Poisson count that is as uncertain as the
/// estimate; for an estimate of 0, that of 0 pairs, each of which stands for
/// \p Period accesses. ModelInadequacy is then added as an independent error.
/// With a period of 1, all pairs are known and only the model can be wrong.
ExpectedRange expectedRange(double Estimate, const ExpectedRange &Chance,
                            double Period);

} // namespace memfacet::threads

#endif
