//===- CompareSignatures.h - scores of signatures and baselines -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Figure 4 of Huffmire and Sherwood (PACT 2006) and Figures 3 to 5 and 9 of
// Perelman et al. (UCSD CS2005-0844), for any recorded program.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_PHASES_COMPARESIGNATURES_H
#define MEMFACET_STUDY_PHASES_COMPARESIGNATURES_H

#include "analysis/study/phases/PhaseStudy.h"
#include <optional>

namespace memfacet::study {

/// Returns labels for the spans of \p In by a baseline: all threads as if they
/// were one (Perelman et al., section 5.1, found it too coarse). The process is
/// cut into pieces of as many instructions as a span. The point of a piece is
/// the mean of the spans whose middle lies in it, weighted by instructions;
/// these spans get the label of the piece.
std::vector<uint32_t> mergedThreadLabels(const PhaseInput &In,
                                         const PointSet &Points,
                                         const ChooseOptions &Options);

/// The scores of a way to distinguish intervals, or to choose some of them.
/// Scores that do not apply are missing.
struct SignatureScore {
  std::string Name;
  bool Baseline = false;
  std::optional<uint32_t> Phases;
  /// By metric of the table: SpreadScore::reduction.
  std::vector<std::optional<double>> Reductions;
  /// SpreadScore::WithinSigma and Variation of the misses of a level in an
  /// interval, where all intervals weigh the same.
  std::optional<double> Sigma, Variation;
  /// By metric: relative error of the estimate from the points.
  std::vector<std::optional<double>> Errors;
  double Seconds = 0; ///< processor time of vectors and clustering
};

struct SignatureCompareOptions {
  /// One row for each. Terms in Study are not used.
  std::vector<std::vector<SignatureTerm>> Signatures;
  PhaseOptions Study = {};
  uint32_t MissLevel = 1;
  unsigned Seeds = 20; ///< of random baselines, whose means are reported
};

/// The scores of signatures and baselines.
struct SignatureComparison {
  std::vector<Metric> Metrics;
  double Sigma = 0; ///< of all intervals, of misses
  std::vector<SignatureScore> Rows;
};

/// Makes rows of the signatures that all runs have, then of the baselines:
/// merged threads, shuffled labels, the soft bound (labels made from each
/// metric itself), and samples as large as the first row's points.
Expected<SignatureComparison>
compareSignatures(const PhaseInput &In, const SignatureCompareOptions &Options);

} // namespace memfacet::study

#endif
