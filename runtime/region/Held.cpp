//===- Held.cpp - memory that outlives the process ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/region/Held.h"
#include "memfacet/Check.h"
#include "runtime/support/Pool.h"
#include <sys/mman.h>

namespace memfacet {

namespace {

struct HeldState {
  Lock Mutex;
  uint64_t End; ///< of the blocks that were ever taken
};
constinit HeldState Held{};

HeldTable &table(const Process &P) {
  return *reinterpret_cast<HeldTable *>(P.Held);
}

uint64_t wholePages(uint64_t Bytes) {
  return (Bytes + HeldPage - 1) / HeldPage * HeldPage;
}

/// Whether [\p At, \p At + \p Bytes) may be written: a page that the system
/// cannot give would be SIGBUS. Kernels before 5.14 do not say.
bool populate(char *At, uint64_t Bytes) {
  constexpr long PopulateWrite = 23; // MADV_POPULATE_WRITE
  long Done = sys::call(__NR_madvise, sys::word(At), Bytes, PopulateWrite);
  return !sys::failed(Done) || Done == -EINVAL;
}

/// Counters must not be below the program (GS is no negative distance).
void *notHeld(HeldKind Kind, size_t Bytes) {
  return Kind == HeldKind::Counters ? allocatePages(Bytes)
                                    : allocatePagesAside(Bytes);
}

void set(HeldRow &R, HeldKind Kind, uint32_t Thread, uint32_t Count) {
  R.Thread = Thread;
  R.Count = Count;
  R.Module = NoHeldModule;
  R.Kind.store(Kind, std::memory_order_release);
}

/// One that was given back, zeroed; or null.
HeldRow *reuseRow(Process &P, uint64_t Bytes) {
  HeldTable &T = table(P);
  for (uint32_t I = 0, Rows = T.Rows.load(); I != Rows; ++I) {
    HeldRow &R = T.Row[I];
    if (R.Kind.load() != HeldKind::Free || R.Bytes != Bytes)
      continue;
    clearBytes(P.Held + R.Offset, Bytes);
    return &R;
  }
  return nullptr;
}

HeldRow *addRow(Process &P, uint64_t Offset, uint64_t Bytes) {
  MEMFACET_CHECK(Offset >= HeldTableBytes && Offset + Bytes <= HeldBytes,
                 "blocks lie behind the table");
  HeldTable &T = table(P);
  uint32_t Number = T.Rows.load();
  if (Number == MostHeldRows)
    return nullptr;
  T.Row[Number].Offset = Offset;
  T.Row[Number].Bytes = Bytes;
  T.Rows.store(Number + 1);
  return &T.Row[Number];
}

HeldRow *newRow(Process &P, uint64_t Bytes) {
  if (Held.End == 0) {
    if (!populate(P.Held, HeldTableBytes))
      return nullptr;
    Held.End = HeldTableBytes;
  }
  if (Bytes > HeldBytes - Held.End || !populate(P.Held + Held.End, Bytes))
    return nullptr;
  HeldRow *R = addRow(P, Held.End, Bytes);
  if (R)
    Held.End += Bytes;
  return R;
}

} // namespace

void useHeld(Process &P, int Fd, char *At) {
  if (P.Header->Held != HeldBytes)
    return;
  char *Before = P.Held;
  if (!Before) {
    P.Held = At;
    return;
  }
  // Registers point to where the counters have been.
  HeldTable &Old = table(P);
  copyBytes(At, &Old, sizeof(Old));
  for (uint32_t I = 0, Rows = Old.Rows.load(); I != Rows; ++I) {
    const HeldRow &R = Old.Row[I];
    copyBytes(At + R.Offset, Before + R.Offset, R.Bytes);
  }
  long Moved =
      sys::mmap(Before, HeldBytes, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_FIXED, Fd, long(regionBytes(P.ChunkCount)));
  if (sys::failed(Moved))
    reinterpret_cast<HeldTable *>(At)->Elsewhere.store(1);
}

void *holdOrAllocate(HeldKind Kind, size_t Bytes, uint32_t Thread,
                     uint32_t Count, uint64_t Least) {
  Process &P = process();
  LockGuard Guard(Held.Mutex);
  if (!P.Held)
    return notHeld(Kind, Bytes);
  uint64_t Pages = wholePages(Bytes);
  HeldRow *R = nullptr;
  if (sys::word(P.Held) >= long(Least))
    R = reuseRow(P, Pages);
  if (!R && sys::word(P.Held) >= long(Least))
    R = newRow(P, Pages);
  if (!R) {
    if (Held.End != 0 || populate(P.Held, HeldTableBytes))
      table(P).Elsewhere.store(1);
    return notHeld(Kind, Bytes);
  }
  set(*R, Kind, Thread, Count);
  return P.Held + R->Offset;
}

HeldRow *heldRow(const void *Memory) {
  Process &P = process();
  auto *At = static_cast<const char *>(Memory);
  if (!P.Held || At < P.Held || At >= P.Held + HeldBytes)
    return nullptr;
  HeldTable &T = table(P);
  for (uint32_t I = 0, Rows = T.Rows.load(); I != Rows; ++I)
    if (T.Row[I].Offset == uint64_t(At - P.Held))
      return &T.Row[I];
  return nullptr;
}

bool giveHeldBack(const void *Memory) {
  HeldRow *R = heldRow(Memory);
  if (R)
    R->Kind.store(HeldKind::Free);
  return R;
}

void dropHeld(Process &P) {
  Held.Mutex.reset();
  if (P.Held)
    sys::mmap(P.Held, HeldBytes, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
}

void holdAgain(const void *Memory, size_t Bytes, uint32_t Count) {
  Process &P = process();
  auto *At = static_cast<const char *>(Memory);
  if (!P.Held || At < P.Held || At >= P.Held + HeldBytes) {
    if (P.Held)
      table(P).Elsewhere.store(1);
    return;
  }
  if (HeldRow *R = addRow(P, uint64_t(At - P.Held), wholePages(Bytes)))
    set(*R, HeldKind::Counters, 0, Count);
}

} // namespace memfacet
