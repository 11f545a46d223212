//===- ReplayStream.cpp - accesses with their objects, for many sinks -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/ReplayStream.h"
#include <algorithm>
#include <utility>

namespace memfacet::advise {

void BlockStore::take(const ReplayBlock &B) {
  uint64_t Bytes = B.Accesses.size() * sizeof(ReplayAccess) +
                   B.Events.size() * sizeof(ReplayEvent);
  IsComplete = IsComplete && Bytes <= BytesLeft;
  if (!IsComplete)
    return Blocks.clear();
  BytesLeft -= Bytes;
  Blocks.push_back(B);
}

ReplayScheduler::ReplayScheduler(std::vector<ReplaySink *> Sinks,
                                 unsigned Threads)
    : Sinks(std::move(Sinks)) {
  Next = Finished = this->Sinks.size();
  for (size_t I = 0; I != std::min<size_t>(Threads, this->Sinks.size()); ++I)
    Workers.emplace_back([this] { work(); });
}

ReplayScheduler::~ReplayScheduler() {
  {
    std::lock_guard Hold(Lock);
    Ending = true;
  }
  Changed.notify_all();
  for (std::thread &W : Workers)
    W.join();
}

void ReplayScheduler::work() {
  std::unique_lock Hold(Lock);
  while (true) {
    Changed.wait(Hold, [&] { return Ending || Next < Sinks.size(); });
    if (Next >= Sinks.size())
      return;
    ReplaySink *Sink = Sinks[Next++];
    Hold.unlock();
    Sink->take(Current);
    Hold.lock();
    if (++Finished == Sinks.size())
      Changed.notify_all();
  }
}

void ReplayScheduler::settle() {
  handOn();
  std::unique_lock Hold(Lock);
  Changed.wait(Hold, [&] { return Finished == Sinks.size(); });
}

void ReplayScheduler::handOn() {
  if (Workers.empty()) {
    for (ReplaySink *S : Sinks)
      S->take(Filling);
    return Filling.clear();
  }
  std::unique_lock Hold(Lock);
  Changed.wait(Hold, [&] { return Finished == Sinks.size(); });
  std::swap(Filling, Current);
  Filling.clear();
  Next = Finished = 0;
  Hold.unlock();
  Changed.notify_all();
}

} // namespace memfacet::advise
