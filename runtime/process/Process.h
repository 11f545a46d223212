//===- Process.h - what the runtime knows of the process ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_PROCESS_PROCESS_H
#define MEMFACET_RUNTIME_PROCESS_PROCESS_H

#include "memfacet/Region.h"
#include "runtime/process/Options.h"
#include "runtime/support/Lock.h"
#include "runtime/support/SelfMaps.h"

namespace memfacet {

/// Where records go.
enum class Recording : uint32_t {
  /// Shared memory that a collector reads.
  Region,
  /// A file that only grows.
  File,
  /// Private memory, written over and over.
  Discard,
  /// As Discard, and no events are made.
  Off,
};

struct Process {
  std::atomic<Recording> Destination{Recording::Discard};
  /// The .preinit_array function ran: environment and libc are there.
  std::atomic<bool> Armed{false};
  /// Records may be made. False before the start and, in a forked child, until
  /// its first record: most children exec at once.
  std::atomic<bool> Started{false};
  /// The process has had a second thread.
  std::atomic<bool> IsThreaded{false};
  /// A block was allocated that no hook saw (UnseenAllocations.cpp).
  std::atomic<bool> HasUnseen{false};
  /// What the program maps is locked.
  std::atomic<bool> LocksNewMemory{false};
  /// The region is there and its collector is not started yet.
  std::atomic<bool> CollectorPending{false};
  /// Made by fork from a recording process.
  bool IsChild = false;
  uint32_t ChildId = 0; ///< its process id; not that of a vfork child of it
  /// Options forbid to record, in children too.
  bool IsForbidden = false;

  /// Counters; never null. The region's, or PrivateHeader. (Not switched once
  /// started: order numbers and thread indices must go on.)
  RegionHeader *Header = &PrivateHeader;
  /// The region's mapping, or null.
  char *Base = nullptr;
  uint32_t ChunkCount = 0;
  /// What is held (runtime/region/Held.h), or null.
  char *HeldMemory = nullptr;
  /// The collector's process number is one of another namespace.
  bool IsForeign = false;
  /// The child that ends with the collector, where orphans come here, or 0.
  uint32_t OwnCollector = 0;
  bool OwnCollectorEnded = false;
  /// Orphans below this process come to it, or to one that it was forked from:
  /// a collector must not be an orphan.
  bool KeepsOrphans = false;
  /// Descriptor of the region while a collector has to be started, or -1.
  int RegionFd = -1;

  /// In chunks that were handed over.
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

/// In bytes from the beginning of the region, if \p Address is there.
inline uint64_t regionOffset(const void *Address) {
  return reinterpret_cast<uint64_t>(Address) -
         reinterpret_cast<uint64_t>(process().Base);
}

/// The collector is gone, or there is no room: nothing is recorded from now on.
/// Says so in one line, once. \p Reason completes "...; the rest of the run is
/// not recorded".
void giveUp(Text Reason);

/// Whether no other thread can be here: then what is done needs no lock, which
/// would be most of its cost. (A thread made by a system call of the program's
/// own is not known before its first record: it reads a file then, which takes
/// longer than what this one may just be doing alone.)
inline bool isAloneHere() {
  return !process().IsThreaded.load(std::memory_order_relaxed);
}

inline bool recording() {
  Process &P = process();
  return P.Armed.load(std::memory_order_relaxed) &&
         P.Destination.load(std::memory_order_relaxed) != Recording::Off;
}

} // namespace memfacet

#endif
