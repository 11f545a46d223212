//===- CompareSignatures.h - which signature tells most -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Figure 4 of Huffmire and Sherwood (PACT 2006) and Figures 3 to 5 and 9 of
// Perelman et al. (UCSD CS2005-0844), for one's own program.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_PHASES_COMPARESIGNATURES_H
#define MEMFACET_STUDY_PHASES_COMPARESIGNATURES_H

#include "analysis/study/phases/PhaseStudy.h"
#include <optional>

namespace memfacet::study {

/// A baseline: all threads as if they were one (Perelman et al., section 5.1,
/// found it too coarse). Labels for the spans of \p In: each has that of the
/// stretch of the process in which its middle lies. Stretches have as many
/// instructions as a span, and their points are the means of the spans' in
/// them, weighted by instructions.
std::vector<uint32_t> mergedThreadLabels(const PhaseInput &In,
                                         const PointSet &Points,
                                         const ChooseOptions &Options);

/// A way to tell intervals apart, or to choose some of them. What does not
/// apply is not there.
struct SignatureScore {
  std::string Name;
  bool Baseline = false;
  std::optional<uint32_t> Phases;
  /// By metric of the table: SpreadScore::reduction.
  std::vector<std::optional<double>> Reductions;
  /// Of the misses of a level in an interval, intervals weighing the same:
  /// SpreadScore::WithinSigma and Variation.
  std::optional<double> Sigma, Variation;
  /// By metric: relative error of the estimate from the points.
  std::vector<std::optional<double>> Errors;
  double Seconds = 0; ///< processor time of vectors and clustering
};

struct SignatureCompareOptions {
  /// One row for each; Terms of PhaseOptions are not looked at.
  std::vector<std::vector<SignatureTerm>> Signatures;
  PhaseOptions Study = {};
  uint32_t MissLevel = 1;
  unsigned Seeds = 20; ///< of baselines that are random; means are told
};

/// What the rows' sigmas are compared with.
struct SignatureComparison {
  std::vector<Metric> Metrics;
  double Sigma = 0; ///< of all intervals, of misses
  std::vector<SignatureScore> Rows;
};

/// Rows of the signatures that all runs have, then of the baselines: merged
/// threads, shuffled labels, the soft bound (labels made from each metric
/// itself), and samples as large as the first row's points.
Expected<SignatureComparison>
compareSignatures(const PhaseInput &In, const SignatureCompareOptions &Options);

} // namespace memfacet::study

#endif
