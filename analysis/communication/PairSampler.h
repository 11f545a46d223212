//===- communication/PairSampler.h - samples pairs of a complete stream ---===//

#ifndef MEMFACET_COMMUNICATION_PAIRSAMPLER_H
#define MEMFACET_COMMUNICATION_PAIRSAMPLER_H

#include "analysis/memory/LineMap.h"
#include "analysis/profile/PairSample.h"
#include "memfacet/ReusePairs.h"
#include <cstdint>
#include <map>

namespace memfacet {

/// What a recorded program does with --communication, done with the accesses
/// of a trace: the same choices, the same numbers of watches.
class PairSampler {
public:
  explicit PairSampler(const ReusePlan &Plan) : Plan(Plan) {}

  /// The next access of \p Thread. Calls \p Second(number, units, all units)
  /// for each watch that ends, \p First(number, units, all units, thread that
  /// touched the line before) for each that begins.
  template <typename OnFirst, typename OnSecond>
  void access(uint32_t Thread, uint64_t Address, uint64_t Bytes, OnFirst First,
              OnSecond Second) {
    if (!Now || Thread != Last)
      enter(Thread);
    Sink<OnFirst, OnSecond> S{*this, First, Second};
    uint64_t Before = Now->Now;
    Others = All - Before;
    Now->access(Address, Bytes, S);
    All += Now->Now - Before;
  }
  /// By thread.
  const std::map<uint32_t, ReuseClock> &clocks() const { return Clocks; }

private:
  struct Touched {
    uint64_t Watch = 0; ///< its number; 0: none
    /// Threads of the last touch and of the one before.
    uint32_t Last = NobodyBefore, Before = NobodyBefore;
  };
  template <typename OnFirst, typename OnSecond> struct Sink {
    PairSampler &Of;
    OnFirst &First;
    OnSecond &Second;

    void touch(uint64_t Line) {
      Touched &T = Of.Lines[Line];
      T.Before = std::exchange(T.Last, Of.Last);
      if (T.Watch)
        Second(std::exchange(T.Watch, 0), Of.Now->Now, Of.Others + Of.Now->Now);
    }
    void watch(uint64_t Line) {
      Touched &T = Of.Lines[Line];
      T.Watch = ++Of.Number;
      First(Of.Number, Of.Now->Now, Of.Others + Of.Now->Now, T.Before);
    }
  };

  void enter(uint32_t Thread) {
    Now = &Clocks.try_emplace(Thread, Plan, Thread).first->second;
    Last = Thread;
  }

  ReusePlan Plan;
  std::map<uint32_t, ReuseClock> Clocks;
  ReuseClock *Now = nullptr; ///< that of thread Last
  uint32_t Last = 0;
  uint64_t All = 0;    ///< units of all threads
  uint64_t Others = 0; ///< of them, those of other threads
  uint64_t Number = 0; ///< of the last watch
  LineMap<Touched> Lines;
};

} // namespace memfacet

#endif
