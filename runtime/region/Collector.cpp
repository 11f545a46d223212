//===- Collector.cpp - start and end of the collector ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/region/Collector.h"
#include "memfacet/Check.h"
#include "runtime/region/FileRegion.h"
#include "runtime/region/Spawn.h"

namespace memfacet::region {

namespace {

constexpr uint32_t PollMilliseconds = 100;
constexpr uint32_t AttachMilliseconds = 10000;
/// After Done, a collector has little left to do.
constexpr uint32_t EndMilliseconds = 10000;

/// Returns whether process \p Id is a zombie. kill() finds zombies too, and
/// they stay where no process waits for them.
bool isZombie(uint32_t Id) {
  TextBuffer<32> Path;
  Path << "/proc/" << uint64_t(Id) << "/stat";
  int Fd = int(sys::open(Path.text(), 0));
  if (Fd < 0)
    return false;
  char Line[128];
  long Size = sys::read(Fd, Line, sizeof(Line));
  sys::close(Fd);
  // "pid (name) state ...": the name may hold anything, so look for its end.
  for (long I = Size - 3; I > 0; --I)
    if (Line[I] == ')')
      return Line[I + 2] == 'Z' || Line[I + 2] == 'X';
  return false;
}

} // namespace

/// Returns whether the child has ended. Waits for it as soon as it has, because
/// no other code does.
static bool ownCollectorEnded(process::Process &P) {
  constexpr long AnyChild = 0x40000000; // __WALL
  if (!P.OwnCollectorEnded) {
    long Ended =
        sys::call(__NR_wait4, P.OwnCollector, 0, 1 /*WNOHANG*/ | AnyChild);
    P.OwnCollectorEnded = Ended != 0 && Ended != sys::Interrupted;
  }
  return P.OwnCollectorEnded;
}

bool isCollectorGone(RegionHeader &H) {
  process::Process &P = process::process();
  if (H.CollectorStatus.load() == CollectorState::Failed)
    return true;
  if (P.OwnCollector)
    return ownCollectorEnded(P);
  if (P.IsForeign)
    return false;
  uint32_t Id = H.CollectorProcess.load();
  return Id && (!sys::processExists(Id) || isZombie(Id));
}

namespace {

/// With "verbose", the reason is on stderr.
constexpr Text NotStarted("no collector could be started "
                          "(MEMFACET_OPTIONS=verbose=1 shows why)");
constexpr Text Silent("the collector does not answer");

/// Returns why no collector reads the region; nothing if one does.
Text waitUntilAttached(RegionHeader &H) {
  for (uint32_t Waited = 0; Waited < AttachMilliseconds;
       Waited += PollMilliseconds) {
    CollectorState State = H.CollectorStatus.load();
    if (State == CollectorState::Failed || isCollectorGone(H))
      return NotStarted;
    if (State != CollectorState::Absent)
      return {};
    sys::futexWait(&H.CollectorStatus, State, PollMilliseconds);
  }
  return Silent;
}

/// Changes to a file. Chunks that were handed over already go to the file now;
/// chunks that threads are filling follow when they are handed over.
void turnToFile(process::Process &P, Text Reason) {
  if (!openFileRegion(Reason)) {
    TextBuffer<160> Message;
    Message << Reason << ", and the current folder is not writable";
    process::giveUp(Message.text());
    return;
  }
  P.Destination.store(process::Recording::File);
  copyReadyToFile(P);
}

} // namespace

void startCollector() {
  MEMFACET_CHECK(sys::signalsAreBlocked(), "a handler would wait for itself");
  process::Process &P = process::process();
  if (!P.CollectorPending.load())
    return;
  LockGuard Guard(P.CollectorLock);
  if (!P.CollectorPending.load())
    return;
  MEMFACET_CHECK(P.RegionFd >= 0,
                 "a collector that is to be started has a region");
  Text Reason = spawnCollector(P) ? waitUntilAttached(*P.Header) : NotStarted;
  if (!Reason.empty())
    turnToFile(P, Reason);
  sys::close(P.RegionFd);
  P.RegionFd = -1;
  P.CollectorPending.store(false);
}

/// Waits for the end of the child. As an orphan, it would be seen by a process
/// that waits for all children.
static void waitForOwnCollector(process::Process &P) {
  if (!P.OwnCollector)
    return;
  for (uint32_t Waited = 0; !ownCollectorEnded(P) && Waited < EndMilliseconds;
       ++Waited) {
    sys::TimeSpec Moment = {0, 1000000};
    sys::call(__NR_nanosleep, sys::word(&Moment), 0);
  }
}

void finishWithCollector() {
  process::Process &P = process::process();
  MEMFACET_CHECK(!P.CollectorPending.load(), "no collector would answer");
  if (P.Destination.load() != process::Recording::Region)
    return;
  RegionHeader &H = *P.Header;
  H.ProgramStatus.store(ProgramState::Exiting);
  sys::futexWake(&H.ProgramStatus, 1);
  H.ReadySignal.fetch_add(1);
  sys::futexWake(&H.ReadySignal, 1);
  for (;;) {
    CollectorState State = H.CollectorStatus.load();
    if (State == CollectorState::Done) {
      waitForOwnCollector(P);
      return;
    }
    if (isCollectorGone(H)) {
      // The collector may have finished meanwhile.
      if (H.CollectorStatus.load() != CollectorState::Done)
        Diagnostic() << "the collector is gone; the run is not recorded";
      return;
    }
    if (!(H.Flags & RegionWaitAtExit))
      return;
    sys::futexWait(&H.CollectorStatus, State, PollMilliseconds);
  }
}

} // namespace memfacet::region
