//===- SharedRegion.cpp - attaching to a region, making one ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/region/SharedRegion.h"
#include "memfacet/Check.h"
#include "runtime/region/Held.h"
#include "runtime/support/AddressLimit.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

namespace memfacet::region {

namespace {

/// A descriptor that stays open gets at least this number, where no program
/// looks for one.
constexpr int HighDescriptor = 900;

char *mapShared(int Fd, uint64_t Bytes) {
  makeAddressRoom(Bytes);
  long Address =
      sys::mmap(nullptr, Bytes, PROT_READ | PROT_WRITE, MAP_SHARED, Fd, 0);
  return sys::failed(Address) ? nullptr : reinterpret_cast<char *>(Address);
}

bool isRegion(int Fd, const RegionHeader &H) {
  return H.Magic == RegionMagic && H.Version == FormatVersion &&
         H.Chunk == ChunkBytes && H.Chunks != 0 && H.Chunks <= MaxChunks &&
         (H.HeldSize == 0 || H.HeldSize == HeldBytes) &&
         uint64_t(sys::fileSize(Fd)) >= regionBytes(H.Chunks) + H.HeldSize;
}

bool claim(RegionHeader &H) {
  uint32_t NoProgram = 0;
  if (!H.Program.compare_exchange_strong(NoProgram, sys::processId()))
    return false;
  uint64_t Zero = 0;
  H.Order.compare_exchange_strong(Zero, 1);
  return true;
}

/// Returns the number of this process's namespace of process ids, as in
/// analysis/words/stream/ProcessWatch.h; 0 without /proc: not known.
uint64_t ownProcessSpace() {
  struct stat Info;
  long Failed = sys::call(__NR_newfstatat, AT_FDCWD,
                          sys::word("/proc/self/ns/pid"), sys::word(&Info), 0);
  return sys::failed(Failed) ? 0 : Info.st_ino;
}

void useRegion(process::Process &P, char *Base, int Fd) {
  MEMFACET_CHECK(!P.Base, "dropRegion comes before another region");
  P.Base = Base;
  P.Header = reinterpret_cast<RegionHeader *>(Base);
  P.ChunkCount = P.Header->Chunks;
  useHeldMemory(P, Fd, Base + regionBytes(P.ChunkCount));
  uint64_t Space = P.Header->CollectorSpace.load();
  P.IsForeign = Space != 0 && ownProcessSpace() != Space;
}

int moveUp(int Fd) {
  long High = sys::call(__NR_fcntl, Fd, F_DUPFD_CLOEXEC, HighDescriptor);
  if (sys::failed(High))
    return Fd;
  sys::close(Fd);
  return int(High);
}

/// Makes an empty file of shared memory. Returns its mapping, or null. A file
/// above the size limit would be SIGXFSZ.
char *makeShared(int Fd, RegionExtent Extent) {
  if (Extent.bytes() > sys::limitOf(RLIMIT_FSIZE) ||
      sys::failed(sys::truncate(Fd, Extent.bytes())))
    return nullptr;
  // The file is sealed: a program that shortens it by mistake would end the
  // collector.
  if (sys::failed(sys::call(__NR_fcntl, Fd, F_ADD_SEALS, F_SEAL_SHRINK)))
    return nullptr;
  // Pages are reserved before they are written: a full file system is SIGBUS.
  if (sys::failed(sys::allocate(Fd, 0, regionBytes(FirstChunks))))
    return nullptr;
  return mapShared(Fd, Extent.bytes());
}

} // namespace

bool attachRegion(process::Process &P, int Fd) {
  // A descriptor that is no region belongs to other code: it stays open.
  if (sys::fileSize(Fd) < long(RegionHeaderBytes))
    return false;
  char *Page = mapShared(Fd, RegionHeaderBytes);
  if (!Page)
    return false;
  RegionHeader &H = *reinterpret_cast<RegionHeader *>(Page);
  bool IsValid = isRegion(Fd, H);
  uint64_t Bytes = IsValid ? regionBytes(H.Chunks) + H.HeldSize : 0;
  char *Base = IsValid ? mapShared(Fd, Bytes) : nullptr;
  bool IsClaimed = Base && claim(H);
  sys::munmap(Page, RegionHeaderBytes);
  if (IsClaimed)
    useRegion(P, Base, Fd);
  else if (Base)
    sys::munmap(Base, Bytes);
  if (IsValid)
    sys::close(Fd);
  return IsClaimed;
}

bool createRegion(process::Process &P) {
  long Fd = sys::call(__NR_memfd_create, sys::word("memfacet"),
                      MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (sys::failed(Fd))
    return false;
  RegionExtent Extent = regionWithin(programAddressSpace());
  char *Base = makeShared(int(Fd), Extent);
  if (!Base) {
    sys::close(int(Fd));
    return false;
  }
  RegionHeader &H = *reinterpret_cast<RegionHeader *>(Base);
  H.Magic = RegionMagic;
  H.Version = FormatVersion;
  H.Flags = RegionWaitAtExit;
  H.Chunk = ChunkBytes;
  H.Chunks = Extent.Chunks;
  H.HeldSize = Extent.HeldSize;
  H.Reserved.store(FirstChunks);
  claim(H);
  useRegion(P, Base, int(Fd));
  P.RegionFd = moveUp(int(Fd));
  P.CollectorPending.store(true);
  return true;
}

void dropRegion(process::Process &P) {
  if (P.Base)
    sys::mmap(P.Base, regionBytes(P.ChunkCount), PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
  if (P.RegionFd >= 0)
    sys::close(P.RegionFd);
  P.Base = nullptr;
  P.IsForeign = P.OwnCollectorEnded = false;
  P.OwnCollector = 0;
  P.RegionFd = -1;
  P.CollectorPending.store(false);
  P.Header = &P.PrivateHeader;
}

} // namespace memfacet::region
