//===- ExpectedRange.h - how sure expected misses are ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_THREADS_COMMUNICATION_EXPECTEDRANGE_H
#define MEMFACET_THREADS_COMMUNICATION_EXPECTEDRANGE_H

namespace memfacet::threads {

struct ExpectedRange {
  double Low = 0, High = 0;
};

/// What the model may be off by, as a part of its estimate, whatever the
/// sample: in nine of ten places of the programs of bench/truth/coverage.py it
/// is off by less with one of ten accesses, where chance hardly counts. An
/// inadequacy of the model is an error of its own, next to that of the sample
/// (M. C. Kennedy and A. O'Hagan, "Bayesian calibration of computer models",
/// Journal of the Royal Statistical Society B 63, 2001).
inline constexpr double ModelInadequacy = 0.25;

/// The 95 % interval of a count of the run, \p Estimate, of which the bootstrap
/// says that it lies in \p Chance. The bootstrap's is too narrow where few
/// pairs were sampled: what was not sampled at all is never drawn. So the
/// interval is at least that of a Poisson count as uncertain as the estimate:
/// of 0 pairs, each of which stands for \p Period accesses, where it is 0. The
/// distances are then joined with ModelInadequacy, as independent errors are.
/// With a period of 1, all pairs are known and only the model can be wrong.
ExpectedRange expectedRange(double Estimate, const ExpectedRange &Chance,
                            double Period);

} // namespace memfacet::threads

#endif
