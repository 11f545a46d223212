//===- Deferred.h - signals that come a little later ----------------------===//
//
// While a thread writes the events of a question, no handler may come in
// between: its events would come before one with a smaller order number. Two
// system calls that block signals would cost more than all the rest. So a
// signal that comes meanwhile is sent to the thread again when it is done.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_PAIRS_DEFERRED_H
#define MEMFACET_RUNTIME_PAIRS_DEFERRED_H

#include <signal.h>

namespace memfacet {

struct ThreadState;

/// True: the handler must not run now. In a handler of the kernel's.
bool deferSignal(ThreadState &T, const siginfo_t &Information);
/// Between these, signals are deferred.
void beginTelling(ThreadState &T);
void endTelling(ThreadState &T);

} // namespace memfacet

#endif
