//===- Progress.cpp - what is being done, and how fast --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/support/Progress.h"
#include "tools/support/Say.h"
#include "tools/support/Terminal.h"
#include <algorithm>
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
                         double Seconds, const char *Unit, uint64_t Total) {
  std::string Time = fmt::format("{:.0f} s", Seconds);
  if (Count == 0)
    return fmt::format("{}: {}", Task, Time);
  std::string Part;
  if (Total >= Count) {
    double Share = double(Count) / double(Total);
    Part = fmt::format("{:.0f} %, ", 100 * Share);
    Time += fmt::format(", some {:.0f} s left", Seconds * (1 - Share) / Share);
  }
  return fmt::format("{}: {}{} {}, {}/s, {}", Task, Part,
                     shortCount(double(Count)), Unit,
                     shortCount(double(Count) / Seconds), Time);
}

Progress::Progress(std::string Task, const std::atomic<uint64_t> *Count,
                   std::function<bool()> CanShow, const char *Unit,
                   uint64_t Total, std::chrono::milliseconds First)
    : Task(std::move(Task)), Count(Count), CanShow(std::move(CanShow)),
      Unit(Unit), Total(Total), First(First) {
  Terminal Out = Terminal::ofStream(stderr);
  bool CanChange = Out.Interactive && !Out.Dumb;
  // The worker must not receive signals.
  sigset_t All, OldMask;
  sigfillset(&All);
  pthread_sigmask(SIG_SETMASK, &All, &OldMask);
  Worker = std::thread([=, this] { CanChange ? show() : showLines(); });
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

/// Waits, for \p Time at most. Returns whether there is more to show.
bool Progress::waitsFor(std::unique_lock<std::mutex> &Guard,
                        std::chrono::milliseconds Time) {
  return !Ended.wait_for(Guard, Time, [this] { return IsDone; });
}

std::string Progress::text() const {
  auto Now = std::chrono::steady_clock::now();
  double Seconds = std::chrono::duration<double>(Now - Begin).count();
  return printable(
      progressText(Task, Count ? Count->load() : 0, Seconds, Unit, Total));
}

/// Shows a line that changes.
void Progress::show() {
  constexpr std::chrono::milliseconds Step(500);
  bool Shown = false;
  std::unique_lock Guard(Lock);
  if (!waitsFor(Guard, Step))
    return;
  while (waitsFor(Guard, Step)) {
    if (CanShow && !CanShow())
      continue;
    std::string Text = text();
    size_t Width = Terminal::ofStream(stderr).Width;
    fmt::print(stderr, "\r{}\033[K", Width ? elided(Text, Width - 1) : Text);
    Shown = true;
  }
  if (Shown)
    fmt::print(stderr, "\r\033[K");
}

/// Shows a line after another.
void Progress::showLines() {
  constexpr std::chrono::milliseconds Longest(60'000);
  std::unique_lock Guard(Lock);
  for (auto Time = First; waitsFor(Guard, Time);
       Time = std::min(2 * Time, Longest))
    if (!CanShow || CanShow())
      say(text());
}

} // namespace memfacet
