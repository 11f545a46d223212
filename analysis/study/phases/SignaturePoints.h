//===- SignaturePoints.h - intervals as points to cluster -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_PHASES_SIGNATUREPOINTS_H
#define MEMFACET_STUDY_PHASES_SIGNATUREPOINTS_H

#include "analysis/study/clustering/KMeans.h"
#include "analysis/study/phases/SignatureVectors.h"
#include "analysis/study/phases/Wavelet.h"

namespace memfacet::study {

/// One part of a combination of signatures.
struct SignatureTerm {
  PhaseSignature Signature = PhaseSignature::Blocks;
  double Weight = 1;
};

/// Parses "blocks", "blocks+wavelet" or "blocks:1+reuse:0.5". The result is not
/// empty.
Expected<std::vector<SignatureTerm>> parseSignatures(std::string_view Text);

struct SignatureOptions {
  std::vector<SignatureTerm> Terms = {{}};
  /// To these, sparse vectors are projected at random, and signatures of
  /// pictures by principal components. 0: no projection. Sparse vectors then
  /// have a dimension for each id, and pictures are used as in the paper.
  size_t Dimensions = 15;
  uint64_t Seed = 1; ///< of the projection
  WaveletOptions Wavelets = {};
  uint64_t Modulo = 0; ///< of pictures; 0: as recorded
};

/// Returns a point for each of \p Spans, weighted by the span's instructions in
/// \p Table. Sparse vectors are counts per instruction. MissRates is a
/// coordinate for each level, the square root of its misses per instruction (a
/// count's square root varies by chance about as much whether it is large or
/// small: M. S. Bartlett, "The Square Root Transformation in Analysis of
/// Variance", 1936); each level is scaled to a mean squared distance of 1 from
/// the mean over all spans of all runs, so rare misses of the last level count
/// as much as frequent ones of the first. A level that does not vary is not
/// scaled. The coordinates of several terms follow each other, those of each
/// term scaled so that the mean squared distance from their mean is the weight
/// of the term.
Expected<PointSet> signaturePoints(std::span<const result::Profile> Runs,
                                   std::span<const IntervalSpan> Spans,
                                   const IntervalTable &Table,
                                   const SignatureOptions &Options);

} // namespace memfacet::study

#endif
