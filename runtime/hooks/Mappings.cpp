//===- Mappings.cpp - interposed mmap and related functions ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/hooks/Mappings.h"
#include "memfacet/Check.h"
#include "runtime/entry/ProgramEvents.h"
#include "runtime/hooks/Next.h"
#include "runtime/record/EventWriter.h"
#include "runtime/record/SharedMappings.h"
#include "runtime/select/Select.h"
#include <sys/mman.h>
#include <sys/types.h>

namespace memfacet::hooks {

uint64_t takeMappingSite() {
  const auto *Entry = reinterpret_cast<const Allocation *>(__memfacet_site);
  return Entry && Entry->Kind == AllocationKind::Map ? entry::takeSite() : 0;
}

/// Returns the argument of an event Mapping.
static uint32_t argumentOf(bool IsShared) {
  return IsShared ? MappingIsShared : 0;
}

void writeMapped(record::ThreadState &T, uint64_t Low, uint64_t High,
                 uint64_t Site, bool IsShared) {
  MEMFACET_CHECK(Low <= High, "a mapping ends after its begin");
  uint64_t Contexts[MaxContexts], Sites[MaxContexts + 1] = {Site};
  uint32_t Count = Site ? entry::readContexts(Contexts) : 0;
  for (uint32_t I = 0; I != Count; ++I)
    Sites[I + 1] = Contexts[I];
  select::forgetObject(T, Low, High - Low);
  record::forgetShared(Low, High);
  record::QuietEvents Quiet(T);
  record::emitWithTail<EventKind::Mapping>(
      T, argumentOf(IsShared), Sites, Site ? Count + 1 : 0, Low, High,
      uint64_t(MappingKind::Anonymous), uint64_t(0));
  if (IsShared)
    record::noteShared(Low, High, Text(), Sites, Site ? Count + 1 : 0);
}

namespace {

using Mmap = void *(void *, size_t, int, int, int, off_t);

struct NextMappings {
  NextFunction<Mmap> Map{"mmap"};
  NextFunction<Mmap> Map64{"mmap64"};
  NextFunction<int(void *, size_t)> Unmap{"munmap"};
  NextFunction<void *(void *, size_t, size_t, int, void *)> Remap{"mremap"};
};
constinit NextMappings Next;
MEMFACET_FIND_AT_START(Next);

uint64_t address(const void *Pointer) {
  return reinterpret_cast<uint64_t>(Pointer);
}

uint64_t endOf(const void *Start, size_t Bytes) {
  return endOfPages(address(Start) + Bytes);
}

Text pathOf(int Fd, char (&Target)[256]) {
  TextBuffer<40> Link;
  Link << "/proc/self/fd/" << uint64_t(Fd);
  long Size = sys::readLink(Link.text(), Target, sizeof(Target));
  return Text(Target, Size < 0 ? 0 : size_t(Size));
}

/// Returns whether \p Path is no file, but another way to ask for memory.
bool isMemory(Text Path) {
  constexpr Text Memory = "/memfd:", Zeros = "/dev/zero";
  return (Path.Size >= Memory.Size && Text(Path.Data, Memory.Size) == Memory) ||
         Path == Zeros;
}

void writeFile(record::ThreadState &T, const void *Start, size_t Bytes,
               Text Path, bool IsShared) {
  record::QuietEvents Quiet(T);
  record::emitWithBytes<EventKind::Mapping>(
      T, argumentOf(IsShared), Path, address(Start), endOf(Start, Bytes),
      uint64_t(MappingKind::File), uint64_t(Path.Size));
  record::forgetShared(address(Start), endOf(Start, Bytes));
  if (IsShared)
    record::noteShared(address(Start), endOf(Start, Bytes), Path, nullptr, 0);
}

/// Writes what the kernel has mapped at \p Result by mmap with these arguments.
void writeMap(record::ThreadState &T, const void *Result, size_t Bytes,
              int Flags, int Fd, uint64_t Site) {
  bool IsShared = Flags & MAP_SHARED;
  if (!(Flags & MAP_ANONYMOUS) && Fd >= 0) {
    char Target[256];
    Text Path = pathOf(Fd, Target);
    if (!Site || !isMemory(Path))
      return writeFile(T, Result, Bytes, Path, IsShared);
  }
  writeMapped(T, address(Result), endOf(Result, Bytes), Site, IsShared);
}

/// Writes a release, before it takes effect. Returns false for a call that must
/// fail.
bool writeUnmap(record::ThreadState &T, const void *Start, size_t Bytes) {
  constexpr uint64_t EndOfUser = uint64_t(1) << 47;
  bool IsAligned = endOfPages(address(Start)) == address(Start);
  uint64_t End = endOf(Start, Bytes);
  if (!IsAligned || End <= address(Start) || End > EndOfUser)
    return false;
  record::QuietEvents Quiet(T);
  record::emit<EventKind::Unmap>(T, 0, address(Start), endOf(Start, Bytes));
  record::forgetShared(address(Start), endOf(Start, Bytes));
  return true;
}

} // namespace

void *recordMap(size_t Bytes, int Flags, int Fd, FunctionRef<void *> Call) {
  void *Result = Call();
  record::ThreadState &T = record::thread();
  if (!isRecorded(T))
    return Result;
  uint64_t Site = takeMappingSite();
  if (isMapped(Result))
    writeMap(T, Result, Bytes, Flags, Fd, Site);
  return Result;
}

int recordUnmap(const void *Start, size_t Bytes, FunctionRef<int> Call) {
  record::ThreadState &T = record::thread();
  if (isRecorded(T))
    writeUnmap(T, Start, Bytes);
  return Call();
}

/// Does the same for mremap without flags, which moves nothing: the mapping
/// grows in place or stays as it is. So its release need not come before.
static void *recordGrowth(const void *Old, size_t OldBytes, size_t Bytes,
                          FunctionRef<void *> Call) {
  void *Result = Call();
  record::ThreadState &T = record::thread();
  uint64_t Site = isRecorded(T) ? takeMappingSite() : 0;
  if (!isMapped(Result) || !isRecorded(T) || !writeUnmap(T, Old, OldBytes))
    return Result;
  writeMapped(T, address(Old), endOf(Old, Bytes), Site);
  return Result;
}

void *recordRemap(const void *Old, size_t OldBytes, size_t Bytes, int Flags,
                  FunctionRef<void *> Call) {
  bool IsShared = record::sharedAt(address(Old)).High != 0;
  if (Flags == 0 && OldBytes != 0 && Bytes >= OldBytes && !IsShared)
    return recordGrowth(Old, OldBytes, Bytes, Call);
  record::ThreadState &T = record::thread();
  uint64_t Site = isRecorded(T) ? takeMappingSite() : 0;
  record::SharedMapping Shared = record::sharedAt(address(Old));
  // With an old size of 0, shared memory gets another address and keeps the
  // first one.
  bool IsRecorded =
      isRecorded(T) && (OldBytes == 0 || writeUnmap(T, Old, OldBytes));
  void *Result = Call();
  if (!IsRecorded)
    return Result;
  // What the mapping is of is not looked up: a file's, too, becomes anonymous.
  // A call that failed has left the old mapping.
  bool IsMoved = isMapped(Result);
  if (!IsMoved && OldBytes == 0)
    return Result;
  const void *Start = IsMoved ? Result : Old;
  uint64_t End = endOf(Start, IsMoved ? Bytes : OldBytes);
  writeMapped(T, address(Start), End, Site, IsShared);
  if (IsShared) {
    record::forgetShared(address(Start), End);
    record::noteShared(address(Start), End, Text(Shared.Path, Shared.PathBytes),
                       Shared.Sites, Shared.SiteCount);
  }
  return Result;
}

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

MEMFACET_HOOK void *mmap(void *Hint, size_t Bytes, int Protection, int Flags,
                         int Fd, off_t Offset) {
  return recordMap(Bytes, Flags, Fd, [=] {
    return Next.Map(Hint, Bytes, Protection, Flags, Fd, Offset);
  });
}

MEMFACET_HOOK void *mmap64(void *Hint, size_t Bytes, int Protection, int Flags,
                           int Fd, off_t Offset) {
  return recordMap(Bytes, Flags, Fd, [=] {
    return Next.Map64(Hint, Bytes, Protection, Flags, Fd, Offset);
  });
}

MEMFACET_HOOK int munmap(void *Start, size_t Bytes) {
  return recordUnmap(Start, Bytes, [=] { return Next.Unmap(Start, Bytes); });
}

/// The standard header declares it with `...`, which would save vector
/// registers. The fifth argument arrives in the same place.
MEMFACET_HOOK void *hookMremap(void *Old, size_t OldBytes, size_t Bytes,
                               int Flags, void *Hint) asm("mremap");
MEMFACET_HOOK void *hookMremap(void *Old, size_t OldBytes, size_t Bytes,
                               int Flags, void *Hint) {
  return recordRemap(Old, OldBytes, Bytes, Flags, [=] {
    return Next.Remap(Old, OldBytes, Bytes, Flags, Hint);
  });
}
