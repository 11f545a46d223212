//===- DiscardPool.cpp - chunks that are not read -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/region/DiscardPool.h"
#include "runtime/support/Pool.h"

namespace memfacet::region {

namespace {

struct Slot {
  std::atomic<uint32_t> Owner; ///< tid, 0 = free
  std::atomic<ChunkHeader *> Memory;
};
constexpr uint32_t SlotCount = 1024;

struct DiscardPool {
  Slot Slots[SlotCount];
  /// No slot from this number on has memory.
  std::atomic<uint32_t> SlotEnd{0};
  /// All threads that find no memory share it: they only ever write to it.
  alignas(64) char LastResort[ChunkBytes];
};
constinit DiscardPool Discarded{};

} // namespace

ChunkHeader *sharedDiscardChunk() {
  return reinterpret_cast<ChunkHeader *>(Discarded.LastResort);
}

namespace {

/// Raises SlotEnd to \p End.
void extendTo(uint32_t End) {
  uint32_t Present = Discarded.SlotEnd.load();
  while (Present < End &&
         !Discarded.SlotEnd.compare_exchange_weak(Present, End)) {
  }
}

ChunkHeader *claim(Slot &S, uint32_t Expected, uint32_t Thread) {
  if (!S.Owner.compare_exchange_strong(Expected, Thread))
    return nullptr;
  ChunkHeader *C = S.Memory.load();
  if (!C) {
    C = static_cast<ChunkHeader *>(allocatePagesAside(ChunkBytes));
    extendTo(uint32_t(&S - Discarded.Slots) + 1);
    S.Memory.store(C);
  }
  return C ? C : sharedDiscardChunk();
}

} // namespace

ChunkHeader *takeDiscardChunk() {
  uint32_t Thread = sys::threadId();
  for (Slot &S : Discarded.Slots)
    if (S.Owner.load(std::memory_order_relaxed) == 0)
      if (ChunkHeader *C = claim(S, 0, Thread))
        return C;
  // Code that ran after its thread's end did not give its chunk back.
  uint32_t Process = sys::processId();
  for (Slot &S : Discarded.Slots) {
    uint32_t Owner = S.Owner.load(std::memory_order_relaxed);
    if (Owner == 0 || !sys::threadExists(Process, Owner))
      if (ChunkHeader *C = claim(S, Owner, Thread))
        return C;
  }
  return sharedDiscardChunk();
}

void giveDiscardChunk(ChunkHeader *C) {
  for (Slot &S : Discarded.Slots)
    if (S.Memory.load(std::memory_order_relaxed) == C) {
      S.Owner.store(0, std::memory_order_release);
      return;
    }
}

bool isDiscardChunk(const ChunkHeader *C) {
  if (C == sharedDiscardChunk())
    return true;
  for (uint32_t I = 0, End = Discarded.SlotEnd.load(); I != End; ++I)
    if (Discarded.Slots[I].Memory.load(std::memory_order_relaxed) == C)
      return true;
  return false;
}

} // namespace memfacet::region
