//===- MemorySystemImpl.h - state of the caches in detail -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_MEMORY_MEMORYSYSTEMIMPL_H
#define MEMFACET_CACHES_MEMORY_MEMORYSYSTEMIMPL_H

#include "analysis/caches/memory/Coherence.h"
#include "analysis/caches/memory/MemorySystem.h"
#include "analysis/caches/memory/WayPartitions.h"
#include <bit>
#include <unordered_set>

namespace memfacet::caches {

struct MemorySystem::Impl {
  Impl(const CacheModel &GivenModel, MemoryTally &Tally)
      : Model(GivenModel), Tally(Tally), Ways(Model), Paths(Model, Tally),
        Copies(Model, Paths, Tally), Levels(Model.Levels.size()),
        LineShift(unsigned(std::countr_zero(Model.LineBytes))),
        PageShift(unsigned(std::countr_zero(Model.PageBytes))) {}

  /// Returns whether \p A touches the same line as the touch before, so that
  /// nothing but counts changes.
  bool repeats(const MemoryAccess &A, uint64_t Line);
  void rememberLast(const MemoryTouch &T, bool Hit);
  CachePath &enter(ThreadId Thread);
  void release(ThreadId Thread);
  void translate(CachePath &P, const MemoryAccess &A, uint64_t Last);
  uint64_t bytesOf(uint64_t Line, uint64_t First, uint64_t Last) const;
  void touch(const MemoryTouch &T, const MemoryAccess *Starts);
  LookUps lookUp(const MemoryTouch &T);
  void countMiss(const MemoryTouch &T, LevelCache &C, LookUps &L,
                 const LineHistory::Answer &Reason);
  void takeAll(const MemoryTouch &T, const LookUps &L, bool Served);
  void take(CachePath &P, size_t Level, const HeldLine &New, uint32_t Evictor);
  void leave(CachePath &P, size_t Level, HeldLine Victim, uint32_t Evictor);
  void giveTo(CachePath &P, size_t Level, HeldLine Victim, uint32_t Evictor);
  void prefetch(const MemoryTouch &T, const LookUps &L,
                const MemoryAccess *Starts);
  void fetch(const MemoryTouch &T, size_t Level, uint64_t Line);
  void readMemory(uint32_t Structure, uint64_t Line);
  void writeMemory(uint32_t Writer, uint64_t Line);
  void cohered(const Coherence::Effect &E, uint64_t Line);

  bool isExclusive(size_t Level) const {
    return Model.Levels[Level].Holds == Inclusion::Exclusive;
  }

  const CacheModel Model;
  MemoryTally &Tally;
  WayPartitions Ways;
  CachePaths Paths;
  Coherence Copies;
  size_t Levels;
  unsigned LineShift, PageShift;
  Outcome Result; ///< outcome of the access in progress
  ThreadId Current;
  CachePath *Path = nullptr; ///< of Current
  std::unordered_set<uint32_t> Ended;
  /// The line of the first level of Path that was touched last. Null: to be
  /// looked up.
  HeldLine *LastHeld = nullptr;
  /// The touch has prefetched: it may not be the last use.
  bool Fetched = false;
  MemoryListener *Listener = nullptr;
};

} // namespace memfacet::caches

#endif
