//===- ChunkLists.cpp - the program's side of the region's lists ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/region/ChunkLists.h"
#include "memfacet/Check.h"
#include "runtime/support/Syscall.h"

namespace memfacet::region {

namespace {
/// The collector is woken for every fourth chunk: waking costs both sides more
/// than a chunk's wait, and the collector sleeps for some milliseconds at most.
constexpr uint32_t ChunksPerWake = 4;
/// It is also woken when no more than this number of chunks is left.
constexpr uint32_t ScarceChunks = 2;

constexpr uint32_t lowHalf(uint64_t Head) { return uint32_t(Head); }
/// Returns a new list head: the old one's tag plus one, and \p Link.
constexpr uint64_t nextHead(uint64_t Old, uint32_t Link) {
  return ((Old >> 32) + 1) << 32 | Link;
}
} // namespace

ChunkHeader *ChunkLists::takeFreed() {
  uint64_t Head = Header.FreeHead.load(std::memory_order_acquire);
  while (lowHalf(Head)) {
    ChunkHeader *C = chunkAt(lowHalf(Head) - 1);
    // Another thread may have taken C already; then the tag has moved on.
    uint32_t Next = C->Next.load(std::memory_order_relaxed);
    if (Header.FreeHead.compare_exchange_weak(Head, nextHead(Head, Next),
                                              std::memory_order_acquire))
      return C;
  }
  return nullptr;
}

ChunkHeader *ChunkLists::takeFresh() {
  uint32_t Index = Header.Fresh.load(std::memory_order_relaxed);
  while (Index < Header.Reserved.load(std::memory_order_acquire) &&
         Index < Header.Chunks)
    if (Header.Fresh.compare_exchange_weak(Index, Index + 1))
      return chunkAt(Index);
  return nullptr;
}

ChunkHeader *ChunkLists::take() {
  if (ChunkHeader *C = takeFreed())
    return C;
  return takeFresh();
}

bool ChunkLists::isScarce() const {
  return !lowHalf(Header.FreeHead.load(std::memory_order_relaxed)) &&
         Header.Fresh.load(std::memory_order_relaxed) + ScarceChunks >=
             Header.Reserved.load(std::memory_order_relaxed);
}

void ChunkLists::handOver(ChunkHeader *C, uint64_t UsedWords) {
  MEMFACET_CHECK(UsedWords <= ChunkWords, "records end with the chunk");
  MEMFACET_CHECK(indexOf(C) < Header.Chunks, "the chunk is of the region");
  MEMFACET_CHECK(C->State.load() == ChunkState::Filling,
                 "a chunk is handed over once");
  C->UsedWords = UsedWords;
  C->State.store(ChunkState::Ready, std::memory_order_release);
  uint64_t Head = Header.ReadyHead.load(std::memory_order_relaxed);
  do
    C->Next.store(lowHalf(Head), std::memory_order_relaxed);
  while (!Header.ReadyHead.compare_exchange_weak(
      Head, nextHead(Head, indexOf(C) + 1), std::memory_order_release));
  uint32_t Signal = Header.ReadySignal.fetch_add(1) + 1;
  if (Signal % ChunksPerWake == 0 || isScarce())
    wakeCollector();
}

void ChunkLists::wakeCollector() {
  if (Header.CollectorAsleep.load())
    sys::futexWake(&Header.ReadySignal, 1);
}

} // namespace memfacet::region
