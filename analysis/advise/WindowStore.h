//===- WindowStore.h - long windows of a run, kept ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_ADVISE_WINDOWSTORE_H
#define MEMFACET_ADVISE_WINDOWSTORE_H

#include "analysis/advise/ReplayStream.h"
#include <vector>

namespace memfacet::advise {

/// Keeps the accesses of long windows (memfacet/Windows.h) and all events. A
/// run has ever fewer windows, so windows of its beginning are left out again,
/// and more of them if there is no room. Takes blocks of
/// ReplayedPart::Windows.
class WindowStore final : public ReplaySink {
public:
  /// Accesses take at most \p MostBytes bytes. If one window has more, it is
  /// cut off at twice as many.
  explicit WindowStore(uint64_t MostBytes) : MostBytes(MostBytes) {}

  void take(const ReplayBlock &B) override;
  /// Leaves out windows, such that the rest is spread evenly over the run. To
  /// be called after the last block.
  void spread();
  /// Returns the blocks in order. The first access of a slot follows its event
  /// Interval, unless another thread was further.
  const std::vector<ReplayBlock> &blocks() const { return Blocks; }
  /// Returns the number of accesses in blocks() that count.
  uint64_t countedAccesses() const;

private:
  struct Place {
    uint64_t Slot;
    bool Counts; ///< accesses count: the region of interest
  };

  void drop(size_t Number);
  void keepOneIn(uint64_t NewPeriod);

  std::vector<ReplayBlock> Blocks;
  std::vector<Place> Places; ///< of each block
  uint64_t MostBytes, Bytes = 0;
  uint64_t Period = 1; ///< slots of which one is kept
  Place Current = {0, true};
  uint64_t LastSlot = 0; ///< the highest
  bool HasSlot = false;
};

} // namespace memfacet::advise

#endif
