//===- KeptChunks.cpp - chunks of handlers that must not wait -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/record/KeptChunks.h"
#include "memfacet/Check.h"
#include "runtime/support/Pool.h"
#include "runtime/support/Syscall.h"

namespace memfacet::record {

struct KeptChunk {
  KeptChunk *Next;
  ChunkHeader *Chunk; ///< after this header
  uint64_t HandedWords;
};

namespace {

constexpr size_t HeaderBytes = 64;
constexpr size_t KeptBytes = HeaderBytes + ChunkBytes;
static_assert(sizeof(KeptChunk) <= HeaderBytes);

/// Replaces the index of the next chunk, which a chunk of the region has.
constexpr uint32_t KeptMark = ~uint32_t(0);

KeptChunk *headerOf(ChunkHeader *C) {
  return reinterpret_cast<KeptChunk *>(reinterpret_cast<char *>(C) -
                                       HeaderBytes);
}

/// Removes all chunks from the thread's list. Returns them, the oldest first.
KeptChunk *takeOldestFirst(ThreadState &T) {
  KeptChunk *First = nullptr;
  while (KeptChunk *K = T.KeptList) {
    T.KeptList = K->Next;
    K->Next = First;
    First = K;
  }
  return First;
}

} // namespace

bool mustNotWait(const ThreadState &T) {
  if (T.HoldsOrder || T.DeepOrders)
    return true;
  for (uint32_t I = 0; I != T.Depth; ++I)
    if (T.Frames[I].HoldsOrder)
      return true;
  return false;
}

ChunkHeader *takeKeptChunk() {
  auto *K = static_cast<KeptChunk *>(allocatePagesAside(KeptBytes));
  if (!K)
    return nullptr;
  K->Chunk = reinterpret_cast<ChunkHeader *>(reinterpret_cast<char *>(K) +
                                             HeaderBytes);
  K->Chunk->Next.store(KeptMark);
  return K->Chunk;
}

bool isKeptChunk(const ChunkHeader *C) { return C->Next.load() == KeptMark; }

void keepChunk(ThreadState &T, ChunkHeader *C) {
  MEMFACET_CHECK(isKeptChunk(C), "other chunks have no header of this kind");
  KeptChunk *K = headerOf(C);
  K->Next = T.KeptList;
  T.KeptList = K;
}

uint64_t &handedWords(ChunkHeader &C) { return headerOf(&C)->HandedWords; }

void drainKeptChunks(ThreadState &T,
                     void (*HandOver)(ThreadState &, ChunkHeader &)) {
  for (KeptChunk *K = takeOldestFirst(T), *Next; K; K = Next) {
    Next = K->Next;
    HandOver(T, *K->Chunk);
    sys::munmap(K, KeptBytes);
  }
}

void forgetKeptChunks(ThreadState &T) { T.KeptList = nullptr; }

} // namespace memfacet::record
