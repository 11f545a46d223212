//===- Checkpoints.cpp - profiles while a program runs --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/Checkpoints.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

namespace memfacet::measure {

namespace {
/// The seconds without a checkpoint after one that takes a second.
constexpr int Pause = 20;
constexpr int Niceness = 10;
} // namespace

Checkpoints::Checkpoints(double Seconds)
    : Period(Seconds), Start(Clock::now()) {
  Next = Start + std::chrono::duration_cast<Clock::duration>(Period);
}

/// Returns whether the writer still runs. \p Flags: of waitpid.
bool Checkpoints::running(int Flags) {
  if (Writer < 0)
    return false;
  int State = 0;
  pid_t Ended;
  do
    Ended = waitpid(Writer, &State, Flags);
  while (Ended < 0 && errno == EINTR);
  if (Ended == 0)
    return true;
  Any |= Ended > 0 && WIFEXITED(State) && WEXITSTATUS(State) == 0;
  Writer = -1;
  Clock::time_point Current = Clock::now();
  Next = Current + std::max(std::chrono::duration_cast<Clock::duration>(Period),
                            Pause * (Current - Begun));
  return false;
}

bool Checkpoints::due() {
  return Period.count() > 0 && Clock::now() >= Next && !running(WNOHANG) &&
         Clock::now() >= Next;
}

void Checkpoints::began(pid_t Process) {
  Writer = Process;
  Begun = Clock::now();
  if (Writer < 0)
    Next = Begun + std::chrono::duration_cast<Clock::duration>(Period);
}

bool Checkpoints::await() {
  running(0);
  return Any;
}

std::string Checkpoints::note() const {
  std::chrono::duration<double> Passed = Clock::now() - Start;
  return fmt::format("a checkpoint, written after {:.1f} s while the program "
                     "ran: the rest of the run is missing",
                     Passed.count());
}

void Checkpoints::beCopy() {
  for (int Signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
    std::signal(Signal, SIG_IGN);
  // If it fails, the copy is faster and nothing else.
  (void)!nice(Niceness);
}

} // namespace memfacet::measure
