//===- SampledReuse.h - reuse distances of some lines ---------------------===//

#ifndef MEMFACET_SIGNATURE_SAMPLEDREUSE_H
#define MEMFACET_SIGNATURE_SAMPLEDREUSE_H

#include "analysis/profile/IntervalSignatures.h"
#include "analysis/reuse/ReuseStack.h"
#include "analysis/signature/Histogram.h"

namespace memfacet {

/// Of one thread: touches of a share of all lines, chosen by a hash, by reuse
/// distance among these times the share's inverse (C. A. Waldspurger, N. Park,
/// A. Garthwaite, I. Ahmad, "Efficient MRC Construction with SHARDS", FAST
/// 2015).
class SampledReuse {
public:
  /// Dimension k: distances in [2^(k-1), 2^k) lines; 0: none.
  static constexpr size_t FirstTouches = 63, Octaves = 64;

  explicit SampledReuse(const SignatureShape &Shape)
      : Lines(Shape.ReuseLines), Table(), Counts(Octaves) {
    Table.resize(1);
  }

  /// First bytes count.
  void add(const BatchPart &P);
  /// As they are at the end of an interval.
  Histogram &counts();

private:
  uint64_t Lines; ///< one of so many is followed
  ReuseStack Stack;
  DistanceTable Table; ///< since counts() was called
  Histogram Counts;
};

} // namespace memfacet

#endif
