//===- Histogram.h - counts of an interval --------------------------------===//

#ifndef MEMFACET_SIGNATURE_HISTOGRAM_H
#define MEMFACET_SIGNATURE_HISTOGRAM_H

#include "analysis/profile/BlockVectors.h"
#include <algorithm>

namespace memfacet {

/// A count for each dimension of a signature. At the end of an interval all of
/// them are looked at, which costs less than to remember which were used.
class Histogram {
public:
  explicit Histogram(size_t Bins = 0) : Counts(Bins) {}

  size_t bins() const { return Counts.size(); }
  uint32_t *data() { return Counts.data(); }
  void add(size_t Bin) { ++Counts[Bin]; }
  void clear() { std::ranges::fill(Counts, 0); }
  /// As packCounts has it.
  std::string packed() const {
    std::vector<BlockCount> Some;
    for (uint32_t I = 0; I != Counts.size(); ++I)
      if (Counts[I] != 0)
        Some.push_back({I, Counts[I]});
    return packCounts(Some);
  }

private:
  std::vector<uint32_t> Counts; ///< an interval has less than 2^32 of anything
};

} // namespace memfacet

#endif
