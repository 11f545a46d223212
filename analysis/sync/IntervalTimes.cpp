//===- IntervalTimes.cpp - when intervals were, in modelled time ----------===//

#include "analysis/sync/IntervalTimes.h"

namespace memfacet {

void IntervalTimes::execute(ThreadId Thread, uint64_t Units) {
  if (Units == 0)
    return;
  uint64_t Begin = Clock.now(Thread);
  Clock.execute(Thread, Units);
  auto [It, New] = Spans.try_emplace({Thread.Value, Open[Thread.Value]});
  if (New)
    It->second.Begin = Begin;
  It->second.End = Begin + Units;
}

const IntervalTimes::Span *IntervalTimes::find(uint32_t Thread,
                                               uint32_t Interval) const {
  auto It = Spans.find({Thread, Interval});
  return It == Spans.end() ? nullptr : &It->second;
}

} // namespace memfacet
