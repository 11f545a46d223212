//===- PairCounts.h - how often there was each kind of pair ---------------===//

#ifndef MEMFACET_COMMUNICATION_PAIRCOUNTS_H
#define MEMFACET_COMMUNICATION_PAIRCOUNTS_H

#include "analysis/profile/PairSample.h"
#include "analysis/support/KeyNumbers.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet {

/// Numbers of two vertices, octave of the distance, and whether bytes are in
/// common: one counter each, in one cache line, as there are millions of pairs
/// to add.
class PairCounts {
public:
  void add(uint32_t First, uint32_t Second, unsigned Octave, bool Overlap) {
    Entry &E = Entries[placeOf({First, Second, uint8_t(Octave), Overlap})];
    if (E.Times++ == 0)
      begun(E, {First, Second, uint8_t(Octave), Overlap});
  }
  void clear() { *this = {}; }
  /// Sorted, with \p Places of vertices in place of their numbers.
  std::vector<PairCount> counts(const std::vector<uint32_t> &Places) const;

private:
  struct Kind {
    uint32_t First, Second;
    uint8_t Octave;
    bool Overlap;
    bool operator==(const Kind &) const = default;
  };
  struct Entry {
    uint64_t Times = 0; ///< 0: free
    Kind Of = {};
  };

  size_t placeOf(const Kind &K) const {
    size_t Mask = Entries.size() - 1;
    size_t At = spreadBits((uint64_t(K.First) << 32 | K.Second) ^
                           spreadBits(uint64_t(K.Octave) << 1 | K.Overlap));
    for (At &= Mask; Entries[At].Times != 0 && !(Entries[At].Of == K);)
      At = (At + 1) & Mask;
    return At;
  }
  void begun(Entry &E, const Kind &K);

  std::vector<Entry> Entries = std::vector<Entry>(64); ///< at most half in use
  size_t Used = 0;
};

} // namespace memfacet

#endif
