//===- decode/WantedIntervals.cpp - which parts of a stream are expanded --===//

#include "analysis/decode/WantedIntervals.h"
#include <algorithm>

namespace memfacet {

WantedIntervals::WantedIntervals(std::span<const IntervalRange> Ranges,
                                 Concurrent Others)
    : Others(Others) {
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

void WantedIntervals::set(Progress &P, bool Now) {
  Inside += size_t(Now) - size_t(P.Inside);
  P.Inside = Now;
}

void WantedIntervals::enter(ThreadId Thread, uint64_t Interval) {
  auto It = Threads.find(Thread.Value);
  if (It == Threads.end())
    return;
  Progress &P = It->second;
  while (P.Next != P.Ranges.size() && P.Ranges[P.Next].Last < Interval)
    ++P.Next;
  set(P, P.Next != P.Ranges.size() && P.Ranges[P.Next].First <= Interval);
}

bool WantedIntervals::wanted(ThreadId Thread) const {
  if (Others == Concurrent::Wanted)
    return Inside != 0;
  auto It = Threads.find(Thread.Value);
  return It != Threads.end() && It->second.Inside;
}

void WantedIntervals::ended(ThreadId Thread) {
  if (auto It = Threads.find(Thread.Value); It != Threads.end())
    set(It->second, false);
}

} // namespace memfacet
