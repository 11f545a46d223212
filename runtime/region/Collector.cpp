//===- Collector.cpp - the collector's life -------------------------------===//

#include "runtime/region/Collector.h"
#include "runtime/region/FileRegion.h"
#include "runtime/region/Spawn.h"

namespace memfacet {

namespace {

constexpr uint32_t PollMilliseconds = 100;
constexpr uint32_t AttachMilliseconds = 10000;

/// kill() finds zombies too, and where nobody reaps, they stay.
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

bool collectorGone(RegionHeader &H) {
  if (H.CollectorNow.load() == CollectorState::Failed)
    return true;
  uint32_t Id = H.CollectorProcess.load();
  return Id && (!sys::processExists(Id) || isZombie(Id));
}

namespace {

bool waitUntilAttached(RegionHeader &H) {
  for (uint32_t Waited = 0; Waited < AttachMilliseconds;
       Waited += PollMilliseconds) {
    CollectorState Now = H.CollectorNow.load();
    if (Now != CollectorState::Absent)
      return Now != CollectorState::Failed;
    if (collectorGone(H))
      return false;
    sys::futexWait(&H.CollectorNow, Now, PollMilliseconds);
  }
  return false;
}

/// What was handed over already goes to the file; chunks that threads are
/// filling follow when they are handed over.
void turnToFile(Process &P) {
  if (!openFileRegion()) {
    giveUp("no collector could be started, and the current folder is not "
           "writable");
    return;
  }
  P.Now.store(Recording::File);
  copyReadyToFile(P);
}

} // namespace

void startCollector() {
  Process &P = process();
  if (!P.CollectorPending.load())
    return;
  LockGuard Guard(P.CollectorLock);
  if (!P.CollectorPending.load())
    return;
  if (!spawnCollector(P) || !waitUntilAttached(*P.Header))
    turnToFile(P);
  sys::close(P.RegionFd);
  P.RegionFd = -1;
  P.CollectorPending.store(false);
}

void finishWithCollector() {
  Process &P = process();
  if (P.Now.load() != Recording::Region)
    return;
  RegionHeader &H = *P.Header;
  H.ProgramNow.store(ProgramState::Exiting);
  sys::futexWake(&H.ProgramNow, 1);
  H.ReadySignal.fetch_add(1);
  sys::futexWake(&H.ReadySignal, 1);
  if (!(H.Flags & RegionWaitAtExit))
    return;
  for (;;) {
    CollectorState Now = H.CollectorNow.load();
    if (Now == CollectorState::Done || collectorGone(H))
      return;
    sys::futexWait(&H.CollectorNow, Now, PollMilliseconds);
  }
}

} // namespace memfacet
