//===- FakeProgram.h - a made-up recording program -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program's side of memfacet/Region.h in a few lines: takes chunks, fills
// them, hands them over, and waits if there are none. Several threads must not
// use one FakeThread at the same time.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_FAKEPROGRAM_H
#define MEMFACET_TEST_SUPPORT_FAKEPROGRAM_H

#include "analysis/words/stream/Futex.h"
#include "analysis/words/stream/Region.h"
#include "memfacet/TimeStamp.h"
#include "test/support/StreamBuilder.h"
#include "test/support/Wings.h"

namespace memfacet::test {

inline void claimRegion(Region &R) {
  R.header().Program.store(uint32_t(getpid()));
}

/// Does what the program's last destructor does: waits until the profile is on
/// disk.
inline void exitAndWait(Region &R) {
  RegionHeader &H = R.header();
  H.ProgramStatus.store(ProgramState::Exiting);
  H.ReadySignal.fetch_add(1);
  futexWake(H.ReadySignal);
  for (;;) {
    CollectorState Current = H.CollectorStatus.load();
    if (Current == CollectorState::Done || Current == CollectorState::Failed)
      return;
    futexWait(H.CollectorStatus, Current, 100);
  }
}

class FakeThread {
public:
  explicit FakeThread(Region &R)
      : Memory(R), Index(R.header().Threads.fetch_add(1)) {
    R.header().LiveThreads.fetch_add(1);
  }

  uint32_t index() const { return Index; }
  uint64_t takeOrder() { return Memory.header().Order.fetch_add(1); }

  /// Writes the first event of the thread.
  void start() { put(StreamBuilder().threadStart(takeOrder())); }
  void put(const StreamBuilder &S) { put(S.words()); }
  /// Writes one or more records. The first word is stored last.
  void put(const std::vector<uint64_t> &Words) {
    if (Chunk == None || Used + Words.size() > ChunkWords) {
      handOver();
      take();
    }
    std::span<uint64_t> Space = Memory.words(Chunk).subspan(Used);
    for (size_t I = 1; I != Words.size(); ++I)
      Space[I] = Words[I];
    __atomic_store_n(&Space[0], Words[0], __ATOMIC_RELEASE);
    Used += uint32_t(Words.size());
  }

  /// Marks the chunk as ready, but does not put it into the list yet.
  void beginHandOver() {
    ChunkHeader &C = Memory.chunk(Chunk);
    C.UsedWords = Used;
    C.State.store(ChunkState::Ready, std::memory_order_release);
  }

  void handOver() {
    if (Chunk == None)
      return;
    beginHandOver();
    RegionHeader &H = Memory.header();
    ChunkHeader &C = Memory.chunk(Chunk);
    uint64_t Head = H.ReadyHead.load();
    do
      C.Next.store(uint32_t(Head));
    while (!H.ReadyHead.compare_exchange_weak(Head, ((Head >> 32) + 1) << 32 |
                                                        (Chunk + 1)));
    H.ReadySignal.fetch_add(1);
    if (H.CollectorAsleep.load())
      futexWake(H.ReadySignal);
    Chunk = None;
  }

  /// Takes a chunk. If a handler fills it, \p Parent is the interrupted thread.
  void take(const FakeThread *Parent = nullptr) {
    while ((Chunk = takeAny()) == None)
      wait();
    ChunkHeader &C = Memory.chunk(Chunk);
    C.Thread = Index;
    C.Sequence = Sequence++;
    C.StartStamp = timeStamp();
    C.UsedWords = 0;
    C.Flags = Parent ? ChunkOfHandler : 0;
    C.ParentSequence = Parent ? Memory.chunk(Parent->Chunk).Sequence : 0;
    C.ParentOffset = Parent ? Parent->Used : 0;
    C.KernelThread = uint32_t(gettid());
    C.State.store(ChunkState::Filling, std::memory_order_release);
    Used = 0;
  }

  /// Writes \p S as a signal handler of this thread does.
  void handle(const StreamBuilder &S) {
    FakeThread Handler = *this;
    Handler.take(this);
    Handler.put(S);
    Handler.handOver();
    Sequence = Handler.Sequence;
  }

  uint32_t used() const { return Used; }

private:
  static constexpr uint32_t None = ~0u;

  uint32_t takeAny() {
    RegionHeader &H = Memory.header();
    uint64_t Head = H.FreeHead.load();
    while (uint32_t(Head) != 0) {
      uint32_t Next = Memory.chunk(uint32_t(Head) - 1).Next.load();
      if (H.FreeHead.compare_exchange_weak(Head,
                                           ((Head >> 32) + 1) << 32 | Next))
        return uint32_t(Head) - 1;
    }
    uint32_t Fresh = H.Fresh.load();
    while (Fresh < H.Reserved.load())
      if (H.Fresh.compare_exchange_weak(Fresh, Fresh + 1))
        return Fresh;
    return None;
  }

  void wait() {
    RegionHeader &H = Memory.header();
    H.FreeWaiters.fetch_add(1);
    uint32_t Signal = H.FreeSignal.load();
    if (uint32_t(H.FreeHead.load()) == 0 &&
        H.Fresh.load() >= H.Reserved.load()) {
      if (H.CollectorAsleep.load())
        futexWake(H.ReadySignal);
      futexWait(H.FreeSignal, Signal, 200);
    }
    H.FreeWaiters.fetch_sub(1);
  }

  Region &Memory;
  uint32_t Index;
  uint32_t Chunk = None;
  uint32_t Used = 0;
  uint64_t Sequence = 0;
};

} // namespace memfacet::test

#endif
