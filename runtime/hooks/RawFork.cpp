//===- runtime/hooks/RawFork.cpp - the fork that runs no handlers ---------===//

#include "runtime/hooks/Next.h"
#include "runtime/process/Fork.h"
#include <unistd.h>

namespace memfacet {

static constinit NextFunction<pid_t()> NextFork{"_Fork"};

} // namespace memfacet

using namespace memfacet;

MEMFACET_HOOK pid_t _Fork() {
  SignalBlock Block;
  pid_t Child = NextFork();
  if (Child == 0)
    becomeChild();
  return Child;
}
