//===- OpenMp.cpp - teams, their barriers and their tasks -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenMP's library waits in its own way. It reports to this tool, as to any
// tool, which threads fork and join teams, arrive at barriers and execute
// tasks. (The reports of locks come too late for a Release: see TeamLocks.cpp.)
//
// Regions and explicit tasks are numbered, from 1. The number is in the data
// that the library keeps for a task. An implicit task has the number of its
// region.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/Ompt.h"
#include "runtime/hooks/Sync.h"
#include <link.h>

namespace memfacet::hooks {

constinit TeamLibrary OpenMpLibrary;

namespace {

/// The last number of a region or task.
constinit std::atomic<uint32_t> Numbers{0};
uint32_t takeNumber() {
  return Numbers.fetch_add(1, std::memory_order_relaxed) + 1;
}

/// Returns an explicit task's data: the number of its creator in the upper
/// half, its own number in the lower one.
uint64_t explicitTask(uint32_t Number, uint32_t Creator) {
  return uint64_t(Creator) << 32 | Number;
}
uint32_t numberOf(const ompt::Data *Task) {
  return Task ? uint32_t(Task->Value) : 0;
}
uint32_t creatorOf(const ompt::Data *Task) {
  return Task ? uint32_t(Task->Value >> 32) : 0;
}

void writeSync(record::ThreadState &T, EventKind Kind, SyncKind Sync,
               uint64_t Object) {
  if (!Object || !record::recordsSync(T))
    return;
  if (Kind == EventKind::Release)
    record::writeRelease(T, Sync, Object);
  else
    noteAcquire(T, Sync, Object);
}

/// Records the wait when the thread goes on.
void writeWait(record::ThreadState &T, StallKind Kind, uint64_t Object) {
  uint64_t BeginTime = T.Team.BeginTime;
  T.Team.BeginTime = 0;
  if (BeginTime && int64_t(timeStamp() - BeginTime) >= int64_t(StallTicks) &&
      record::recordsSync(T))
    record::writeStall(T, Kind, Object, timeStamp() - BeginTime);
}

void onParallelBegin(ompt::Data *, const void *, ompt::Data *Region, unsigned,
                     int, const void *) {
  Region->Value = takeNumber();
  writeSync(record::thread(), EventKind::Release, SyncKind::TeamFork,
            Region->Value);
}

void onParallelEnd(ompt::Data *Region, ompt::Data *, int, const void *) {
  record::ThreadState &T = record::thread();
  writeSync(T, EventKind::Acquire, SyncKind::TeamJoin, Region->Value);
  writeWait(T, StallKind::TeamJoin, Region->Value);
  T.Team.Object = 0;
}

void onImplicitTask(int Endpoint, ompt::Data *Region, ompt::Data *Task,
                    unsigned, unsigned Index, int Flags) {
  if (Endpoint != ompt::Begin || (Flags & ompt::InitialTask) || !Region)
    return;
  Task->Value = Region->Value;
  if (Index == 0) // this thread has encountered the region
    return;
  record::ThreadState &T = record::thread();
  T.Team.Object = 0;
  writeSync(T, EventKind::Acquire, SyncKind::TeamFork, Region->Value);
  writeWait(T, StallKind::TeamIdle, Region->Value);
}

StallKind stallOf(SyncKind Kind) {
  return Kind == SyncKind::TaskWait   ? StallKind::TaskWait
         : Kind == SyncKind::TeamJoin ? StallKind::TeamJoin
                                      : StallKind::TeamBarrier;
}

void onSyncRegion(int RegionKind, int Endpoint, ompt::Data *, ompt::Data *Task,
                  const void *) {
  if (RegionKind == ompt::Reduction)
    return;
  record::ThreadState &T = record::thread();
  bool IsForTasks =
      RegionKind == ompt::TaskWait || RegionKind == ompt::TaskGroup;
  bool Joins = RegionKind == ompt::ImplicitParallel;
  if (Endpoint == ompt::Begin) {
    T.Team.Object = numberOf(Task);
    T.Team.Kind = IsForTasks ? SyncKind::TaskWait
                  : Joins    ? SyncKind::TeamJoin
                             : SyncKind::TeamBarrier;
    if (!IsForTasks)
      writeSync(T, EventKind::Release, T.Team.Kind, T.Team.Object);
    T.Team.BeginTime = timeStamp();
  } else if (!Joins) { // otherwise the region's end or the next region reports
    writeSync(T, EventKind::Acquire,
              IsForTasks ? SyncKind::TaskWait : SyncKind::TeamBarrier,
              numberOf(Task));
    writeWait(T, IsForTasks ? StallKind::TaskWait : StallKind::TeamBarrier,
              numberOf(Task));
    T.Team.Object = 0;
  }
}

void onTaskCreate(ompt::Data *Creator, const void *, ompt::Data *Task,
                  int Flags, int, const void *) {
  if (!(Flags & ompt::ExplicitTask))
    return;
  uint32_t Number = takeNumber();
  Task->Value = explicitTask(Number, numberOf(Creator));
  writeSync(record::thread(), EventKind::Release, SyncKind::Task, Number);
}

/// Records that \p Prior has ended, with all that it did.
void endTask(record::ThreadState &T, const ompt::Data *Prior) {
  writeSync(T, EventKind::Release, SyncKind::TaskWait, creatorOf(Prior));
  if (!T.Team.Object)
    return;
  if (T.Team.Kind != SyncKind::TaskWait)
    writeSync(T, EventKind::Release, T.Team.Kind, T.Team.Object);
  T.Team.BeginTime = timeStamp();
}

void onTaskSchedule(ompt::Data *Prior, int Status, ompt::Data *Next) {
  record::ThreadState &T = record::thread();
  if (Status == ompt::Complete || Status == ompt::Cancel) {
    endTask(T, Prior);
  } else if ((Status == ompt::Switch || Status == ompt::Yield) && Next) {
    writeSync(T, EventKind::Acquire, SyncKind::Task,
              creatorOf(Next) ? numberOf(Next) : 0);
    writeWait(T, stallOf(T.Team.Kind), T.Team.Object);
  }
}

/// A search for the library's code around an address in it.
struct LibrarySearch {
  uint64_t Address, Low, High;
};

int lookAtObject(dl_phdr_info *Object, size_t, void *Argument) {
  auto &Search = *static_cast<LibrarySearch *>(Argument);
  for (unsigned I = 0; I != Object->dlpi_phnum; ++I) {
    const ElfW(Phdr) &Part = Object->dlpi_phdr[I];
    uint64_t Low = Object->dlpi_addr + Part.p_vaddr;
    if (Part.p_type != PT_LOAD || Search.Address - Low >= Part.p_memsz)
      continue;
    Search.Low = Low;
    Search.High = Low + Part.p_memsz;
    return 1;
  }
  return 0;
}

/// Notes where the library is. If it is linked into the program, its locks
/// cannot be distinguished from the program's.
void noteLibrary(ompt::LookupFunction *Lookup) {
  LibrarySearch Search = {reinterpret_cast<uint64_t>(Lookup), 0, 0};
  dl_iterate_phdr(lookAtObject, &Search);
  auto OwnCode = reinterpret_cast<uint64_t>(&noteLibrary);
  if (OwnCode - Search.Low >= Search.High - Search.Low)
    OpenMpLibrary.set(Search.Low, Search.High);
}

template <typename Function>
void listen(ompt::SetCallback *Set, ompt::Callback Event, Function *Handler) {
  Set(Event, reinterpret_cast<ompt::AnyFunction *>(Handler));
}

int initialize(ompt::LookupFunction *Lookup, int, ompt::Data *) {
  noteLibrary(Lookup);
  auto *Set =
      reinterpret_cast<ompt::SetCallback *>(Lookup("ompt_set_callback"));
  if (!Set)
    return 0;
  listen(Set, ompt::ParallelBegin, onParallelBegin);
  listen(Set, ompt::ParallelEnd, onParallelEnd);
  listen(Set, ompt::ImplicitTask, onImplicitTask);
  listen(Set, ompt::SyncRegion, onSyncRegion);
  listen(Set, ompt::TaskCreate, onTaskCreate);
  listen(Set, ompt::TaskSchedule, onTaskSchedule);
  return 1;
}

void finalize(ompt::Data *) {}

constinit ompt::Tool Tool = {initialize, finalize, {}};
constinit NextFunction<ompt::StartTool> NextTool{"ompt_start_tool"};

bool namesTools(char **Environment) {
  constexpr Text Libraries("OMP_TOOL_LIBRARIES=");
  for (char **V = Environment; V && *V; ++V)
    if (Text Variable(*V); Variable.startsWith(Libraries))
      return Variable.Size > Libraries.Size;
  return false;
}

} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

/// Only one tool is possible. The user's tool goes first: a tool of the program
/// itself replaces this function, one of a library is the next definition.
/// Tools that the environment names are looked for only if no other tool is
/// found.
MEMFACET_HOOK ompt::Tool *ompt_start_tool(unsigned Version,
                                          const char *Library) {
  ompt::StartTool *NextStart = NextTool.get();
  if (ompt::Tool *OtherTool = NextStart ? NextStart(Version, Library) : nullptr)
    return OtherTool;
  bool IsOurTool =
      process::recording() && !namesTools(process::process().Environment);
  return IsOurTool ? &Tool : nullptr;
}
