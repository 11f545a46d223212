//===- ReuseChecks.h - exact distances, now and then ----------------------===//
//
// What distances follow from reuse times is a guess (StatStack.h). In some
// short bursts of the stream both are observed, so that the guess can be
// checked, and put right.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REUSE_REUSECHECKS_H
#define MEMFACET_REUSE_REUSECHECKS_H

#include "analysis/reuse/LineSlots.h"
#include "analysis/reuse/LiveTimes.h"
#include "analysis/reuse/ReuseSample.h"
#include "analysis/reuse/Touches.h"

namespace memfacet {

/// Observes one burst of eight of the first million touches, one of 32 of the
/// first 128 million, one of 128 of the others. Which ones is random, but the
/// same for a seed. Keeps some pairs of each burst, at most MaxChecks in all.
class ReuseChecks {
public:
  static constexpr uint64_t BurstTouches = 1 << 13;
  static constexpr uint64_t TimeLimit = BurstTouches;
  static constexpr size_t MaxChecks = 1 << 17;

  explicit ReuseChecks(uint64_t Seed)
      : Seed(Seed), Random(Seed), Last(BurstTouches) {}

  /// The next touches of the stream.
  void touch(const Touches &T);
  const std::vector<ReuseCheck> &all() const { return Kept; }

private:
  bool isChosen(uint64_t Burst) const;
  void observe(const Touches &T, size_t From, size_t To);
  void thinOut();

  uint64_t Seed, Random;
  uint64_t Now = 0; ///< touches so far
  bool Observing = false;
  /// One pair of so many is kept.
  uint32_t KeptOne = 8;
  /// By line: 1 more than the touch of the burst that was its last.
  LineSlots Slots;
  LiveTimes Last;
  std::vector<ReuseCheck> Kept;
};

} // namespace memfacet

#endif
