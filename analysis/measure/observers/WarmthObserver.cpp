//===- WarmthObserver.cpp - what cold caches hide in points ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/observers/MakeObservers.h"
#include <map>

namespace memfacet::measure {
namespace {

class WarmthObserver final : public AccessObserver {
public:
  WarmthObserver(std::span<const decode::IntervalRange> Ranges, uint64_t Length,
                 std::shared_ptr<caches::PointWarmth> To)
      : Length(Length), To(std::move(To)) {
    this->To->Ranges.resize(decode::AccessBatch::Capacity);
    for (const decode::IntervalRange &R : Ranges)
      Wanted[{R.Thread, R.Last}] = R.First;
  }

  void accesses(const OwnedPart &P) override {
    const decode::AccessBatch &B = P.Part.Of;
    enter(B.Thread.Value, uint32_t(B.Interval.Value), B.Process.Value);
    for (size_t I = P.Part.Begin; I != P.Part.End; ++I)
      To->Ranges[I] =
          To->access(B.Thread.Value, B.Address[I], B.Info[I].size());
  }
  // Points have no regions of interest of their own.
  void count(bool) override {}
  void forgetCounts() override {}
  void fill(result::Profile &) override {}

private:
  static constexpr uint32_t NoThread = ~0u;

  /// What \p Thread touches next is in \p Interval.
  void enter(uint32_t Thread, uint32_t Interval, uint64_t Process) {
    if (Thread == Now.first && Interval == Now.second)
      return;
    if (Now.first == NoThread && Thread == 0 && Interval == 0)
      To->startOfRun();
    Now = {Thread, Interval};
    uint64_t Before = std::exchange(LastProcess, Process);
    if (Process != Before)
      To->endInterval(Length);
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
    // Other threads may have executed what lies between.
    if (New || Known->second + 1 < Interval)
      To->gap((Process - Before) * Length);
    Known->second = Interval;
  }

  uint64_t Length; ///< instructions of an interval
  std::shared_ptr<caches::PointWarmth> To;
  /// By thread and point, where its warming begins.
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> Wanted;
  std::map<uint32_t, uint32_t> Entered; ///< the thread's last wanted interval
  std::pair<uint32_t, uint32_t> Now = {NoThread, 0};
  uint64_t LastProcess = 0; ///< the process's interval at Now
};

} // namespace

MakeObserver observeWarmth(std::vector<decode::IntervalRange> Ranges,
                           uint64_t Length,
                           std::shared_ptr<caches::PointWarmth> To) {
  return [Ranges = std::move(Ranges), Length, To](const ObserverContext &) {
    return std::make_unique<WarmthObserver>(Ranges, Length, To);
  };
}

} // namespace memfacet::measure
