//===- Front.h - what threads remember of lines ---------------------------===//

#ifndef MEMFACET_RUNTIME_FILTER_FRONT_H
#define MEMFACET_RUNTIME_FILTER_FRONT_H

#include "memfacet/Filter.h"
#include "memfacet/Tables.h"
#include "runtime/support/Lock.h"
#include "runtime/support/Visibility.h"

namespace memfacet {
struct FilterCache;
}

extern "C" {
/// Null: every access is written as such, and taken for a hit (in signal
/// handlers, and where there is no memory).
extern MEMFACET_EXPORT MEMFACET_TLS
    memfacet::FilterCache *__memfacet_filter_cache;
extern MEMFACET_EXPORT uint8_t __memfacet_filtering;
extern MEMFACET_EXPORT MEMFACET_TLS
    memfacet::FrontEntry __memfacet_front[memfacet::FrontSets];
}

namespace memfacet {

/// Whether functions run in their filtering bodies.
inline bool filtering() { return __memfacet_filtering; }

/// The memory [\p Low, \p High) becomes an object of its own: what was counted
/// there is told, by other threads when they come there next. Before the event
/// that says so.
void objectBegins(uint64_t Low, uint64_t High);

/// The object's global variables begin.
void globalsBegin(const ModuleTables &Tables);

/// Other threads find the front of the calling thread from now on, or do not.
void showFront();
void hideFront();

/// In a forked child, which is alone and has told nothing.
void clearFront();

/// What a signal handler interrupts, maybe in the middle of a change. The
/// handler finds neither lines nor a filter cache; what it counts is taken
/// back.
struct InterruptedFront {
  uint32_t Writers[FrontSets];
};
void interruptFront(InterruptedFront &To);
void resumeFront(const InterruptedFront &From);

} // namespace memfacet

#endif
