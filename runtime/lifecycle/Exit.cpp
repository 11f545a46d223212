//===- Exit.cpp - the program's last code ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/lifecycle/Exit.h"
#include "runtime/counts/Counts.h"
#include "runtime/process/ModuleList.h"
#include "runtime/record/Chunks.h"
#include "runtime/record/EventWriter.h"
#include "runtime/region/Collector.h"
#include "runtime/region/FileRegion.h"

extern "C" int __cxa_atexit(void (*)(void *), void *, void *);
extern "C" int __cxa_at_quick_exit(void (*)(void *), void *);

namespace memfacet::lifecycle {

namespace {

/// Returns whether the process is the program's own. False in a vfork child,
/// which runs in its parent's memory.
bool isOwnProcess(const process::Process &P) {
  return P.Header->Program.load() == sys::processId();
}

/// Starts a forked child that has counted but has made no event yet.
void startForCounts(process::Process &P) {
  if (!process::recording())
    return;
  SignalBlock Block;
  if (P.IsChild && !P.Started.load() && P.ChildId == sys::processId() &&
      counts::hasCounts(record::thread()))
    record::reserve(record::thread(), 1);
}

/// Hands over what the thread holds. Starts the collector if that is still to
/// be done and the process has anything to report.
void handOverLast(process::Process &P) {
  SignalBlock Block;
  if (P.CollectorPending.load() && process::firstModule())
    region::startCollector();
  counts::reportAllCounts(record::thread());
  record::closeChunk(record::thread());
  if (P.Destination.load() == process::Recording::File && P.Base)
    region::copyReadyToFile(P);
}

void atExit(void *) {
  process::Process &P = process::process();
  startForCounts(P);
  if (!P.Started.load() || P.Destination.load() == process::Recording::Off)
    return;
  handOverLast(P);
  if (P.Settings.isSet(process::Option::verbose))
    Diagnostic() << P.WordsWritten.load() << " words were written";
  if (!P.CollectorPending.load())
    region::finishWithCollector();
}

/// Returns whether the parent may look for the profile as soon as the process
/// has ended. Other threads would run on while the process waits for it.
bool waitsForProfile(const process::Process &P) {
  return P.IsChild && process::isAloneHere() && process::recording();
}

/// Returns whether _exit hands over what the thread holds. A forked child may
/// not have lived long enough for its collector to be started.
bool handsOverLast(const process::Process &P) {
  return (P.IsChild && P.CollectorPending.load()) || P.OwnCollector ||
         waitsForProfile(P);
}

} // namespace

void installExit() {
  // Without an object handle, only exit() runs it. As the first one that is
  // registered, it runs last, after the destructors of all objects.
  __cxa_atexit(atExit, nullptr, nullptr);
  __cxa_at_quick_exit([](void *) { reportLastCounts(); }, nullptr);
}

void reportLastCounts() {
  process::Process &P = process::process();
  if (!process::recording() || !P.Started.load() || !isOwnProcess(P))
    return;
  SignalBlock Block;
  counts::reportAllCounts(record::thread());
}

} // namespace memfacet::lifecycle

using namespace memfacet;
using namespace memfacet::lifecycle;

extern "C" {
MEMFACET_EXPORT __attribute__((weak, noreturn)) void _exit(int Code) {
  process::Process &P = process::process();
  // A signal that comes meanwhile would have found the process ended. It must
  // not change how it ends, nor run a handler.
  SignalBlock Block;
  startForCounts(P);
  if (P.Started.load() && isOwnProcess(P) && handsOverLast(P)) {
    handOverLast(P);
    if (!P.CollectorPending.load() && (P.OwnCollector || waitsForProfile(P)))
      region::finishWithCollector();
  } else {
    reportLastCounts();
  }
  sys::exitProcess(Code);
}
MEMFACET_EXPORT __attribute__((weak, noreturn)) void _Exit(int Code) {
  _exit(Code);
}
}
