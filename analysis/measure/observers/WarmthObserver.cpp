//===- WarmthObserver.cpp - the warmth of caches in points ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/observers/MakeObservers.h"
#include "analysis/measure/observers/Observers.h"
#include <map>

namespace memfacet::measure {
namespace {

class WarmthObserver final : public AccessObserver {
public:
  WarmthObserver(std::span<const decode::IntervalRange> Ranges, uint64_t Length,
                 std::shared_ptr<caches::PointWarmth> Warmth)
      : Length(Length), Warmth(std::move(Warmth)) {
    this->Warmth->Ranges.resize(decode::AccessBatch::Capacity);
    for (const decode::IntervalRange &R : Ranges)
      Wanted[{R.Thread, R.Last}] = R.First;
  }

  void accesses(const OwnedPart &P) override {
    const decode::AccessBatch &B = P.Part.Batch;
    enter(B.Thread.Value, uint32_t(B.Interval.Value), B.Process.Value);
    for (size_t I = P.Part.Begin; I != P.Part.End; ++I)
      Warmth->Ranges[I] =
          Warmth->access(B.Thread.Value, B.Address[I], B.Info[I].size());
  }
  // Points have no regions of interest.
  void count(bool) override {}
  void forgetCounts() override {}
  void fill(result::Profile &) override {}

private:
  static constexpr uint32_t NoThread = ~0u;

  /// Says that the next touches of \p Thread are in \p Interval.
  void enter(uint32_t Thread, uint32_t Interval, uint64_t Process) {
    if (Thread == Current.first && Interval == Current.second)
      return;
    if (Current.first == NoThread && Thread == 0 && Interval == 0)
      Warmth->startOfRun();
    Current = {Thread, Interval};
    uint64_t Previous = std::exchange(LastProcess, Process);
    if (Process != Previous)
      Warmth->endInterval(Length);
    // Next is the next point of the thread. Between it and the point before,
    // there is a gap if its warming begins after that point.
    auto Next = Wanted.lower_bound(Current);
    bool IsOwn = Next != Wanted.end() && Next->first.first == Thread;
    if (IsOwn && Next->first.second == Interval)
      Warmth->count(Thread, Interval);
    else
      Warmth->stopCounting();
    if (!IsOwn || Interval < Next->second)
      return;
    auto [Known, New] = Entered.try_emplace(Thread, Interval);
    // Other threads may have executed the part in between.
    if (New || Known->second + 1 < Interval)
      Warmth->gap((Process - Previous) * Length);
    Known->second = Interval;
  }

  uint64_t Length; ///< instructions of an interval
  std::shared_ptr<caches::PointWarmth> Warmth;
  /// The interval where the warming of a thread's point begins, by thread and
  /// point.
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> Wanted;
  std::map<uint32_t, uint32_t> Entered; ///< the thread's last wanted interval
  std::pair<uint32_t, uint32_t> Current = {NoThread, 0};
  uint64_t LastProcess = 0; ///< the process's interval at Current
};

} // namespace

MakeObserver observeWarmth(std::vector<decode::IntervalRange> Ranges,
                           uint64_t Length,
                           std::shared_ptr<caches::PointWarmth> Warmth) {
  return [Ranges = std::move(Ranges), Length,
          Warmth = std::move(Warmth)](const ObserverContext &) {
    return std::make_unique<WarmthObserver>(Ranges, Length, Warmth);
  };
}

} // namespace memfacet::measure
