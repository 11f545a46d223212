//===- MissRanges.h - what gaps leave open of misses ----------------------===//

#ifndef MEMFACET_SAMPLE_MISSRANGES_H
#define MEMFACET_SAMPLE_MISSRANGES_H

#include "analysis/sample/MissChance.h"

namespace memfacet {

/// Between which numbers the misses of structures lie, in the whole run, as far
/// as the state of the caches is concerned; chance is another matter.
class MissRanges {
public:
  /// Each measured touch in \p Counts stands for \p Factor of the run.
  MissRanges(const SetDistances::Table &Counts, double Factor)
      : Counts(Counts), Factor(Factor) {}

  /// Without any counts, nothing is known of anything.
  bool known() const { return !Counts.empty(); }
  /// Of \p Structure in level number \p Level. What reaches an outer level are
  /// the misses of the one before, which lie in \p Before.
  Range misses(uint32_t Structure, size_t Level, const Range &Before) const;

private:
  const SetDistances::Table &Counts;
  double Factor;
};

/// The share of one of several numbers, the others' sum being in \p Others.
Range shareOf(const Range &One, const Range &Others);

} // namespace memfacet

#endif
