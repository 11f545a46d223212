//===- MemorySystem.h - caches in detail ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/memory-system.md defines exactly what it does.
// test/support/ReferenceMemory.h is a slow program that does the same.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_MEMORY_MEMORYSYSTEM_H
#define MEMFACET_CACHES_MEMORY_MEMORYSYSTEM_H

#include "analysis/caches/memory/MemoryCounters.h"
#include "analysis/caches/memory/MemoryTally.h"
#include "analysis/support/Ids.h"
#include <memory>
#include <string_view>

namespace memfacet::caches {

struct MemoryAccess {
  ThreadId Thread;
  uint32_t Structure; ///< StructureId of the first byte
  uint32_t Site;      ///< SiteId
  uint64_t Address;
  uint32_t Size; ///< bytes, at least 1
  bool Write;
};

/// Gets each line that is read from memory or written to it, in order: as often
/// as MemoryCounters::MemoryReads and MemoryWrites count them.
class MemoryListener {
public:
  virtual ~MemoryListener() = default;
  /// \p Address is the first byte of the line.
  virtual void memoryRead(uint64_t Address) = 0;
  virtual void memoryWritten(uint64_t Address) = 0;
};

/// Simulates caches and TLBs in detail. Not synchronised: one thread at a time.
class MemorySystem {
public:
  /// \p Model must satisfy checkCacheModel. All counts go to \p Tally.
  MemorySystem(const CacheModel &Model, MemoryTally &Tally);
  ~MemorySystem();

  /// Sets the name of \p Structure, for partitions. To be called before it is
  /// touched.
  void name(uint32_t Structure, std::string_view Name);
  /// Sets a listener, which must outlive this.
  void setListener(MemoryListener &L);
  Outcome access(const MemoryAccess &Original);
  void threadEnded(ThreadId Thread);
  /// Settles the classes of all misses that wait for later accesses. More
  /// accesses may follow.
  void settle();

private:
  struct Impl;
  std::unique_ptr<Impl> Self;
};

} // namespace memfacet::caches

#endif
