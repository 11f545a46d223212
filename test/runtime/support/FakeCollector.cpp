//===- FakeCollector.cpp - the other side of a region ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/runtime/support/FakeCollector.h"
#include <cstring>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace memfacet::test {

FakeCollector::FakeCollector(int Fd) {
  struct stat Status;
  if (fstat(Fd, &Status) != 0 || Status.st_size < off_t(RegionHeaderBytes))
    return;
  Bytes = uint64_t(Status.st_size);
  void *Memory =
      mmap(nullptr, Bytes, PROT_READ | PROT_WRITE, MAP_SHARED, Fd, 0);
  Base = Memory == MAP_FAILED ? nullptr : static_cast<char *>(Memory);
}

FakeCollector::~FakeCollector() {
  if (Base)
    munmap(Base, Bytes);
}

int FakeCollector::makeRegion(uint32_t Reserved) {
  int Fd = memfd_create("test", 0);
  if (ftruncate(Fd, off_t(regionBytes(MaxChunks))) != 0 ||
      posix_fallocate(Fd, 0, off_t(regionBytes(Reserved))) != 0)
    return -1;
  FakeCollector Mapped(Fd);
  RegionHeader &H = Mapped.header();
  H.Magic = RegionMagic;
  H.Version = FormatVersion;
  H.Chunk = ChunkBytes;
  H.Chunks = MaxChunks;
  H.Reserved = Reserved;
  H.Order = 1;
  H.CollectorProcess = uint32_t(getpid());
  H.CollectorStatus = CollectorState::Attached;
  return Fd;
}

RegionHeader &FakeCollector::header() const {
  return *reinterpret_cast<RegionHeader *>(Base);
}

ChunkHeader *FakeCollector::at(uint32_t Index) const {
  return reinterpret_cast<ChunkHeader *>(Base + chunkOffset(Index));
}

void FakeCollector::attach() {
  header().CollectorProcess = uint32_t(getpid());
  header().CollectorStatus = CollectorState::Attached;
  syscall(SYS_futex, &header().CollectorStatus, FUTEX_WAKE, 100, nullptr);
}

void FakeCollector::take(ChunkHeader &C, uint64_t Words) {
  auto *First = reinterpret_cast<uint64_t *>(&C + 1);
  Result.Chunks.push_back({C.Thread, C.Flags, C.ParentOffset, C.Sequence,
                           C.ParentSequence,
                           std::vector<uint64_t>(First, First + Words)});
}

void FakeCollector::giveBack(uint32_t Index) {
  ChunkHeader &C = *at(Index);
  memset(&C + 1, 0, C.UsedWords * 8);
  C.State = ChunkState::Free;
  uint64_t Head = header().FreeHead.load();
  do
    C.Next = uint32_t(Head);
  while (!header().FreeHead.compare_exchange_weak(
      Head, ((Head >> 32) + 1) << 32 | (Index + 1)));
}

unsigned FakeCollector::drain(unsigned Milliseconds) {
  RegionHeader &H = header();
  uint32_t Value = H.ReadySignal;
  uint64_t Head = H.ReadyHead.exchange(0);
  if (!uint32_t(Head) && Milliseconds) {
    H.CollectorAsleep = 1;
    timespec Timeout = {0, long(Milliseconds) * 1000000};
    syscall(SYS_futex, &H.ReadySignal, FUTEX_WAIT, Value, &Timeout);
    H.CollectorAsleep = 0;
    Head = H.ReadyHead.exchange(0);
  }
  unsigned Count = 0;
  for (uint32_t Link = uint32_t(Head); Link; ++Count) {
    uint32_t Index = Link - 1;
    ChunkHeader &C = *at(Index);
    Link = C.Next;
    take(C, C.UsedWords);
    if (!KeepChunks)
      giveBack(Index);
  }
  if (Count && !KeepChunks) {
    H.FreeSignal.fetch_add(1);
    if (H.FreeWaiters)
      syscall(SYS_futex, &H.FreeSignal, FUTEX_WAKE, 100, nullptr);
  }
  return Count;
}

void FakeCollector::takeFilling() {
  for (uint32_t I = 0; I != header().Fresh; ++I) {
    ChunkHeader &C = *at(I);
    if (C.State == ChunkState::Ready && (header().Flags & RegionIsFile))
      take(C, C.UsedWords);
    if (C.State != ChunkState::Filling)
      continue;
    // Slots may be 0: what was written ends at the last word that is not.
    auto *Words = reinterpret_cast<uint64_t *>(&C + 1);
    uint64_t Used = ChunkWords;
    while (Used && !Words[Used - 1])
      --Used;
    take(C, Used);
  }
}

} // namespace memfacet::test
