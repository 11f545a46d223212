//===- Objects.cpp - loaded objects ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loader is asked first, without the lock of this file. The answer is
// compared with what is known under the lock, without the loader. So the two
// locks are never held together.
//
//===----------------------------------------------------------------------===//

#include "runtime/lifecycle/Objects.h"
#include "runtime/record/EventWriter.h"
#include "runtime/support/Pool.h"
#include <errno.h>
#include <link.h>

namespace memfacet::lifecycle {

namespace {

struct Segment {
  Segment *Next;
  uint64_t Low, High;
  bool IsPresent; ///< in the snapshot that is compared now
  char Path[process::ObjectPathBytes - 8]; ///< empty: the program
};

constexpr uint32_t MaxSegments = 4000;
struct Snapshot {
  uint32_t Count;
  Segment Items[MaxSegments];
};

struct ObjectList {
  Lock Mutex;
  Pool<Segment> Memory;
  Segment *First = nullptr;
  /// Number of times that rescanIfChanged still looks.
  std::atomic<uint32_t> Expected{0};
  std::atomic<uint64_t> Changes{0}; ///< the loader's count at the last scan
};
constinit ObjectList Objects;

/// A dlopen that loads nothing new is forgotten after this number of looks.
constexpr uint32_t MaxLooks = 256;

uint64_t changeCount(const dl_phdr_info &Info) {
  return Info.dlpi_adds + Info.dlpi_subs;
}

/// The loader's name of the executable is "".
bool isProgram(const dl_phdr_info &Info) {
  return !Info.dlpi_name || !*Info.dlpi_name;
}

void copyProgramPath(char *Output, size_t Room) {
  long Size = sys::readLink("/proc/self/exe", Output, Room - 1);
  Output[Size < 0 ? 0 : Size] = 0;
}

void copyPath(char *Output, size_t Room, const char *Path) {
  Text P(Path ? Path : "");
  size_t Size = P.Size < Room ? P.Size : Room - 1;
  copyBytes(Output, Path, Size);
  Output[Size] = 0;
}

bool isLoaded(const ElfW(Phdr) & Header) {
  return Header.p_type == PT_LOAD && Header.p_memsz;
}

int addToSnapshot(dl_phdr_info *Info, size_t, void *Argument) {
  Snapshot &S = *static_cast<Snapshot *>(Argument);
  Objects.Changes.store(changeCount(*Info), std::memory_order_relaxed);
  for (unsigned I = 0; I != Info->dlpi_phnum; ++I) {
    const ElfW(Phdr) &Header = Info->dlpi_phdr[I];
    if (!isLoaded(Header) || (Header.p_flags & PF_X) || S.Count == MaxSegments)
      continue;
    Segment &Item = S.Items[S.Count++];
    Item.Low = Info->dlpi_addr + Header.p_vaddr;
    Item.High = Item.Low + Header.p_memsz;
    copyPath(Item.Path, sizeof(Item.Path), Info->dlpi_name);
  }
  return 0;
}

bool isSame(const Segment &A, const Segment &B) {
  return A.Low == B.Low && A.High == B.High && Text(A.Path) == Text(B.Path);
}

void writeMapping(record::ThreadState &T, const Segment &S) {
  Text Path(S.Path);
  record::emitWithBytes<EventKind::Mapping>(T, 0, Path, S.Low, S.High,
                                            uint64_t(MappingKind::Object),
                                            uint64_t(Path.Size));
}

void dropMissing(record::ThreadState &T, const Snapshot &Current) {
  for (Segment **Link = &Objects.First; *Link;) {
    Segment *Known = *Link;
    Known->IsPresent = false;
    for (uint32_t I = 0; I != Current.Count && !Known->IsPresent; ++I)
      Known->IsPresent = isSame(*Known, Current.Items[I]);
    if (Known->IsPresent) {
      Link = &Known->Next;
      continue;
    }
    record::emit<EventKind::Unmap>(T, 0, Known->Low, Known->High);
    *Link = Known->Next;
    Objects.Memory.give(Known);
  }
}

void addSegment(record::ThreadState &T, const Segment &Candidate) {
  for (Segment *Known = Objects.First; Known; Known = Known->Next)
    if (isSame(*Known, Candidate))
      return;
  Segment *Fresh = Objects.Memory.take();
  if (!Fresh)
    return;
  copyBytes(Fresh, &Candidate, sizeof(Segment));
  Fresh->Next = Objects.First;
  Objects.First = Fresh;
  writeMapping(T, *Fresh);
}

void compare(record::ThreadState &T, const Snapshot &Current) {
  dropMissing(T, Current);
  for (uint32_t I = 0; I != Current.Count; ++I)
    addSegment(T, Current.Items[I]);
}

Snapshot *takeSnapshot() {
  auto *S = static_cast<Snapshot *>(allocatePages(sizeof(Snapshot)));
  if (S)
    dl_iterate_phdr(addToSnapshot, S);
  return S;
}

struct PlaceSearch {
  uint64_t Address;
  process::ObjectPlace *Place;
};

int fillPlace(dl_phdr_info *Info, size_t, void *Argument) {
  PlaceSearch &S = *static_cast<PlaceSearch *>(Argument);
  for (unsigned I = 0; I != Info->dlpi_phnum; ++I) {
    const ElfW(Phdr) &Header = Info->dlpi_phdr[I];
    uint64_t Low = Info->dlpi_addr + Header.p_vaddr;
    if (!isLoaded(Header) || S.Address - Low >= Header.p_memsz)
      continue;
    S.Place->LoadBias = Info->dlpi_addr;
    S.Place->IsProgram = isProgram(*Info);
    if (S.Place->IsProgram)
      copyProgramPath(S.Place->Path, sizeof(S.Place->Path));
    else
      copyPath(S.Place->Path, sizeof(S.Place->Path), Info->dlpi_name);
    return 1;
  }
  return 0;
}

struct ThreadLocalSearch {
  uint32_t Number; ///< segments to pass over
  Segment Found;
};

int findThreadLocals(dl_phdr_info *Info, size_t Size, void *Argument) {
  ThreadLocalSearch &S = *static_cast<ThreadLocalSearch *>(Argument);
  if (Size < sizeof(*Info) || !Info->dlpi_tls_data)
    return 0;
  for (unsigned I = 0; I != Info->dlpi_phnum; ++I) {
    const ElfW(Phdr) &Header = Info->dlpi_phdr[I];
    if (Header.p_type != PT_TLS || S.Number-- != 0)
      continue;
    S.Found.Low = reinterpret_cast<uint64_t>(Info->dlpi_tls_data);
    S.Found.High = S.Found.Low + Header.p_memsz;
    copyPath(S.Found.Path, sizeof(S.Found.Path), Info->dlpi_name);
    return 1;
  }
  return 0;
}

int readChanges(dl_phdr_info *Info, size_t, void *Argument) {
  *static_cast<uint64_t *>(Argument) = changeCount(*Info);
  return 1;
}

} // namespace

void findPlace(uint64_t Address, process::ObjectPlace &Place) {
  clearBytes(&Place, sizeof(Place));
  PlaceSearch S = {Address, &Place};
  dl_iterate_phdr(fillPlace, &S);
}

void rescanObjects(record::ThreadState &T) {
  Snapshot *Current = takeSnapshot();
  if (!Current)
    return;
  {
    LockGuard Guard(Objects.Mutex);
    compare(T, *Current);
  }
  sys::munmap(Current, sizeof(Snapshot));
}

void expectObjects() { Objects.Expected.store(MaxLooks); }

void rescanIfChanged(record::ThreadState &T) {
  uint32_t Looks = Objects.Expected.load(std::memory_order_relaxed);
  if (__builtin_expect(Looks == 0, 1))
    return;
  Objects.Expected.store(Looks - 1);
  int Errno = errno;
  record::BusyGuard Busy(T);
  uint64_t Changes = 0;
  dl_iterate_phdr(readChanges, &Changes);
  if (Changes != Objects.Changes.load()) {
    Objects.Expected.store(0);
    rescanObjects(T);
  }
  errno = Errno;
}

void announceObjects(record::ThreadState &T) {
  for (Segment *Known = Objects.First; Known; Known = Known->Next)
    writeMapping(T, *Known);
}

void announceLibraryThreadLocals(record::ThreadState &T) {
  // Nothing is written inside dl_iterate_phdr: writing may wait for the
  // collector while other threads wait for the loader.
  for (uint32_t Number = 0;; ++Number) {
    ThreadLocalSearch S;
    S.Number = Number;
    if (!dl_iterate_phdr(findThreadLocals, &S))
      return;
    writeMapping(T, S.Found);
  }
}

void lockObjects() { Objects.Mutex.take(); }

void unlockObjects() { Objects.Mutex.release(); }

void resetObjectsLock() {
  Objects.Mutex.reset();
  Objects.Memory.reset();
}

} // namespace memfacet::lifecycle
