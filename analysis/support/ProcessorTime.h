//===- ProcessorTime.h - what something costs -----------------------------===//

#ifndef MEMFACET_SUPPORT_PROCESSORTIME_H
#define MEMFACET_SUPPORT_PROCESSORTIME_H

#include <ctime>

namespace memfacet {

/// Seconds that all threads of this process have run for.
inline double processorSeconds() {
  timespec Now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &Now);
  return double(Now.tv_sec) + double(Now.tv_nsec) * 1e-9;
}

} // namespace memfacet

#endif
