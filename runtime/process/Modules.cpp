//===- Modules.cpp - instrumented objects ---------------------------------===//
//
// Nothing of libc or of the loader is called under the lock: constructors call
// in here with the loader's lock held.
//
//===----------------------------------------------------------------------===//

#include "runtime/process/Modules.h"
#include "runtime/process/Objects.h"
#include "runtime/process/Start.h"
#include "runtime/record/Chunks.h"
#include "runtime/record/Counts.h"
#include "runtime/record/EventWriter.h"
#include "runtime/region/Collector.h"
#include "runtime/support/Pool.h"
#include <errno.h>

namespace memfacet {

namespace {

struct Module {
  std::atomic<Module *> Next;
  const ModuleTables *Tables;
  uint32_t Number;
  std::atomic<bool> Loaded;
  bool HasThreadLocals;
  bool IsProgram;
  uint64_t LoadBias;
  char Path[ObjectPathBytes];
};

struct ModuleList {
  Lock Mutex;
  Pool<Module> Memory;
  /// Appended to, never shortened: may be walked without the lock.
  std::atomic<Module *> First{nullptr};
  Module *Last = nullptr;
  uint32_t Count = 0;
  /// The program's own destructors are done: everything ends, nothing is
  /// unloaded any more.
  bool Ending = false;
};
constinit ModuleList Modules;

Module *findLoaded(const ModuleTables *Tables) {
  for (Module *M = Modules.First.load(); M; M = M->Next)
    if (M->Tables == Tables && M->Loaded.load())
      return M;
  return nullptr;
}

template <typename Visitor>
void forThreadLocals(const ModuleTables &Tables, Visitor Visit) {
  const TableRange &R = Tables.Ranges[unsigned(TableKind::Globals)];
  for (uint64_t At = R.Begin; At + sizeof(Global) <= R.End;
       At += sizeof(Global))
    if (auto *G = reinterpret_cast<const Global *>(At);
        (G->Flags & GlobalThreadLocal) && G->Address)
      Visit(*G);
}

Module *append(const ModuleTables *Tables, const ObjectPlace &Place) {
  Module *M = Modules.Memory.take();
  if (!M)
    return nullptr;
  M->Tables = Tables;
  M->Number = Modules.Count++;
  M->LoadBias = Place.LoadBias;
  M->IsProgram = Place.IsProgram;
  copyBytes(M->Path, Place.Path, ObjectPathBytes);
  forThreadLocals(*Tables, [&](const Global &) { M->HasThreadLocals = true; });
  M->Loaded.store(true);
  if (Modules.Last)
    Modules.Last->Next = M;
  else
    Modules.First.store(M);
  Modules.Last = M;
  return M;
}

void writeTable(ThreadState &T, uint32_t Number, TableRange Range) {
  while (Range.Begin < Range.End) {
    uint64_t Size = Range.End - Range.Begin;
    if (Size > MaxTableDataBytes)
      Size = MaxTableDataBytes;
    emitWithBytes<EventKind::TableData>(
        T, Number, Text(reinterpret_cast<const char *>(Range.Begin), Size),
        Range.Begin, Size);
    Range.Begin += Size;
  }
}

void writeModule(ThreadState &T, const Module &M) {
  const TableRange *R = M.Tables->Ranges;
  static_assert(TableCount == 11);
  // The path ends with at least one NUL.
  emitWithBytes<EventKind::Module>(
      T, M.Number, Text(M.Path, Text(M.Path).Size + 1), M.LoadBias, R[0].Begin,
      R[0].End, R[1].Begin, R[1].End, R[2].Begin, R[2].End, R[3].Begin,
      R[3].End, R[4].Begin, R[4].End, R[5].Begin, R[5].End, R[6].Begin,
      R[6].End, R[7].Begin, R[7].End, R[8].Begin, R[8].End, R[9].Begin,
      R[9].End, R[10].Begin, R[10].End);
  for (uint32_t I = 0; I != TableCount; ++I)
    writeTable(T, M.Number, R[I]);
}

void writeThreadLocals(ThreadState &T, const Module &M) {
  if (!M.HasThreadLocals)
    return;
  forThreadLocals(*M.Tables, [&](const Global &G) {
    auto Instance = reinterpret_cast<void *(*)()>(G.Address);
    auto Address = reinterpret_cast<uint64_t>(Instance());
    emit<EventKind::ThreadLocal>(T, 0, reinterpret_cast<uint64_t>(&G), Address);
  });
}

/// Adds the module and writes its tables; null if it is known already.
Module *addModule(ThreadState &T, const ModuleTables *Tables,
                  const ObjectPlace &Place) {
  LockGuard Guard(Modules.Mutex);
  if (findLoaded(Tables))
    return nullptr;
  Module *M = append(Tables, Place);
  if (M)
    writeModule(T, *M);
  return M;
}

/// The first module brings the path of the collector along.
void startCollectorOf(ThreadState &T, const ModuleTables &Tables) {
  Process &P = process();
  SignalBlock Block;
  if (!P.CollectorPath)
    P.CollectorPath = Tables.Collector;
  if (P.Child || !P.CollectorPending.load())
    return;
  startCollector();
  leaveLostRegion(T);
}

} // namespace

void announceModules(ThreadState &T) {
  for (Module *M = Modules.First.load(); M; M = M->Next)
    if (M->Loaded.load())
      writeModule(T, *M);
}

void announceThreadLocals(ThreadState &T) {
  for (Module *M = Modules.First.load(); M; M = M->Next)
    if (M->Loaded.load())
      writeThreadLocals(T, *M);
}

bool anyModules() { return Modules.First.load() != nullptr; }

bool findModule(const ModuleTables *Tables, uint32_t &Number) {
  Module *M = findLoaded(Tables);
  if (M)
    Number = M->Number;
  return M;
}

const Block *findBlock(uint64_t Header) {
  for (Module *M = Modules.First.load(); M; M = M->Next) {
    if (!M->Loaded.load()) // its tables are gone
      continue;
    TableRange R = M->Tables->Ranges[unsigned(TableKind::Blocks)];
    if (Header >= R.Begin && Header < R.End &&
        (Header - R.Begin) % sizeof(Block) == 0)
      return reinterpret_cast<const Block *>(Header);
  }
  return nullptr;
}

void lockModules() { Modules.Mutex.take(); }

void unlockModules() { Modules.Mutex.release(); }

void resetModulesLock() {
  Modules.Mutex.reset();
  Modules.Memory.reset();
}

} // namespace memfacet

using namespace memfacet;

extern "C" MEMFACET_EXPORT void
__memfacet_register(const ModuleTables *Tables) {
  if (!process().Armed.load(std::memory_order_relaxed))
    beginPreloaded();
  if (!recording() || Tables->Version != FormatVersion)
    return;
  int Errno = errno;
  ThreadState &T = thread();
  {
    BusyGuard Busy(T);
    startCollectorOf(T, *Tables);
    rescanObjects(T);
    ObjectPlace Place;
    findPlace(reinterpret_cast<uint64_t>(Tables), Place);
    if (Module *M = addModule(T, Tables, Place))
      writeThreadLocals(T, *M);
  }
  errno = Errno;
}

extern "C" MEMFACET_EXPORT void
__memfacet_unregister(const ModuleTables *Tables) {
  if (!recording())
    return;
  ThreadState &T = thread();
  LockGuard Guard(Modules.Mutex);
  Module *M = findLoaded(Tables);
  if (!M || Modules.Ending)
    return;
  Modules.Ending = M->IsProgram;
  if (M->IsProgram)
    return; // its code still runs, from other objects' destructors
  forgetCountsOf(T, Tables);
  M->Loaded.store(false);
  emit<EventKind::ModuleUnload>(T, M->Number);
}

extern "C" MEMFACET_EXPORT void __memfacet_version_mismatch_check_v17() {}
