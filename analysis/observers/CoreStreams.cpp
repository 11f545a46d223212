//===- CoreStreams.cpp - cycles and stalls over time ----------------------===//

#include "analysis/observers/CoreStreams.h"

namespace memfacet {

CoreStreams::CoreStreams()
    : Streams({Measure::Cycles, Measure::Busy, Measure::Computation,
               Measure::Branches, Measure::Start, Measure::Stalls}) {}

void CoreStreams::at(const CountPlace &Now, CoreThread &Core, Told &T) {
  if (T.At.Interval == Now.Interval && T.At.Process == Now.Process &&
      T.At.Thread.valid())
    return;
  if (T.At.Thread.valid())
    tell(Core, T);
  T.At = Now;
}

void CoreStreams::tell(CoreThread &Core, Told &T) {
  if (!T.At.Thread.valid())
    return;
  const CoreCounts &C = Core.counts();
  // Structures have stalls only.
  constexpr size_t StallsAt = 5;
  StreamStore::Place Place = T.At.inStreams();
  uint64_t *Values = Streams.at(Place, {});
  Values[0] += C.Cycles - std::exchange(T.Cycles, C.Cycles);
  Values[1] += C.Busy - std::exchange(T.Busy, C.Busy);
  Values[2] += C.Computation - std::exchange(T.Computation, C.Computation);
  Values[3] += C.Branches - std::exchange(T.Branches, C.Branches);
  Values[4] += C.Start - std::exchange(T.Start, C.Start);
  Core.takeStalls([&](uint32_t Structure, uint64_t Cycles) {
    Streams.at(Place, StructureId(Structure))[StallsAt] += Cycles;
  });
}

} // namespace memfacet
