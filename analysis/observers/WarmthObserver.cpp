//===- WarmthObserver.cpp - what cold caches hide in points ---------------===//

#include "analysis/observers/MakeObservers.h"
#include <map>

namespace memfacet {
namespace {

class WarmthObserver final : public AccessObserver {
public:
  WarmthObserver(std::span<const IntervalRange> Ranges, uint32_t LineBytes,
                 std::shared_ptr<PointWarmth> To)
      : LineBytes(LineBytes), To(std::move(To)) {
    for (const IntervalRange &R : Ranges)
      Wanted[{R.Thread, R.Last}] = R.First;
  }

  void accesses(const OwnedPart &P) override {
    const AccessBatch &B = P.Part.Of;
    enter(B.Thread.Value, uint32_t(B.Interval.Value));
    for (size_t I = P.Part.Begin; I != P.Part.End; ++I) {
      uint64_t First = B.Address[I] / LineBytes;
      uint64_t Last = (B.Address[I] + B.Info[I].size() - 1) / LineBytes;
      for (uint64_t Line = First; Line <= Last; ++Line)
        To->touch(B.Thread.Value, Line);
    }
  }
  // Points have no regions of interest of their own.
  void count(bool) override {}
  void forgetCounts() override {}
  void fill(Profile &) override {}

private:
  /// What \p Thread touches next is in \p Interval.
  void enter(uint32_t Thread, uint32_t Interval) {
    if (Thread == Now.first && Interval == Now.second)
      return;
    Now = {Thread, Interval};
    // The next point of the thread; between it and the one before there is a
    // gap if its warming begins behind that one.
    auto Next = Wanted.lower_bound(Now);
    bool Own = Next != Wanted.end() && Next->first.first == Thread;
    if (Own && Next->first.second == Interval)
      To->count(Thread, Interval);
    else
      To->stopCounting();
    if (!Own || Interval < Next->second)
      return;
    auto [Known, New] = Entered.try_emplace(Thread, Interval);
    if (New || Known->second + 1 < Interval)
      To->gap();
    Known->second = Interval;
  }

  uint32_t LineBytes;
  std::shared_ptr<PointWarmth> To;
  /// By thread and point, where its warming begins.
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> Wanted;
  std::map<uint32_t, uint32_t> Entered; ///< the thread's last wanted interval
  std::pair<uint32_t, uint32_t> Now = {~0u, ~0u};
};

} // namespace

MakeObserver observeWarmth(std::vector<IntervalRange> Ranges,
                           std::shared_ptr<PointWarmth> To) {
  return [Ranges = std::move(Ranges), To](const ObserverContext &C) {
    return std::make_unique<WarmthObserver>(Ranges, C.Caches.LineBytes, To);
  };
}

} // namespace memfacet
