//===- StageScheduler.cpp - threads that share the stages of one work -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/support/StageScheduler.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <pthread.h>

namespace memfacet {

void StageScheduler::enter(Stage &S) {
  Guard Locked(Lock);
  MEMFACET_CHECK(std::ranges::find(Stages, &S) == Stages.end(),
                 "a stage enters once");
  Stages.push_back(&S);
}

void StageScheduler::leave(Guard &Locked, Stage &S) {
  MEMFACET_CHECK(Locked.owns_lock(), "other threads read the list");
  MEMFACET_CHECK(S.idle(), "what waits would be lost");
  std::erase(Stages, &S);
}

StageScheduler::StageScheduler(size_t Count) {
  for (size_t I = 0; I != Count; ++I) {
    Threads.emplace_back([this] { run(); });
    // For profilers.
    pthread_setname_np(Threads.back().native_handle(), "memfacet-scheduler");
  }
}

StageScheduler::~StageScheduler() {
  {
    Guard Locked(Lock);
    Ending = true;
  }
  Filled.notify_all();
  for (std::thread &T : Threads)
    T.join();
}

size_t StageScheduler::usefulThreads() {
  return std::clamp<size_t>(std::thread::hardware_concurrency(), 2, 3) - 1;
}

/// Works in a stage that is ready. The first stages of the line come first: a
/// thread that waits for room in a stage most likely finds it by working there.
/// The other threads look at the last stages first, where memory becomes free.
bool StageScheduler::help(Guard &Locked) {
  for (size_t I = Stages.size(); I-- != 0;)
    if (Stages[I]->ready()) {
      Stages[I]->work(Locked);
      return true;
    }
  return false;
}

bool StageScheduler::split(const std::function<bool()> &Fork) {
  Guard Locked(Lock);
  until(Locked, [&] { return std::ranges::all_of(Stages, &Stage::idle); });
  // Locked: no other thread holds the lock in the copy.
  IsCopy = Fork();
  return IsCopy;
}

void StageScheduler::run() {
  Guard Locked(Lock);
  for (;;) {
    auto Ready = std::ranges::find_if(Stages, &Stage::ready);
    if (Ready != Stages.end())
      (*Ready)->work(Locked);
    else if (Ending)
      return;
    else
      Filled.wait(Locked);
  }
}

} // namespace memfacet
