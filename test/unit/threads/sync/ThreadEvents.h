//===- ThreadEvents.h - what threads say of their order -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_UNIT_THREADS_SYNC_THREADEVENTS_H
#define MEMFACET_TEST_UNIT_THREADS_SYNC_THREADEVENTS_H

#include "test/support/Test.h"

namespace memfacet::test {

/// Sends events of threads to a \p TrackerType, in few words.
template <typename TrackerType> class ThreadEvents : public testing::Test {
protected:
  void event(EventKind Kind, uint32_t Thread, uint32_t Argument,
             std::initializer_list<uint64_t> Payload = {}) {
    Tracker.event({Kind,
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

  TrackerType Tracker;
};

} // namespace memfacet::test

#endif
