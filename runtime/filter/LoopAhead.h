//===- LoopAhead.h - iterations of a loop, looked up ahead ----------------===//
//
// Each access of a loop with fixed strides is a stream of addresses. It stays
// in a line for some iterations. If the line is not replaced meanwhile, all
// these accesses hit, whatever the others do. So a stream is looked at only
// where it enters a line: then the line gets the counts of all accesses to
// come, and the time of the last one. A line whose time has not come yet is in
// use and must not be replaced. Where all lines of a set are in use, and where
// a line has several objects, accesses are looked up one by one for some
// iterations.
//
// Lines are entered in the order of the accesses, so that each miss finds the
// filter cache as it would have found it in the program. After some iterations
// (the period) all streams are at the same places in their lines as before, and
// the same entries follow: they are remembered and repeated.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_FILTER_LOOPAHEAD_H
#define MEMFACET_RUNTIME_FILTER_LOOPAHEAD_H

#include "runtime/filter/FilterCache.h"

namespace memfacet {

class LoopAhead {
public:
  /// \p Count streams, of which the first one's site is \p Sites.
  LoopAhead(FilterThread &Own, const Site *Sites, uint32_t Count)
      : C(Own.Cache), Streams(Own.Streams), Straddling(Own.Straddling),
        Entries(Own.Entries), Sites(Sites), Count(Count),
        Ticks(Count * FilterTick), Begin(C.Clock) {}

  /// All accesses of so many iterations.
  void run(const FilterStride *Strides, uint32_t Iterations);

private:
  /// Of an access.
  struct Place {
    uint32_t Iteration, Number;
  };

  uint64_t timeOf(Place At) const {
    return At.Iteration * Ticks + At.Number * FilterTick;
  }
  static Place placeOf(const LoopStream &S, uint32_t Element) {
    return {Element >> S.Shift,
            S.First + (Element & ((uint32_t(1) << S.Shift) - 1))};
  }
  void prepare();
  void prepareStream(LoopStream &S, uint32_t Number);
  bool areNeighbours(uint32_t Number, uint32_t Shift) const;
  Place together(uint32_t From);
  bool repeat(Place &At);
  void repeated(uint32_t Done, uint32_t Iterations);
  bool look(uint32_t Number);
  bool straddle(uint32_t Number, uint64_t Address);
  LineEntry &newEntry(uint32_t Number);
  void stay(LineEntry &E, uint64_t Address, uint32_t First);
  bool enter(LineEntry &E, bool Repeats);
  bool enterLater(LineEntry &E, uint32_t Iterations);
  bool mayEnter(const LineEntry &E, uint32_t Iteration);
  uint32_t replace(const LineEntry &E, uint32_t Iteration);
  void stop(Place At);
  void alone(Place At);
  void tellStraddled(uint32_t Number);

  FilterCache &C;
  LoopStream *const Streams;
  Straddled *const Straddling; ///< by access
  LineEntry *const Entries;
  const Site *const Sites;
  const uint32_t Count; ///< accesses
  const uint64_t Ticks; ///< of an iteration
  const uint64_t Begin; ///< time of the first access
  const FilterStride *Strides = nullptr;
  uint32_t StreamCount = 0;
  uint32_t End = 0;        ///< iterations
  uint32_t Period = 1;     ///< iterations
  uint32_t Entered = 0;    ///< iteration from which on lines are entered
  uint32_t Remembered = 0; ///< entries to repeat
};

} // namespace memfacet

#endif
