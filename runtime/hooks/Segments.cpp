//===- Segments.cpp - shared segments, the program break ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libc's malloc also moves the break, without a call of these functions.
//
//===----------------------------------------------------------------------===//

#include "memfacet/Check.h"
#include "runtime/hooks/Mappings.h"
#include "runtime/hooks/Next.h"
#include "runtime/record/EventWriter.h"
#include "runtime/record/SharedMappings.h"
#include "runtime/support/SelfMaps.h"
#include <sys/shm.h>
#include <unistd.h>

namespace memfacet::hooks {

namespace {

struct NextSegments {
  NextFunction<void *(int, const void *, int)> Attach{"shmat"};
  NextFunction<int(const void *)> Detach{"shmdt"};
  NextFunction<void *(intptr_t)> MoveBreak{"sbrk"};
  NextFunction<int(void *)> SetBreak{"brk"};
};
constinit NextSegments Next;
MEMFACET_FIND_AT_START(Next);

uint64_t address(const void *Pointer) {
  return reinterpret_cast<uint64_t>(Pointer);
}

/// Returns the bytes of segment \p Id; 0: not known.
uint64_t bytesOfSegment(int Id) {
  struct shmid_ds Info;
  long Failed = sys::call(__NR_shmctl, Id, IPC_STAT, sys::word(&Info));
  return sys::failed(Failed) ? 0 : Info.shm_segsz;
}

void writeUnmapped(record::ThreadState &T, uint64_t Low, uint64_t High) {
  MEMFACET_CHECK(Low < High, "only memory that was there goes");
  record::QuietEvents Quiet(T);
  record::emit<EventKind::Unmap>(T, 0, Low, High);
  record::forgetShared(Low, High);
}

/// Writes that the break has moved.
void writeBreak(record::ThreadState &T, uint64_t OldBreak, uint64_t NewBreak,
                uint64_t Site) {
  if (OldBreak < NewBreak)
    writeMapped(T, OldBreak, NewBreak, Site);
  else if (NewBreak < OldBreak)
    writeUnmapped(T, NewBreak, OldBreak);
}

/// Writes that a segment of System V is at \p Result.
void writeAttach(record::ThreadState &T, int Id, const void *Result,
                 uint64_t Site) {
  // A process that may write to a segment may have no right to query its size.
  uint64_t Low = address(Result), Bytes = bytesOfSegment(Id);
  uint64_t High = Bytes ? endOfPages(Low + Bytes) : mappingOf(Low).High;
  if (Low < High)
    writeMapped(T, Low, High, Site, true);
}

} // namespace

void *recordAttach(int Id, FunctionRef<void *> Call) {
  record::ThreadState &T = record::thread();
  uint64_t Site = isRecorded(T) ? takeMappingSite() : 0;
  void *Result = Call();
  if (isRecorded(T) && isMapped(Result))
    writeAttach(T, Id, Result, Site);
  return Result;
}

int recordDetach(const void *Start, FunctionRef<int> Call) {
  record::ThreadState &T = record::thread();
  if (isRecorded(T)) {
    AddressRange Attached = mappingOf(address(Start));
    if (Attached.Low && Attached.Low == address(Start))
      writeUnmapped(T, Attached.Low, Attached.High);
  }
  return Call();
}

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

MEMFACET_HOOK void *shmat(int Id, const void *Hint, int Flags) {
  return recordAttach(Id, [=] { return Next.Attach(Id, Hint, Flags); });
}

MEMFACET_HOOK int shmdt(const void *Start) {
  return recordDetach(Start, [=] { return Next.Detach(Start); });
}

MEMFACET_HOOK void *sbrk(intptr_t Bytes) noexcept {
  record::ThreadState &T = record::thread();
  uint64_t Site = isRecorded(T) ? takeMappingSite() : 0;
  void *OldBreak = Next.MoveBreak(Bytes);
  if (isRecorded(T) && isMapped(OldBreak))
    writeBreak(T, address(OldBreak), address(OldBreak) + uint64_t(Bytes), Site);
  return OldBreak;
}

MEMFACET_HOOK int brk(void *NewBreak) noexcept {
  record::ThreadState &T = record::thread();
  uint64_t OldBreak = isRecorded(T) ? address(Next.MoveBreak(0)) : 0;
  int Result = Next.SetBreak(NewBreak);
  if (isRecorded(T) && Result == 0)
    writeBreak(T, OldBreak, address(NewBreak), 0);
  return Result;
}
