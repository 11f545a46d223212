//===- Spawn.cpp - starting the collector process -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses raw system calls only. The first child is made by clone without an exit
// signal (no SIGCHLD; wait does not see it) and without pthread_atfork's
// handlers. It starts a session and forks again. The grandchild becomes the
// collector and belongs to init. Where orphans become children of this process,
// the first child stays as long as the collector does.
//
//===----------------------------------------------------------------------===//

#include "runtime/region/Spawn.h"
#include "memfacet/Check.h"
#include "runtime/support/Pool.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace memfacet::region {

namespace {

/// The region's descriptor in the collector.
constexpr int CollectorFd = 3;
constexpr uint64_t MaxEnvironment = 32 * 1024; ///< variables

void resetSignals() {
  struct KernelAction {
    void *Handler;
    unsigned long Flags;
    void *Restorer;
    uint64_t Mask;
  } Default = {};
  for (int Signal = 1; Signal <= 64; ++Signal)
    sys::call(__NR_rt_sigaction, Signal, sys::word(&Default), 0, 8);
  sys::setSignalMask(0);
}

/// The collector may have as much memory as the system lets it have, not as the
/// program lets itself have.
void raiseAddressLimit() {
  rlimit Limit = {};
  sys::call(__NR_prlimit64, 0, RLIMIT_AS, 0, sys::word(&Limit));
  Limit.rlim_cur = Limit.rlim_max;
  sys::call(__NR_prlimit64, 0, RLIMIT_AS, sys::word(&Limit), 0);
}

/// Leaves only the region open, and /dev/null for the standard streams: a
/// process that reads the program's output must see its end.
void arrangeDescriptors(int RegionFd, bool KeepStderr) {
  if (RegionFd != CollectorFd)
    sys::call(__NR_dup3, RegionFd, CollectorFd, 0);
  else
    sys::call(__NR_fcntl, CollectorFd, F_SETFD, 0);
  if (sys::failed(sys::call(__NR_close_range, CollectorFd + 1, ~0U, 0)))
    for (int Fd = CollectorFd + 1; Fd != 4096; ++Fd)
      sys::close(Fd);
  int Null =
      int(sys::call(__NR_openat, AT_FDCWD, sys::word("/dev/null"), O_RDWR));
  for (int Fd = 0; Fd != 3; ++Fd)
    if (Null != Fd && !(Fd == 2 && KeepStderr))
      sys::call(__NR_dup3, Null, Fd, 0);
  if (Null > CollectorFd)
    sys::close(Null);
}

Text variable(char **Environment, Text NameAndEquals) {
  for (; Environment && *Environment; ++Environment)
    if (Text V(*Environment); V.startsWith(NameAndEquals))
      return V.suffix(NameAndEquals.Size);
  return {};
}

/// Returns the program's environment without variables that are meant for the
/// program only.
const char **collectorEnvironment(const process::Process &P) {
  char **Source = environ ? environ : P.Environment;
  size_t Count = 0;
  while (Source && Source[Count] && Count < MaxEnvironment)
    ++Count;
  auto **Result =
      static_cast<const char **>(allocatePages((Count + 2) * sizeof(char *)));
  if (!Result)
    return nullptr;
  size_t ResultCount = 0;
  for (size_t Index = 0; Index != Count; ++Index) {
    Text V(Source[Index]);
    if (!V.startsWith("LD_PRELOAD=") &&
        !V.startsWith(P.Settings.variableName()))
      Result[ResultCount++] = Source[Index];
  }
  Result[ResultCount] = P.Settings.variable();
  return Result;
}

void tryPath(const char *Path, const char **Arguments,
             const char **Environment) {
  sys::call(__NR_execve, sys::word(Path), sys::word(Arguments),
            sys::word(Environment));
}

/// All that exec needs, in pages of its own, because the stack may be tiny.
struct Command {
  const char **Environment;
  const char *Arguments[8];
  TextBuffer<12> Fd, Pid;
  TextBuffer<4096> Path;
};

void searchPath(Command &C, Text Folders) {
  while (!Folders.empty()) {
    size_t End = Folders.find(':');
    C.Path.clear();
    C.Path << Text(Folders.Data, End) << "/memfacet";
    tryPath(C.Path.text(), C.Arguments, C.Environment);
    Folders = Folders.suffix(End == Folders.Size ? End : End + 1);
  }
}

void fillArguments(Command &C, const process::Process &P, uint32_t Program) {
  C.Fd << uint64_t(CollectorFd);
  C.Pid << uint64_t(Program);
  const char **Argument = C.Arguments;
  *Argument++ = "memfacet";
  *Argument++ = "collect";
  *Argument++ = "--region-fd";
  *Argument++ = C.Fd.text();
  *Argument++ = "--program-pid";
  *Argument++ = C.Pid.text();
  if (P.IsChild)
    *Argument++ = "--child";
}

/// Returns only if nothing could be executed, and says so if that is asked for.
void execute(Command &C, const process::Process &P) {
  const bool IsVerbose = P.Settings.isSet(process::Option::verbose);
  if (Text Chosen = P.Settings.get(process::Option::collector);
      !Chosen.empty()) {
    C.Path << Chosen;
    tryPath(C.Path.text(), C.Arguments, C.Environment);
    if (IsVerbose)
      Diagnostic() << "'" << Chosen << "' cannot be executed";
    return;
  }
  if (P.CollectorPath)
    tryPath(P.CollectorPath, C.Arguments, C.Environment);
  searchPath(C, variable(environ ? environ : P.Environment, "PATH="));
  if (IsVerbose)
    Diagnostic() << "no command memfacet in PATH, nor where it was installed";
}

[[noreturn]] void becomeCollector(process::Process &P, uint32_t Program) {
  // The executed program may end without a message: one of another version
  // does.
  P.Header->CollectorProcess.store(sys::processId());
  arrangeDescriptors(P.RegionFd, P.Settings.isSet(process::Option::verbose));
  resetSignals();
  raiseAddressLimit();
  auto *C = static_cast<Command *>(allocatePages(sizeof(Command)));
  if (C)
    C->Environment = collectorEnvironment(P);
  if (C && C->Environment) {
    fillArguments(*C, P, Program);
    execute(*C, P);
  }
  P.Header->CollectorStatus.store(CollectorState::Failed);
  sys::futexWake(&P.Header->CollectorStatus, 1 << 30);
  sys::exitProcess(127);
}

} // namespace

bool keepsOrphans() {
  uint32_t IsSubreaper = 0;
  sys::call(__NR_prctl, PR_GET_CHILD_SUBREAPER, sys::word(&IsSubreaper));
  return IsSubreaper != 0 || sys::processId() == 1;
}

/// Starts the collector as a child of the first child. A child without an exit
/// signal is seen only by a wait() with __WALL, as long as it executes nothing.
static bool spawnBelow(process::Process &P, uint32_t Program) {
  P.Header->Flags |= RegionEndsAtExit;
  long Child = sys::call(__NR_clone, 0 /*no exit signal*/);
  if (Child == 0) {
    sys::call(__NR_setsid);
    long Grandchild = sys::call(__NR_clone, SIGCHLD);
    if (Grandchild == 0)
      becomeCollector(P, Program);
    sys::call(__NR_close_range, 0, ~0U, 0);
    if (sys::failed(Grandchild)) {
      P.Header->CollectorStatus.store(CollectorState::Failed);
      sys::futexWake(&P.Header->CollectorStatus, 1 << 30);
    }
    while (sys::call(__NR_wait4, Grandchild, 0, __WALL) == sys::Interrupted)
      ;
    sys::exitProcess(0);
  }
  if (sys::failed(Child))
    return false;
  P.OwnCollector = uint32_t(Child);
  return true;
}

bool spawnCollector(process::Process &P) {
  MEMFACET_CHECK(sys::signalsAreBlocked(),
                 "the child inherits no handler's work");
  uint32_t Program = sys::processId();
  if (P.KeepsOrphans || keepsOrphans())
    return spawnBelow(P, Program);
  long Child = sys::call(__NR_clone, 0 /*no exit signal*/);
  if (Child == 0) {
    sys::call(__NR_setsid);
    long Grandchild = sys::call(__NR_clone, SIGCHLD);
    if (Grandchild == 0)
      becomeCollector(P, Program);
    sys::exitProcess(sys::failed(Grandchild));
  }
  if (sys::failed(Child))
    return false;
  int Status = 0;
  long Result;
  do
    Result = sys::call(__NR_wait4, Child, sys::word(&Status), __WALL);
  while (Result == sys::Interrupted);
  return Status == 0;
}

} // namespace memfacet::region
