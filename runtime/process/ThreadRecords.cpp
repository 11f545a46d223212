//===- ThreadRecords.cpp - from pthread_t to thread index -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/process/ThreadRecords.h"
#include "memfacet/Check.h"
#include "runtime/support/Pool.h"

namespace memfacet::process {

namespace {

struct Records {
  std::atomic<ThreadRecord *> First{nullptr};
  Pool<ThreadRecord> Memory;
};
constinit Records Threads;

template <typename Predicate> ThreadRecord *find(Predicate Matches) {
  for (ThreadRecord *R = Threads.First.load(); R; R = R->NextInList.load())
    if (R->IsUsed.load() && Matches(*R))
      return R;
  return nullptr;
}

ThreadRecord *reuse() {
  for (ThreadRecord *R = Threads.First.load(); R; R = R->NextInList.load()) {
    bool Unused = false;
    if (!R->IsUsed.load() && R->IsUsed.compare_exchange_strong(Unused, true))
      return R;
  }
  return nullptr;
}

ThreadRecord *add() {
  ThreadRecord *R = Threads.Memory.take();
  if (!R)
    return nullptr;
  R->IsUsed.store(true);
  ThreadRecord *First = Threads.First.load();
  do
    R->NextInList.store(First);
  while (!Threads.First.compare_exchange_weak(First, R));
  return R;
}

} // namespace

ThreadRecord *takeThreadRecord() {
  ThreadRecord *R = reuse();
  if (!R)
    R = add();
  if (R) {
    R->HasEnded.store(false);
    R->Handle.store(0);
  }
  return R;
}

void giveThreadRecord(ThreadRecord *R) {
  MEMFACET_CHECK(R && R->IsUsed.load(), "a record is given back once");
  MEMFACET_CHECK(R->Handle.load() == 0, "its thread has not begun");
  R->IsUsed.store(false);
}

void releaseThreadRecord(ThreadRecord *R, pthread_t Handle) {
  MEMFACET_CHECK(R && Handle != 0,
                 "a thread that has not begun keeps its record");
  if (R->Handle.compare_exchange_strong(Handle, 0))
    R->IsUsed.store(false);
}

void setThreadHandle(ThreadRecord *R, pthread_t Handle) {
  MEMFACET_CHECK(R && R->IsUsed.load(), "takeThreadRecord has returned it");
  MEMFACET_CHECK(Handle != 0, "0 is a thread that has not begun");
  if (ThreadRecord *Stale = findEndedThreadRecord(Handle))
    releaseThreadRecord(Stale, Handle);
  R->Handle.store(Handle);
}

ThreadRecord *findThreadRecord(pthread_t Handle) {
  return find([=](ThreadRecord &R) { return R.Handle.load() == Handle; });
}

ThreadRecord *findEndedThreadRecord(pthread_t Handle) {
  return find([=](ThreadRecord &R) {
    return R.Handle.load() == Handle && R.HasEnded.load();
  });
}

void forgetOtherThreads(ThreadRecord *Current) {
  Threads.Memory.reset();
  for (ThreadRecord *R = Threads.First.load(); R; R = R->NextInList.load())
    if (R != Current)
      R->IsUsed.store(false);
}

} // namespace memfacet::process
