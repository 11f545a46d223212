//===- Mappings.cpp - interposed mmap and its like ------------------------===//

#include "memfacet/Tables.h"
#include "runtime/hooks/Next.h"
#include "runtime/record/EventWriter.h"
#include "runtime/record/ProgramEvents.h"
#include <sys/mman.h>
#include <sys/types.h>

namespace memfacet {

namespace {

using Mmap = void *(void *, size_t, int, int, int, off_t);

struct NextMappings {
  NextFunction<Mmap> Map{"mmap"};
  NextFunction<Mmap> Map64{"mmap64"};
  NextFunction<int(void *, size_t)> Unmap{"munmap"};
  NextFunction<void *(void *, size_t, size_t, int, void *)> Remap{"mremap"};
};
constinit NextMappings Next;

constexpr uint64_t PageBytes = 4096;

/// The program's own call, not its allocator's or loader's.
bool isSeen(const ThreadState &T) { return recording() && !T.Busy; }

uint64_t address(const void *Pointer) {
  return reinterpret_cast<uint64_t>(Pointer);
}

uint64_t endOf(const void *Start, size_t Bytes) {
  return (address(Start) + Bytes + PageBytes - 1) & ~(PageBytes - 1);
}

/// The instrumented call that maps memory, if it is one: below an allocating
/// call, whose entry must stay for whoever sees the block, allocators map too.
uint64_t takeMappingSite() {
  const auto *Entry = reinterpret_cast<const Allocation *>(__memfacet_site);
  return Entry && Entry->Kind == AllocationKind::Map ? takeSite() : 0;
}

/// \p Site: the instrumented call that asked for it, or 0.
void writeAnonymous(ThreadState &T, const void *Start, size_t Bytes,
                    uint64_t Site) {
  uint64_t Contexts[MaxContexts], From[MaxContexts + 1] = {Site};
  uint32_t Count = Site ? readContexts(Contexts) : 0;
  for (uint32_t I = 0; I != Count; ++I)
    From[I + 1] = Contexts[I];
  QuietEvents Quiet(T);
  emitWithTail<EventKind::Mapping>(
      T, 0, From, Site ? Count + 1 : 0, address(Start), endOf(Start, Bytes),
      uint64_t(MappingKind::Anonymous), uint64_t(0));
}

void writeFile(ThreadState &T, const void *Start, size_t Bytes, int Fd) {
  char Target[256];
  TextBuffer<40> Link;
  Link << "/proc/self/fd/" << uint64_t(Fd);
  long Size = sys::readLink(Link.text(), Target, sizeof(Target));
  Text Path(Target, Size < 0 ? 0 : size_t(Size));
  QuietEvents Quiet(T);
  emitWithBytes<EventKind::Mapping>(
      T, 0, Path, address(Start), endOf(Start, Bytes),
      uint64_t(MappingKind::File), uint64_t(Path.Size));
}

void *map(NextFunction<Mmap> &Real, void *At, size_t Bytes, int Protection,
          int Flags, int Fd, off_t Offset) {
  void *Result = Real(At, Bytes, Protection, Flags, Fd, Offset);
  ThreadState &T = thread();
  if (!isSeen(T))
    return Result;
  uint64_t Site = takeMappingSite();
  if (Result == MAP_FAILED)
    return Result;
  if (Flags & MAP_ANONYMOUS || Fd < 0)
    writeAnonymous(T, Result, Bytes, Site);
  else
    writeFile(T, Result, Bytes, Fd);
  return Result;
}

/// A release: before the effect. False for a call that must fail.
bool writeUnmap(ThreadState &T, const void *Start, size_t Bytes) {
  if (address(Start) % PageBytes || !Bytes)
    return false;
  QuietEvents Quiet(T);
  emit<EventKind::Unmap>(T, 0, address(Start), endOf(Start, Bytes));
  return true;
}

} // namespace

} // namespace memfacet

using namespace memfacet;

MEMFACET_HOOK void *mmap(void *At, size_t Bytes, int Protection, int Flags,
                         int Fd, off_t Offset) {
  return map(Next.Map, At, Bytes, Protection, Flags, Fd, Offset);
}

MEMFACET_HOOK void *mmap64(void *At, size_t Bytes, int Protection, int Flags,
                           int Fd, off_t Offset) {
  return map(Next.Map64, At, Bytes, Protection, Flags, Fd, Offset);
}

MEMFACET_HOOK int munmap(void *At, size_t Bytes) {
  ThreadState &T = thread();
  if (isSeen(T))
    writeUnmap(T, At, Bytes);
  return Next.Unmap(At, Bytes);
}

/// Declared with `...`, which would save vector registers; the fifth argument
/// arrives in the same place.
MEMFACET_HOOK void *hookMremap(void *Old, size_t OldBytes, size_t Bytes,
                               int Flags, void *At) asm("mremap");
MEMFACET_HOOK void *hookMremap(void *Old, size_t OldBytes, size_t Bytes,
                               int Flags, void *At) {
  ThreadState &T = thread();
  uint64_t Site = isSeen(T) ? takeMappingSite() : 0;
  bool Seen = isSeen(T) && writeUnmap(T, Old, OldBytes);
  void *Result = Next.Remap(Old, OldBytes, Bytes, Flags, At);
  if (Seen) // what it maps is not asked for again
    writeAnonymous(T, Result == MAP_FAILED ? Old : Result,
                   Result == MAP_FAILED ? OldBytes : Bytes, Site);
  return Result;
}
