//===- Front.h - the lines that a thread touched last ---------------------===//

#ifndef MEMFACET_RUNTIME_FILTER_FRONT_H
#define MEMFACET_RUNTIME_FILTER_FRONT_H

#include "memfacet/Filter.h"
#include "memfacet/Tables.h"
#include "runtime/support/Lock.h"
#include "runtime/support/Visibility.h"

extern "C" {
extern MEMFACET_EXPORT uint8_t __memfacet_filtering;
extern MEMFACET_EXPORT MEMFACET_TLS
    memfacet::FrontEntry __memfacet_front[memfacet::FrontSets];
}

namespace memfacet {

/// Whether functions run in their filtering bodies.
inline bool filtering() { return __memfacet_filtering; }

/// Tells what was counted of all pieces and lines of the calling thread, and
/// remembers none.
void forgetFront();

/// The memory [\p Low, \p High) becomes an object of its own: what was counted
/// there is told, by other threads when they come there next. Before the event
/// that says so.
void objectBegins(uint64_t Low, uint64_t High);

/// The object's global variables begin.
void globalsBegin(const ModuleTables &Tables);

/// Other threads find the front of the calling thread from now on, or do not.
void showFront();
void hideFront();

/// Forgets all without telling: in a forked child, which is alone.
void clearFront();

/// What a signal handler interrupts. A count that the interrupted code is about
/// to add belongs to the piece that begins here.
struct InterruptedFront {
  uint64_t Starts[FrontSets];
};
/// In the handler's chunk.
void interruptFront(InterruptedFront &To);
void resumeFront(const InterruptedFront &From);

} // namespace memfacet

#endif
