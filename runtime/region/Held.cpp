//===- Held.cpp - memory that outlives the process ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/region/Held.h"
#include "memfacet/Check.h"
#include "runtime/support/Pool.h"
#include <sys/mman.h>

namespace memfacet::region {

namespace {

struct HeldState {
  Lock Mutex;
  uint64_t End; ///< end of all blocks that were ever taken
};
constinit HeldState HeldBlocks{};

HeldTable &table(const process::Process &P) {
  return *reinterpret_cast<HeldTable *>(P.HeldMemory);
}

uint64_t wholePages(uint64_t Bytes) {
  return (Bytes + HeldPage - 1) / HeldPage * HeldPage;
}

/// Returns whether the \p Bytes bytes at \p Memory may be written: a page that
/// the system cannot provide would be SIGBUS. Kernels before 5.14 do not say.
bool populate(char *Memory, uint64_t Bytes) {
  constexpr long PopulateWrite = 23; // MADV_POPULATE_WRITE
  long Result =
      sys::call(__NR_madvise, sys::word(Memory), Bytes, PopulateWrite);
  return !sys::failed(Result) || Result == -EINVAL;
}

void setRow(HeldRow &R, HeldKind Kind, uint32_t Thread, uint32_t Count) {
  MEMFACET_CHECK(Kind != HeldKind::Free, "only giveHeldBack frees a block");
  R.Thread = Thread;
  R.Count = Count;
  R.Module = NoHeldModule;
  R.Kind.store(Kind, std::memory_order_release);
}

/// Returns a row whose block was given back, with the block zeroed; or null.
HeldRow *reuseRow(process::Process &P, uint64_t Bytes) {
  HeldTable &T = table(P);
  for (uint32_t I = 0, Rows = T.Rows.load(); I != Rows; ++I) {
    HeldRow &R = T.Row[I];
    if (R.Kind.load() != HeldKind::Free || R.Bytes != Bytes)
      continue;
    clearBytes(P.HeldMemory + R.Offset, Bytes);
    return &R;
  }
  return nullptr;
}

HeldRow *addRow(process::Process &P, uint64_t Offset, uint64_t Bytes) {
  MEMFACET_CHECK(Offset >= HeldTableBytes && Offset + Bytes <= HeldBytes,
                 "blocks lie after the table");
  MEMFACET_CHECK(Offset % HeldPage == 0 && Bytes % HeldPage == 0,
                 "blocks are whole pages");
  HeldTable &T = table(P);
  uint32_t Number = T.Rows.load();
  if (Number == MostHeldRows)
    return nullptr;
  T.Row[Number].Offset = Offset;
  T.Row[Number].Bytes = Bytes;
  T.Rows.store(Number + 1);
  return &T.Row[Number];
}

HeldRow *newRow(process::Process &P, uint64_t Bytes) {
  if (HeldBlocks.End == 0) {
    if (!populate(P.HeldMemory, HeldTableBytes))
      return nullptr;
    HeldBlocks.End = HeldTableBytes;
  }
  if (Bytes > HeldBytes - HeldBlocks.End ||
      !populate(P.HeldMemory + HeldBlocks.End, Bytes))
    return nullptr;
  HeldRow *R = addRow(P, HeldBlocks.End, Bytes);
  if (R)
    HeldBlocks.End += Bytes;
  return R;
}

} // namespace

void useHeldMemory(process::Process &P, int Fd, char *Memory) {
  if (P.Header->HeldSize != HeldBytes)
    return;
  char *Previous = P.HeldMemory;
  if (!Previous) {
    P.HeldMemory = Memory;
    return;
  }
  // Registers point to the old place of the counters, so the new memory
  // replaces the old one there.
  HeldTable &Old = table(P);
  copyBytes(Memory, &Old, sizeof(Old));
  for (uint32_t I = 0, Rows = Old.Rows.load(); I != Rows; ++I) {
    const HeldRow &R = Old.Row[I];
    copyBytes(Memory + R.Offset, Previous + R.Offset, R.Bytes);
  }
  long Mapped =
      sys::mmap(Previous, HeldBytes, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_FIXED, Fd, long(regionBytes(P.ChunkCount)));
  if (sys::failed(Mapped))
    reinterpret_cast<HeldTable *>(Memory)->IsPartial.store(1);
}

void *holdOrAllocate(HeldKind Kind, size_t Bytes, uint32_t Thread,
                     uint32_t Count) {
  process::Process &P = process::process();
  LockGuard Guard(HeldBlocks.Mutex);
  if (!P.HeldMemory)
    return allocatePagesAside(Bytes);
  uint64_t Pages = wholePages(Bytes);
  HeldRow *R = reuseRow(P, Pages);
  if (!R)
    R = newRow(P, Pages);
  if (!R) {
    if (HeldBlocks.End != 0 || populate(P.HeldMemory, HeldTableBytes))
      table(P).IsPartial.store(1);
    return allocatePagesAside(Bytes);
  }
  setRow(*R, Kind, Thread, Count);
  return P.HeldMemory + R->Offset;
}

HeldRow *heldRow(const void *Memory) {
  process::Process &P = process::process();
  auto *Address = static_cast<const char *>(Memory);
  if (!P.HeldMemory || Address < P.HeldMemory ||
      Address >= P.HeldMemory + HeldBytes)
    return nullptr;
  HeldTable &T = table(P);
  for (uint32_t I = 0, Rows = T.Rows.load(); I != Rows; ++I)
    if (T.Row[I].Offset == uint64_t(Address - P.HeldMemory))
      return &T.Row[I];
  return nullptr;
}

bool giveHeldBack(const void *Memory) {
  HeldRow *R = heldRow(Memory);
  MEMFACET_CHECK(!R || R->Kind.load() != HeldKind::Free,
                 "a block is given back once");
  if (R)
    R->Kind.store(HeldKind::Free);
  return R;
}

void dropHeldMemory(process::Process &P) {
  HeldBlocks.Mutex.reset();
  if (P.HeldMemory)
    sys::mmap(P.HeldMemory, HeldBytes, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
}

void holdAgain(const void *Memory, size_t Bytes, uint32_t Count) {
  process::Process &P = process::process();
  auto *Address = static_cast<const char *>(Memory);
  if (!P.HeldMemory || Address < P.HeldMemory ||
      Address >= P.HeldMemory + HeldBytes) {
    if (P.HeldMemory)
      table(P).IsPartial.store(1);
    return;
  }
  if (HeldRow *R =
          addRow(P, uint64_t(Address - P.HeldMemory), wholePages(Bytes)))
    setRow(*R, HeldKind::Counters, 0, Count);
}

} // namespace memfacet::region
