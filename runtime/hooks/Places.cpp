//===- Places.cpp - interposed: other namespaces and roots ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// After these calls, the collector's file would not be found, or the collector
// would be the first process of a namespace, which ends with it. So it is
// started before.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/Next.h"
#include "runtime/process/Process.h"
#include "runtime/record/EventWriter.h"
#include "runtime/region/Collector.h"
#include <errno.h>
#include <sched.h>
#include <unistd.h>

namespace memfacet::hooks {

namespace {

struct NextPlaces {
  NextFunction<int(int)> Unshare{"unshare"};
  NextFunction<int(int, int)> Enter{"setns"};
  NextFunction<int(const char *)> Root{"chroot"};
};
constinit NextPlaces Next;
MEMFACET_FIND_AT_START(Next);

/// Returns whether the process is the program's own. False in a vfork child.
bool isOwnProcess(const process::Process &P) {
  return P.Header->Program.load() == sys::processId() ||
         (P.IsChild && P.ChildId == sys::processId());
}

void startCollectorHere() {
  process::Process &P = process::process();
  if (!process::recording() || !isOwnProcess(P))
    return;
  int Errno = errno;
  {
    SignalBlock Block;
    if (P.IsChild && !P.Started.load())
      record::reserve(record::thread(), 1);
    region::startCollector();
  }
  errno = Errno;
}

} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

MEMFACET_HOOK int unshare(int Flags) {
  if (Flags & CLONE_NEWPID)
    startCollectorHere();
  return Next.Unshare(Flags);
}

MEMFACET_HOOK int setns(int Fd, int Kind) {
  startCollectorHere();
  return Next.Enter(Fd, Kind);
}

MEMFACET_HOOK int chroot(const char *Path) {
  startCollectorHere();
  return Next.Root(Path);
}
