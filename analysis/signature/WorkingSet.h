//===- WorkingSet.h - which lines were accessed, by a hash ----------------===//

#ifndef MEMFACET_SIGNATURE_WORKINGSET_H
#define MEMFACET_SIGNATURE_WORKINGSET_H

#include "analysis/decode/Batch.h"
#include "analysis/profile/IntervalSignatures.h"
#include "analysis/signature/Histogram.h"
#include "analysis/signature/Modulus.h"
#include "analysis/support/Hash.h"

namespace memfacet {

/// A. S. Dhodapkar and J. E. Smith, "Managing multi-configuration hardware via
/// dynamic working set analysis", ISCA 2002: lines of 64 bytes, hashed. How
/// often each was accessed is counted; as bits it is the paper's.
class WorkingSet {
public:
  explicit WorkingSet(const SignatureShape &Shape)
      : ByBins(Shape.Bins), Lines(Shape.Bins) {}

  void add(const BatchPart &P) {
    for (size_t I = P.Begin; I != P.End; ++I)
      Lines.add(ByBins.of(uint32_t(mixBits(P.Of.Address[I] >> 6))));
  }
  Histogram &counts() { return Lines; }

private:
  Modulus ByBins;
  Histogram Lines;
};

} // namespace memfacet

#endif
