//===- Region.h - the memory shared by program and collector --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each process has one region: a header, then chunks of equal size. A thread
// takes a chunk, fills it with events and hands it over; the collector reads
// it, zeroes the used part and frees it. A chunk that was not handed over
// (crash, SIGKILL, a sleeping thread) is read up to the first zero word.
//
// Where no collector can run, a file that only grows has the same layout. Then
// chunks are never recycled and ReadyHead stays empty.
//
// After the chunks of a shared region comes held memory, which has the
// program's counters. Once the process is dead, the collector reads there what
// was counted and not written as events.
//
// States of a chunk: Free -> Filling (owner's) -> Ready -> Free
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REGION_H
#define MEMFACET_REGION_H

#include "memfacet/Tables.h"

#include <atomic>
#include <cstdint>

namespace memfacet {

constexpr uint64_t RegionMagic = 0x4e4f49474552464d; // "MFREGION"
constexpr uint32_t ChunkBytes = 256 * 1024;
constexpr uint32_t RegionHeaderBytes = 4096;
/// Chunks reserved before a program runs. The collector reserves more while it
/// starts.
constexpr uint32_t FirstChunks = 4;
constexpr uint32_t BaseChunks = 32;     ///< reserved in every program
constexpr uint32_t ChunksPerThread = 2; ///< reserved more per live thread
constexpr uint32_t MaxChunks = 4096;    ///< the mapping's extent, sparse
/// In a program with several threads, each thread writes a time stamp after
/// this number of bytes.
constexpr uint32_t TickBytes = 4096;

enum class ChunkState : uint32_t { Free = 0, Filling = 1, Ready = 2 };

enum ChunkFlags : uint32_t {
  /// Filled by a signal handler that interrupted chunk ParentSequence of the
  /// same thread at word ParentOffset. The chunk belongs before that word.
  ChunkOfHandler = 1,
};

/// The first cache line of every chunk; events follow.
struct alignas(64) ChunkHeader {
  std::atomic<ChunkState> State;
  uint32_t Thread;            ///< dense index, 0 = main
  uint64_t Sequence;          ///< number of this chunk in its thread, from 0
  uint64_t StartStamp;        ///< time stamp counter when the chunk was taken
  uint64_t UsedWords;         ///< valid in state Ready
  uint64_t ParentSequence;    ///< see ChunkOfHandler
  uint32_t ParentOffset;      ///< words from the first event word
  uint32_t Flags;             ///< ChunkFlags
  uint32_t KernelThread;      ///< tid, so that chunks of dead threads are found
  std::atomic<uint32_t> Next; ///< next in FreeHead or ReadyHead: index + 1
};
static_assert(sizeof(ChunkHeader) == 64);

constexpr uint32_t ChunkWords = (ChunkBytes - sizeof(ChunkHeader)) / 8;

enum class ProgramState : uint32_t {
  Running = 0,
  /// The program's last destructor runs. The collector finishes the profile and
  /// sets CollectorState::Done; the program may still write after that.
  Exiting = 1,
};

enum class CollectorState : uint32_t {
  Absent = 0,
  Attached = 1,
  /// The profile is on disk.
  Done = 2,
  /// The collector gave up: threads discard from now on.
  Failed = 3,
};

enum RegionFlags : uint32_t {
  /// The program waits at exit until the profile is on disk (it started the
  /// collector itself).
  RegionWaitAtExit = 1,
  /// A file that only grows: no collector.
  RegionIsFile = 2,
  /// The collector ends once the profile is on disk: it is a child of the
  /// program, which waits for that.
  RegionEndsAtExit = 4,
};

/// The header, at offset 0. Lists are Treiber stacks: the low half is index + 1
/// (0: empty), the high half a tag against ABA. The collector takes all of
/// ReadyHead at once and reverses the order. All futex words are
/// process-shared. Fields that different cores write are on different lines.
struct RegionHeader {
  uint64_t Magic;
  uint32_t Version; ///< FormatVersion
  uint32_t Flags;   ///< RegionFlags
  uint32_t Chunk;   ///< bytes per chunk, its header included
  uint32_t Chunks;  ///< number of chunks in the mapping
  /// Process id of the program; 0 until a program claims the region.
  std::atomic<uint32_t> Program;
  /// Process id of the collector; 0 until there is one. A child of the program
  /// that is about to become the collector sets this first, so that its death
  /// is noticed if it fails.
  std::atomic<uint32_t> CollectorProcess;
  std::atomic<ProgramState> ProgramStatus;     ///< futex
  std::atomic<CollectorState> CollectorStatus; ///< futex
  /// Chunks whose pages are allocated; raised by the collector only.
  std::atomic<uint32_t> Reserved;
  uint64_t HeldSize; ///< bytes after the chunks: HeldBytes, or 0
  /// Number of the collector's namespace of process numbers; 0: unknown. In
  /// another namespace, a program has other process numbers.
  std::atomic<uint64_t> CollectorSpace;

  alignas(64) std::atomic<uint64_t> Order; ///< next order number, from 1

  alignas(64) std::atomic<uint64_t> FreeHead;
  /// Number of chunks that were ever taken without the free list; at most
  /// Reserved.
  std::atomic<uint32_t> Fresh;
  std::atomic<uint32_t> FreeSignal;  ///< futex, bumped when chunks are freed
  std::atomic<uint32_t> FreeWaiters; ///< threads asleep on FreeSignal

  alignas(64) std::atomic<uint64_t> ReadyHead;
  std::atomic<uint32_t> ReadySignal; ///< futex, bumped when a chunk is ready
  std::atomic<uint32_t> CollectorAsleep;

  alignas(
      64) std::atomic<uint32_t> Threads; ///< number of indices given to threads
  std::atomic<uint32_t> LiveThreads;
  std::atomic<uint64_t> LostChunks; ///< discarded by the program
};
static_assert(sizeof(RegionHeader) <= RegionHeaderBytes);
static_assert(std::atomic<uint64_t>::is_always_lock_free);

enum class HeldKind : uint32_t {
  Free = 0,
  Counters = 1, ///< counters of one object in one thread
};

/// A block of held memory: whole pages that no other block shares.
struct HeldRow {
  std::atomic<HeldKind> Kind; ///< written last
  uint32_t Thread;
  uint64_t Offset, Bytes; ///< from the beginning of the held memory
  uint32_t Count;         ///< counters
  uint32_t Module;        ///< number of the counters' module, or NoHeldModule
};
constexpr uint32_t NoHeldModule = ~uint32_t(0);
/// Returns the bytes of a block's counters. A word follows them: while an event
/// with some counters is being written, the offset of the event in the region,
/// in bytes; else 0. Once the event is complete, its counts are subtracted from
/// the counters.
constexpr uint64_t heldCounterBytes(uint64_t Count) {
  constexpr uint64_t Line = 64, Lines = 2, InLines = Lines * Line / 8;
  return (Count + InLines - 1) / InLines * Lines * Line;
}
constexpr uint32_t MostHeldRows = 1000;

/// The table at the beginning of the held memory.
struct HeldTable {
  std::atomic<uint32_t> Rows;
  /// Not 0: some counters are elsewhere.
  std::atomic<uint32_t> IsPartial;
  HeldRow Row[MostHeldRows];
};
constexpr uint64_t HeldPage = 4096;
constexpr uint64_t HeldBytes = uint64_t(256) << 20; ///< sparse
constexpr uint64_t HeldTableBytes =
    (sizeof(HeldTable) + HeldPage - 1) / HeldPage * HeldPage;

/// The size of a region.
struct RegionExtent {
  uint32_t Chunks;
  uint64_t HeldSize;
  constexpr uint64_t bytes() const;
};

/// Returns the bytes of header and chunks. Held memory follows.
constexpr uint64_t regionBytes(uint32_t Chunks) {
  return RegionHeaderBytes + uint64_t(Chunks) * ChunkBytes;
}
constexpr uint64_t chunkOffset(uint32_t Index) {
  return RegionHeaderBytes + uint64_t(Index) * ChunkBytes;
}

constexpr uint64_t RegionExtent::bytes() const {
  return regionBytes(Chunks) + HeldSize;
}

/// Returns the extent of a new region if a process may have \p AddressSpace
/// bytes: at most a quarter of them, because the program needs the rest.
constexpr RegionExtent regionWithin(uint64_t AddressSpace) {
  constexpr RegionExtent Most = {MaxChunks, HeldBytes};
  constexpr uint32_t Least = 2 * FirstChunks;
  uint64_t Share = AddressSpace / 4;
  if (Share >= Most.bytes())
    return Most;
  uint64_t Chunks = Share / ChunkBytes;
  return {Chunks < Least       ? Least
          : Chunks > MaxChunks ? MaxChunks
                               : uint32_t(Chunks),
          0};
}

} // namespace memfacet

#endif
