//===- CoreStreams.h - cycles and stalls over time ------------------------===//

#ifndef MEMFACET_OBSERVERS_CORESTREAMS_H
#define MEMFACET_OBSERVERS_CORESTREAMS_H

#include "analysis/core/CoreThread.h"
#include "analysis/counts/CountStore.h"

namespace memfacet {

/// What cores count, as streams. A thread's run is executed when it is known
/// what comes next, which may be after others have run: on the process's clock,
/// it belongs to the interval that is open then.
class CoreStreams {
public:
  /// What the streams have had of a thread's core.
  struct Told {
    CountPlace At; ///< of what they have not had yet
    uint64_t Cycles = 0, Busy = 0, Computation = 0, Branches = 0, Start = 0;
  };

  CoreStreams();

  /// What \p Core executes from here on happens at \p Now.
  void at(const CountPlace &Now, CoreThread &Core, Told &T);
  /// Takes what \p Core has counted since the last call.
  void tell(CoreThread &Core, Told &T);
  void clear() { Streams.clear(); }
  void fill(Profile &P) { Streams.fill(P.Streams); }

private:
  StreamStore Streams;
};

} // namespace memfacet

#endif
