//===- Progress.cpp - what is being done, and how fast --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/support/Progress.h"
#include "tools/support/Terminal.h"
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>

namespace memfacet {

static std::string shortCount(double Value) {
  const char *Unit = "";
  for (const char *Next : {" K", " M", " G", " T"}) {
    if (Value < 999.5)
      break;
    Value /= 1000;
    Unit = Next;
  }
  return *Unit ? fmt::format("{:.1f}{}", Value, Unit)
               : fmt::format("{:.0f}", Value);
}

std::string progressText(const std::string &Task, uint64_t Count,
                         double Seconds, const char *Unit) {
  std::string Time = fmt::format("{:.0f} s", Seconds);
  if (Count == 0)
    return fmt::format("{}: {}", Task, Time);
  return fmt::format("{}: {} {}, {}/s, {}", Task, shortCount(double(Count)),
                     Unit, shortCount(double(Count) / Seconds), Time);
}

Progress::Progress(std::string Task, const std::atomic<uint64_t> *Count,
                   std::function<bool()> CanShow, const char *Unit)
    : Task(std::move(Task)), Count(Count), CanShow(std::move(CanShow)),
      Unit(Unit) {
  if (Terminal Out = Terminal::ofStream(stderr); !Out.Interactive || Out.Dumb)
    return;
  // The worker must not receive signals.
  sigset_t All, OldMask;
  sigfillset(&All);
  pthread_sigmask(SIG_SETMASK, &All, &OldMask);
  Worker = std::thread([this] { show(); });
  pthread_sigmask(SIG_SETMASK, &OldMask, nullptr);
}

Progress::~Progress() {
  if (!Worker.joinable())
    return;
  {
    std::lock_guard Guard(Lock);
    IsDone = true;
  }
  Ended.notify_one();
  Worker.join();
}

void Progress::show() {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds Step(500);
  auto Begin = Clock::now();
  bool Shown = false;
  std::unique_lock Guard(Lock);
  Ended.wait_for(Guard, Step, [this] { return IsDone; });
  while (!Ended.wait_for(Guard, Step, [this] { return IsDone; })) {
    if (CanShow && !CanShow())
      continue;
    double Seconds =
        std::chrono::duration<double>(Clock::now() - Begin).count();
    std::string Text =
        printable(progressText(Task, Count ? Count->load() : 0, Seconds, Unit));
    size_t Width = Terminal::ofStream(stderr).Width;
    fmt::print(stderr, "\r{}\033[K", Width ? elided(Text, Width - 1) : Text);
    Shown = true;
  }
  if (Shown)
    fmt::print(stderr, "\r\033[K");
}

} // namespace memfacet
