//===- ChunkPool.cpp - the collector's side of the region's lists ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/stream/ChunkPool.h"
#include "analysis/words/stream/Futex.h"
#include <algorithm>
#include <cstring>

namespace memfacet::words {

/// Returns how many of \p Reserved chunks are freed before sleeping threads are
/// woken. Each sleep costs a program the caches that it had filled, up to a
/// millisecond where its data are large, so there must be few. But what is left
/// to read must last until the first chunk is full again. Where threads hold
/// more chunks than the rest, this number is never reached: LiveStream wakes
/// them when nothing is left.
static constexpr uint32_t wakeThreshold(uint32_t Reserved) {
  return Reserved - Reserved / 4;
}

static constexpr uint32_t lowHalf(uint64_t Head) { return uint32_t(Head); }

std::vector<uint32_t> ChunkPool::takeReady() {
  std::vector<uint32_t> Result;
  uint32_t Link =
      lowHalf(Memory.header().ReadyHead.exchange(0, std::memory_order_acquire));
  // A damaged list may be circular.
  while (Link != 0 && Link <= Memory.chunks() &&
         Result.size() < Memory.chunks()) {
    Result.push_back(Link - 1);
    Link = Memory.chunk(Link - 1).Next.load(std::memory_order_relaxed);
  }
  std::reverse(Result.begin(), Result.end());
  return Result;
}

bool ChunkPool::anyReady() const {
  return lowHalf(Memory.header().ReadyHead.load()) != 0;
}

std::vector<uint32_t> ChunkPool::chunksIn(ChunkState State) const {
  const RegionHeader &H = Memory.header();
  uint32_t End = std::min(H.Fresh.load(), Memory.chunks());
  std::vector<uint32_t> Result;
  for (uint32_t I = 0; I < End; ++I)
    if (Memory.chunk(I).State.load(std::memory_order_acquire) == State)
      Result.push_back(I);
  return Result;
}

void ChunkPool::free(uint32_t Index) {
  RegionHeader &H = Memory.header();
  ChunkHeader &C = Memory.chunk(Index);
  // Zeroes all words: a thread that jumped out of a signal handler may have
  // left words after the used ones.
  std::span<uint64_t> Words = Memory.words(Index);
  std::memset(Words.data(), 0, Words.size_bytes());
  C.State.store(ChunkState::Free, std::memory_order_relaxed);
  uint64_t Head = H.FreeHead.load(std::memory_order_relaxed);
  do
    C.Next.store(lowHalf(Head), std::memory_order_relaxed);
  while (!H.FreeHead.compare_exchange_weak(
      Head, ((Head >> 32) + 1) << 32 | (Index + 1), std::memory_order_release));
  if (++FreedSinceWake >=
      wakeThreshold(H.Reserved.load(std::memory_order_relaxed)))
    wakeProgram();
}

void ChunkPool::wakeProgram() {
  if (FreedSinceWake == 0)
    return;
  FreedSinceWake = 0;
  RegionHeader &H = Memory.header();
  H.FreeSignal.fetch_add(1);
  if (programWaits())
    futexWake(H.FreeSignal);
}

bool ChunkPool::raiseTo(uint32_t Count) {
  RegionHeader &H = Memory.header();
  if (!Memory.reserve(Count))
    return false;
  H.Reserved.store(Count, std::memory_order_release);
  H.FreeSignal.fetch_add(1);
  if (programWaits())
    futexWake(H.FreeSignal);
  return true;
}

bool ChunkPool::keepReserve() {
  RegionHeader &H = Memory.header();
  uint32_t Live = std::min(H.LiveThreads.load(), Memory.chunks());
  uint32_t Wanted =
      std::min(BaseChunks + ChunksPerThread * Live, Memory.chunks());
  uint32_t Reserved = H.Reserved.load();
  // Most short programs need no more than the first chunks, and to reserve the
  // others takes longer than the program.
  bool IsShort = Live <= 1 && H.Fresh.load() < FirstChunks / 2;
  if (IsShort && Reserved >= FirstChunks)
    return true;
  return Wanted <= Reserved || raiseTo(Wanted) || Reserved > Live;
}

void ChunkPool::growReserve() {
  uint32_t Reserved = Memory.header().Reserved.load();
  if (Reserved < Memory.chunks())
    raiseTo(std::min(Reserved + BaseChunks, Memory.chunks()));
}

} // namespace memfacet::words
