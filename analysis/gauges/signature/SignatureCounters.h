//===- SignatureCounters.h - all signatures of a thread -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_GAUGES_SIGNATURE_SIGNATURECOUNTERS_H
#define MEMFACET_GAUGES_SIGNATURE_SIGNATURECOUNTERS_H

#include "analysis/gauges/signature/AccessSignatures.h"
#include "analysis/gauges/signature/CodeSignatures.h"
#include "analysis/gauges/signature/SignaturePlan.h"

namespace memfacet::gauges {

/// What one thread's open interval looks like so far.
class SignatureCounters {
public:
  explicit SignatureCounters(const SignaturePlan &Plan);

  /// \p P, all in \p Column of the picture. \p Outcomes: by number in the
  /// batch, or null: nobody knows.
  void add(const decode::BatchPart &P, const caches::Outcome *Outcomes,
           uint32_t Column);
  void run(uint32_t Block, uint32_t Instructions) {
    Code.run(Block, Instructions);
    if (Projects && Instructions != 0)
      Projected.run(Block, Instructions);
  }
  /// Those that are wanted, of \p Thread and \p Interval; goes on.
  std::vector<result::SignatureVector> vectors(uint32_t Thread,
                                               uint32_t Interval);
  /// The next interval begins. What it needs to know of those before stays.
  void clear();

private:
  std::string packed(result::SignatureKind Kind);

  SignaturePlan Plan;
  bool Local, Global; ///< strides are wanted
  bool Projects;      ///< so are projected block vectors
  AccessImage Loads, FirstMisses, Misses;
  StrideCounts Locals, Globals;
  WorkingSet Lines;
  SampledReuse Reuses;
  CodeSamples Code;
  CodeProjection Projected;
};

} // namespace memfacet::gauges

#endif
