//===- PairSampler.h - samples pairs of a complete stream -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_THREADS_COMMUNICATION_PAIRSAMPLER_H
#define MEMFACET_THREADS_COMMUNICATION_PAIRSAMPLER_H

#include "analysis/caches/cache/LineMap.h"
#include "analysis/threads/communication/ReusePairs.h"
#include <cstdint>
#include <map>
#include <utility>

namespace memfacet::threads {

/// What a recorded program does with --communication, done with the accesses
/// of a trace: the same choices, the same numbers of watches.
class PairSampler {
public:
  explicit PairSampler(const ReusePlan &Plan) : Plan(Plan) {}

  /// The next access of \p Thread. Calls \p Second(number, units, all units)
  /// twice for each watch, at the next two touches of its line, \p First with
  /// the same where it begins.
  template <typename OnFirst, typename OnSecond>
  void access(uint32_t Thread, uint64_t Address, uint64_t Bytes, OnFirst First,
              OnSecond Second) {
    if (!Clock || Thread != LastThread)
      enter(Thread);
    Sink<OnFirst, OnSecond> S{*this, First, Second};
    uint64_t UnitsBefore = Clock->Units;
    OtherUnits = AllUnits - UnitsBefore;
    Clock->access(Address, Bytes, S);
    AllUnits += Clock->Units - UnitsBefore;
  }
  /// By thread.
  const std::map<uint32_t, ReuseClock> &clocks() const { return Clocks; }

private:
  /// Numbers of watches, 0: none.
  struct LineWatches {
    uint64_t Watch = 0;
    uint64_t ChainedWatch = 0; ///< has ended once
  };
  template <typename OnFirst, typename OnSecond> struct Sink {
    PairSampler &Sampler;
    OnFirst &First;
    OnSecond &Second;

    void touch(uint64_t Line) {
      LineWatches *F = Sampler.Lines.find(Line);
      if (!F)
        return;
      uint64_t Ended = std::exchange(F->Watch, 0);
      for (uint64_t Number : {std::exchange(F->ChainedWatch, Ended), Ended})
        if (Number)
          Second(Number, Sampler.Clock->Units,
                 Sampler.OtherUnits + Sampler.Clock->Units);
    }
    void watch(uint64_t Line) {
      Sampler.Lines[Line].Watch = ++Sampler.LastWatch;
      First(Sampler.LastWatch, Sampler.Clock->Units,
            Sampler.OtherUnits + Sampler.Clock->Units);
    }
  };

  void enter(uint32_t Thread) {
    Clock = &Clocks.try_emplace(Thread, Plan, Thread).first->second;
    LastThread = Thread;
  }

  ReusePlan Plan;
  std::map<uint32_t, ReuseClock> Clocks;
  ReuseClock *Clock = nullptr; ///< that of thread Last
  uint32_t LastThread = 0;
  uint64_t AllUnits = 0;   ///< units of all threads
  uint64_t OtherUnits = 0; ///< of them, those of other threads
  uint64_t LastWatch = 0;  ///< of the last watch
  caches::LineMap<LineWatches> Lines;
};

} // namespace memfacet::threads

#endif
