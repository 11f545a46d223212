//===- SignatureCounters.h - all signatures of a thread -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_GAUGES_SIGNATURE_SIGNATURECOUNTERS_H
#define MEMFACET_GAUGES_SIGNATURE_SIGNATURECOUNTERS_H

#include "analysis/gauges/signature/AccessSignatures.h"
#include "analysis/gauges/signature/CodeSignatures.h"
#include "analysis/gauges/signature/SignaturePlan.h"

namespace memfacet::gauges {

/// Counts the signatures of one thread's open interval.
class SignatureCounters {
public:
  explicit SignatureCounters(const SignaturePlan &Plan);

  /// Adds the accesses of \p P, all in \p Column of the picture. \p Outcomes:
  /// by number in the batch; null: not known.
  void add(const decode::BatchPart &P, const caches::Outcome *Outcomes,
           uint32_t Column);
  void run(uint32_t Block, uint32_t Instructions) {
    Code.run(Block, Instructions);
    if (Projects && Instructions != 0)
      Projected.run(Block, Instructions);
  }
  /// Returns the wanted signatures so far, of \p Thread and \p Interval.
  std::vector<result::SignatureVector> vectors(uint32_t Thread,
                                               uint32_t Interval);
  /// Begins the next interval. Keeps what that needs from earlier ones.
  void clear();

private:
  std::string packed(result::SignatureKind Kind);

  SignaturePlan Plan;
  bool Local, Global; ///< whether strides are wanted
  bool Projects;      ///< whether projected block vectors are wanted
  AccessImage Loads, FirstMisses, Misses;
  StrideCounts Locals, Globals;
  WorkingSet Lines;
  SampledReuse Reuses;
  CodeSamples Code;
  CodeProjection Projected;
};

} // namespace memfacet::gauges

#endif
