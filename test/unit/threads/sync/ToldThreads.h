//===- ToldThreads.h - what threads say of their order --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_UNIT_THREADS_SYNC_TOLDTHREADS_H
#define MEMFACET_TEST_UNIT_THREADS_SYNC_TOLDTHREADS_H

#include "test/support/Test.h"

namespace memfacet::test {

/// \p Listener is told of events, in few words.
template <typename Listener> class ToldThreads : public testing::Test {
protected:
  void event(EventKind Kind, uint32_t Thread, uint32_t Argument,
             std::initializer_list<uint64_t> Payload = {}) {
    Told.event({Kind,
                ThreadId(Thread),
                Argument,
                0,
                {Payload.begin(), Payload.size()}});
  }
  void release(uint32_t Thread, SyncKind Kind, uint64_t Object = 1) {
    event(EventKind::Release, Thread, uint32_t(Kind), {Object});
  }
  void acquire(uint32_t Thread, SyncKind Kind, uint64_t Object = 1) {
    event(EventKind::Acquire, Thread, uint32_t(Kind), {Object});
  }
  void create(uint32_t Thread, uint32_t Other) {
    event(EventKind::ThreadCreate, Thread, Other);
  }
  void start(uint32_t Thread, uint32_t Creator) {
    event(EventKind::ThreadStart, Thread, Creator, {0, 0, 0, 0});
  }
  void join(uint32_t Thread, uint32_t Other) {
    event(EventKind::ThreadJoin, Thread, Other);
  }

  Listener Told;
};

} // namespace memfacet::test

#endif
