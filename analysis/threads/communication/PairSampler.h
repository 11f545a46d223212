//===- PairSampler.h - samples reuse pairs of a trace ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_THREADS_COMMUNICATION_PAIRSAMPLER_H
#define MEMFACET_THREADS_COMMUNICATION_PAIRSAMPLER_H

#include "analysis/caches/cache/LineMap.h"
#include "analysis/threads/communication/ReusePairs.h"
#include <cstdint>
#include <map>
#include <utility>

namespace memfacet::threads {

/// Samples the accesses of a trace as a program that is recorded with
/// --communication does: the same choices, the same numbers of watches.
class PairSampler {
public:
  explicit PairSampler(const ReusePlan &Plan) : Plan(Plan) {}

  /// Takes the next access of \p Thread. Calls \p First(number, units, all
  /// units) where a watch begins, and \p Second with the same arguments at the
  /// next two touches of the watched line.
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
  /// Returns the clocks by thread.
  const std::map<uint32_t, ReuseClock> &clocks() const { return Clocks; }

private:
  /// The numbers of a line's watches; 0: none.
  struct LineWatches {
    uint64_t Watch = 0;
    uint64_t ChainedWatch = 0; ///< whose line was touched once after the choice
  };
  template <typename OnFirst, typename OnSecond> struct Sink {
    PairSampler &Sampler;
    OnFirst &First;
    OnSecond &Second;

    void touch(uint64_t Line) {
      LineWatches *F = Sampler.Lines.find(Line);
      if (!F)
        return;
      uint64_t Watch = std::exchange(F->Watch, 0);
      for (uint64_t Number : {std::exchange(F->ChainedWatch, Watch), Watch})
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
  ReuseClock *Clock = nullptr; ///< that of LastThread
  uint32_t LastThread = 0;
  uint64_t AllUnits = 0;   ///< units of all threads
  uint64_t OtherUnits = 0; ///< those of AllUnits that other threads executed
  uint64_t LastWatch = 0;  ///< number of the last watch
  caches::LineMap<LineWatches> Lines;
};

} // namespace memfacet::threads

#endif
