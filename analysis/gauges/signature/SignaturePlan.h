//===- SignaturePlan.h - the choice of signatures -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_GAUGES_SIGNATURE_SIGNATUREPLAN_H
#define MEMFACET_GAUGES_SIGNATURE_SIGNATUREPLAN_H

#include "analysis/result/profile/IntervalSignatures.h"
#include "analysis/support/Error.h"
#include <string_view>

namespace memfacet::gauges {

struct SignaturePlan {
  std::vector<result::SignatureKind> Kinds; ///< sorted
  result::SignatureShape Shape;
  /// The number of dimensions of projected vectors. Each vector contains it,
  /// too.
  uint32_t Dimensions = 32;

  bool wants(result::SignatureKind Kind) const;
  /// Returns whether a kind, or the choice of where intervals end, needs to
  /// know which runs are executed.
  bool wantsRuns() const {
    return isAtRuns(Shape.Cut) || wants(result::SignatureKind::Addresses) ||
           wants(result::SignatureKind::SampledBlocks) ||
           wants(result::SignatureKind::ProjectedBlocks);
  }
  /// Returns whether block vectors are recorded as well: if runs are recorded,
  /// block vectors cost little more. Projected vectors are wanted instead of
  /// them.
  bool wantsBlockVectors() const {
    return wantsRuns() && !wants(result::SignatureKind::ProjectedBlocks);
  }
  /// Returns whether a kind needs to know which accesses miss.
  bool wantsOutcomes() const;
};

/// Parses "all" (all but miss-image, first-miss-image and projected-blocks), or
/// names of kinds, and parameters, separated by commas:
/// "image,reuse,modulo=64K,rows=400,columns=20,bins=10000,
/// sample=100K,lines=64,dimensions=32,cut=period". Numbers may end with K or M:
/// for bytes (modulo) powers of 1024.
Expected<SignaturePlan> parseSignaturePlan(std::string_view Text);

} // namespace memfacet::gauges

#endif
