//===- CodingThreads.cpp - several frames are coded at a time -------------===//

#include "analysis/coding/CodingThreads.h"
#include <algorithm>

namespace memfacet {

CodingThreads::CodingThreads(const RecordLength &Lengths, unsigned Threads,
                             Write Done)
    : Done(std::move(Done)), Frames(Threads ? Threads + FramesWaiting : 1) {
  for (unsigned I = 0; I != std::max(1u, Threads); ++I)
    Coders.push_back(std::make_unique<FrameCoder>(Lengths));
  for (unsigned I = 0; I != Threads; ++I)
    this->Threads.emplace_back([this, I] { run(I); });
}

CodingThreads::~CodingThreads() {
  {
    std::lock_guard Guard(Lock);
    Ending = true;
  }
  Filled.notify_all();
  for (std::thread &T : Threads)
    T.join();
}

/// Codes every frame whose number is \p Thread, modulo the threads.
void CodingThreads::run(size_t Thread) {
  for (uint64_t Number = Thread;; Number += Threads.size()) {
    std::unique_lock Guard(Lock);
    Filled.wait(Guard, [&] { return Submitted > Number || Ending; });
    if (Ending)
      return;
    Guard.unlock();
    Frame &F = at(Number);
    F.Result = Coders[Thread]->code(F.Words, F.Coded);
    Guard.lock();
    F.Ready = true;
    Guard.unlock();
    Coded.notify_one();
  }
}

/// Frames before \p Number, and besides what is ready.
Status CodingThreads::writeUntil(uint64_t Number) {
  for (; Written != Submitted; ++Written) {
    Frame &F = at(Written);
    {
      std::unique_lock Guard(Lock);
      if (!F.Ready && Written >= Number)
        break;
      Coded.wait(Guard, [&] { return F.Ready; });
      F.Ready = false;
    }
    if (!F.Result)
      return F.Result;
    if (Status S = Done(F.Words, F.Coded); !S)
      return S;
    F.Words.clear();
    F.Coded.clear();
  }
  return {};
}

Status CodingThreads::submit() {
  if (Threads.empty()) {
    Frame &F = Frames[0];
    F.Result = Coders[0]->code(F.Words, F.Coded);
    F.Ready = true;
    ++Submitted;
  } else {
    {
      std::lock_guard Guard(Lock);
      ++Submitted;
    }
    Filled.notify_all();
  }
  bool Full = Submitted >= Frames.size();
  return writeUntil(Full ? Submitted - Frames.size() + 1 : 0);
}

Status CodingThreads::settle() { return writeUntil(Submitted); }

} // namespace memfacet
