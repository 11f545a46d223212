//===- WantedIntervals.cpp - which parts of a stream are expanded ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/WantedIntervals.h"
#include <algorithm>

namespace memfacet::decode {

WantedIntervals::WantedIntervals(std::span<const IntervalRange> Ranges,
                                 Concurrent OtherThreads, uint64_t Patience)
    : OtherThreads(OtherThreads), Patience(Patience) {
  std::vector<IntervalRange> Sorted(Ranges.begin(), Ranges.end());
  std::ranges::sort(Sorted, {}, &IntervalRange::First);
  for (const IntervalRange &R : Sorted) {
    std::vector<IntervalRange> &Own = Threads[R.Thread].Ranges;
    if (!Own.empty() && R.First <= Own.back().Last)
      Own.back().Last = std::max(Own.back().Last, R.Last);
    else
      Own.push_back(R);
  }
}

void WantedIntervals::enter(ThreadId Thread, uint64_t Interval) {
  auto It = Threads.find(Thread.Value);
  if (It == Threads.end())
    return;
  Progress &P = It->second;
  while (P.Next != P.Ranges.size() && P.Ranges[P.Next].Last < Interval)
    ++P.Next;
  P.IsInside = P.Next != P.Ranges.size() && P.Ranges[P.Next].First <= Interval;
  P.LastRan = Clock;
}

bool WantedIntervals::wanted(ThreadId Thread) const {
  if (Sample)
    return IsInSample;
  return std::ranges::any_of(Threads, [&](const auto &Entry) {
    auto &[Number, P] = Entry;
    if (Number == Thread.Value)
      return P.IsInside;
    return P.IsInside && OtherThreads == Concurrent::Wanted &&
           Clock - P.LastRan < Patience;
  });
}

void WantedIntervals::ran(ThreadId Thread, uint64_t NewClock) {
  Clock = NewClock;
  if (Sample)
    IsInSample = Sample->has(Clock / Sample->Stretch);
  if (auto It = Threads.find(Thread.Value); It != Threads.end())
    It->second.LastRan = NewClock;
}

void WantedIntervals::ended(ThreadId Thread) {
  if (auto It = Threads.find(Thread.Value); It != Threads.end())
    It->second.IsInside = false;
}

} // namespace memfacet::decode
