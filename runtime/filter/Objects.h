//===- Objects.h - objects begin, and lines are asked for anew ------------===//

#ifndef MEMFACET_RUNTIME_FILTER_OBJECTS_H
#define MEMFACET_RUNTIME_FILTER_OBJECTS_H

#include "runtime/filter/FilterCache.h"

namespace memfacet {

/// The memory [\p Low, \p High) becomes an object of its own: what was counted
/// there is told, by other threads when they come there next. Before the event
/// that says so.
void objectBegins(uint64_t Low, uint64_t High);
/// An object of the calling thread's stack was there. Before the mark that says
/// so.
void objectEnds(uint64_t Low, uint64_t High);
/// The same of a mark (docs/annotations.md), which ends others.
void markBegins(uint64_t Low, uint64_t High);
/// Before the event that says that the mark which starts at \p Address ends...
void markEnds(uint64_t Address);
/// ... or all inside of so many bytes.
void marksEnd(uint64_t Low, uint64_t Bytes);
/// A local of \p S begins, or, without one, memory of the stack without a name.
void stackBegins(uint64_t Low, uint64_t High, const Site *S);
/// It ends before its function does: memory without a name may follow it there,
/// of which nothing is told. \p Bytes is 0 where nobody knows how many.
void localEnds(uint64_t Low, uint64_t Bytes);
/// Arguments on the stack may have taken the place of what was in [\p Low, \p
/// High); nothing tells where they end. Both are asked for again.
void argumentsBegin(uint64_t Low, uint64_t High);
/// Whether it is what was there last, so that nothing has to be done: what is
/// remembered of its lines is its own. (Whatever began there since would have
/// left a boundary inside, removed one at the ends, or be in the table.)
inline bool isOnStackAgain(const FilterCache &C, uint64_t Low, uint64_t High,
                           const Site *S) {
  const BegunOnStack &B = begun(C, Low);
  return B.Low == Low && B.High == High && B.Of == S && B.Where.areSame();
}

/// Whether arguments have begun there, and nothing else since: no line
/// remembers anything that is not there now, and nothing is in the table.
inline bool isPassedAgain(const FilterCache &C, uint64_t Low, uint64_t High) {
  const auto &T = reinterpret_cast<const FilterThread &>(C);
  return T.PassedLow == Low && T.PassedHigh == High;
}

/// The object's global variables begin.
void globalsBegin(const ModuleTables &Tables);

/// Other threads find the filter cache of the calling thread from now on, or do
/// not.
void showFilterCache();
void hideFilterCache();
/// The process ends: what other threads have counted and not told is told by
/// the calling one.
void tellOthers();
/// In a forked child, which is alone.
void hideFilterCaches();

} // namespace memfacet

#endif
