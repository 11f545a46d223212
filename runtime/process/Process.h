//===- Process.h - state of the process -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_PROCESS_PROCESS_H
#define MEMFACET_RUNTIME_PROCESS_PROCESS_H

#include "memfacet/Region.h"
#include "runtime/process/Options.h"
#include "runtime/support/Lock.h"
#include "runtime/support/SelfMaps.h"

namespace memfacet::process {

/// The destination of records.
enum class Recording : uint32_t {
  /// The shared memory that a collector reads.
  Region,
  /// A file that only grows.
  File,
  /// Private memory, which is overwritten again and again.
  Discard,
  /// Like Discard, and no events are written.
  Off,
};

struct Process {
  std::atomic<Recording> Destination{Recording::Discard};
  /// The .preinit_array function has run: environment and libc can be used.
  std::atomic<bool> Armed{false};
  /// Records may be written. False before the start and, in a forked child,
  /// until its first record: most children call exec at once.
  std::atomic<bool> Started{false};
  /// The process has, or had, a second thread.
  std::atomic<bool> IsThreaded{false};
  /// A block was allocated that no hook has seen (UnseenAllocations.cpp).
  std::atomic<bool> HasUnseen{false};
  /// New mappings of the program are locked in memory.
  std::atomic<bool> LocksNewMemory{false};
  /// The region exists and its collector is not started yet.
  std::atomic<bool> CollectorPending{false};
  /// The process was forked from a recording process.
  bool IsChild = false;
  uint32_t ChildId = 0; ///< its process id; not that of a vfork child of it
  /// Options forbid recording, in child processes too, or the program has
  /// rights that its caller does not have.
  bool IsForbidden = false;

  /// The counters; never null. They are the region's, or PrivateHeader. (The
  /// pointer does not change once the process has started, because order
  /// numbers and thread indices must go on.)
  RegionHeader *Header = &PrivateHeader;
  /// The region's mapping, or null.
  char *Base = nullptr;
  uint32_t ChunkCount = 0;
  /// The memory that outlives the process (runtime/region/Held.h), or null.
  char *HeldMemory = nullptr;
  /// The collector's process id belongs to another namespace.
  bool IsForeign = false;
  /// The child process that ends with the collector, if orphans become children
  /// of this process; else 0.
  uint32_t OwnCollector = 0;
  bool OwnCollectorEnded = false;
  /// Orphans below this process become children of this process, or of one that
  /// it was forked from. So a collector must not be an orphan.
  bool KeepsOrphans = false;
  /// The descriptor of the region while a collector has to be started, or -1.
  int RegionFd = -1;

  /// The words in chunks that were handed over.
  std::atomic<uint64_t> WordsWritten{0};

  const char *CollectorPath = nullptr; ///< from the module tables, or null
  char **Environment = nullptr;        ///< as at the start
  uint64_t StackLow = 0;               ///< main thread's
  uint64_t StackHigh = 0;
  AddressRange StackRoom; ///< StackRoom.h; inside the main thread's stack

  Options Settings;
  Lock StartLock;
  Lock CollectorLock;
  RegionHeader PrivateHeader{};
};

/// The one instance.
extern constinit Process TheProcess;
inline Process &process() { return TheProcess; }

/// Returns the distance of \p Address from the beginning of the region, in
/// bytes, if it is in the region.
inline uint64_t regionOffset(const void *Address) {
  return reinterpret_cast<uint64_t>(Address) -
         reinterpret_cast<uint64_t>(process().Base);
}

/// Stops recording, because the collector is gone or there is no room. Reports
/// this once, in one line. \p Reason is the start of "...; the rest of the run
/// is not recorded".
void giveUp(Text Reason);

/// Returns whether no other thread can be inside the runtime. Then no lock is
/// needed, which would be most of the cost. (A thread that the program made by
/// a system call is not known before its first record. It reads a file then,
/// which takes longer than the work that this thread may be doing without a
/// lock.)
inline bool isAloneHere() {
  return !process().IsThreaded.load(std::memory_order_relaxed);
}

inline bool recording() {
  Process &P = process();
  return P.Armed.load(std::memory_order_relaxed) &&
         P.Destination.load(std::memory_order_relaxed) != Recording::Off;
}

} // namespace memfacet::process

#endif
