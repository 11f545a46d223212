//===- FileRegion.cpp - raw chunks in a file ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/region/FileRegion.h"
#include "memfacet/Check.h"
#include "runtime/region/ChunkLists.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>

namespace memfacet::region {

namespace {

struct FileRegion {
  char Path[4400];
  RegionHeader *Header; ///< the file's first page, mapped
};
constinit FileRegion File{};

class OpenFile {
public:
  /// Does not follow links: the name can be guessed, so another user may have
  /// put a link there.
  explicit OpenFile(int Flags)
      : Fd(int(sys::open(File.Path, Flags | O_NOFOLLOW, 0600))) {}
  ~OpenFile() {
    if (Fd >= 0)
      sys::close(Fd);
  }
  OpenFile(const OpenFile &) = delete;
  OpenFile &operator=(const OpenFile &) = delete;
  const int Fd;
};

/// Reserves space on disk: access to a mapped page without space is SIGBUS.
/// Returns false if that fails.
bool reserveSpace(int Fd, uint64_t Offset, uint64_t Bytes) {
  if (Offset + Bytes > sys::limitOf(RLIMIT_FSIZE)) // would be SIGXFSZ
    return false;
  long Result = sys::allocate(Fd, Offset, Bytes);
  if (Result != sys::NotSupported)
    return !sys::failed(Result);
  static constexpr char Zeros[4096] = {};
  for (uint64_t Written = 0; Written != Bytes; Written += sizeof(Zeros))
    if (sys::pwrite(Fd, Zeros, sizeof(Zeros), Offset + Written) !=
        sizeof(Zeros))
      return false;
  return true;
}

void *mapPart(int Fd, uint64_t Offset, uint64_t Bytes) {
  long Mapped =
      sys::mmap(nullptr, Bytes, PROT_READ | PROT_WRITE, MAP_SHARED, Fd, Offset);
  return sys::failed(Mapped) ? nullptr : reinterpret_cast<void *>(Mapped);
}

bool choosePath() {
  long Length = sys::call(__NR_getcwd, sys::word(File.Path), 4096);
  if (sys::failed(Length))
    return false;
  TextBuffer<64> Name;
  Name << "/memfacet." << uint64_t(sys::processId()) << ".region";
  copyBytes(File.Path + Length - 1, Name.text(), Name.size() + 1);
  return true;
}

/// Adds a chunk at the end of the file and reserves its space. \p Index becomes
/// the chunk's. Returns false if the disk is full.
bool growFile(int Fd, uint32_t &Index) {
  MEMFACET_CHECK(File.Header, "openFileRegion comes first");
  Index = File.Header->Fresh.fetch_add(1);
  if (!reserveSpace(Fd, chunkOffset(Index), ChunkBytes))
    return false;
  File.Header->Reserved.fetch_add(1);
  __atomic_fetch_add(&File.Header->Chunks, 1, __ATOMIC_RELAXED);
  return true;
}

} // namespace

bool openFileRegion(Text Reason) {
  if (!choosePath())
    return false;
  // The file may be that of an earlier process with the same id.
  sys::unlink(File.Path);
  OpenFile Output(O_RDWR | O_CREAT | O_EXCL);
  if (Output.Fd < 0 || !reserveSpace(Output.Fd, 0, RegionHeaderBytes))
    return false;
  File.Header =
      static_cast<RegionHeader *>(mapPart(Output.Fd, 0, RegionHeaderBytes));
  if (!File.Header)
    return false;
  File.Header->Magic = RegionMagic;
  File.Header->Version = FormatVersion;
  File.Header->Flags = RegionIsFile;
  File.Header->Chunk = ChunkBytes;
  File.Header->Program.store(sys::processId());
  Text Name(File.Path);
  Diagnostic() << Reason << "; writing " << Name
               << "; next: memfacet collect --region " << Name;
  return true;
}

ChunkHeader *takeFileChunk() {
  OpenFile Output(O_RDWR);
  uint32_t Index;
  if (Output.Fd < 0 || !growFile(Output.Fd, Index))
    return nullptr;
  return static_cast<ChunkHeader *>(
      mapPart(Output.Fd, chunkOffset(Index), ChunkBytes));
}

void closeFileChunk(ChunkHeader *C, uint64_t UsedWords) {
  MEMFACET_CHECK(UsedWords <= ChunkWords, "records end with the chunk");
  C->UsedWords = UsedWords;
  C->State.store(ChunkState::Ready, std::memory_order_release);
  sys::munmap(C, ChunkBytes);
}

bool copyToFile(const ChunkHeader *C, uint64_t UsedWords) {
  MEMFACET_CHECK(UsedWords <= ChunkWords, "a chunk of the file is as large");
  ChunkHeader *Copy = takeFileChunk();
  if (!Copy)
    return false;
  copyBytes(Copy, C, sizeof(ChunkHeader) + UsedWords * 8);
  closeFileChunk(Copy, UsedWords);
  return true;
}

void copyReadyToFile(process::Process &P) {
  ChunkLists Lists(*P.Header, P.Base);
  uint64_t Head = P.Header->ReadyHead.exchange(0);
  for (uint32_t Link = uint32_t(Head); Link;) {
    ChunkHeader *C = Lists.chunkAt(Link - 1);
    Link = C->Next.load();
    if (!copyToFile(C, C->UsedWords))
      process::giveUp("the disk is full");
  }
}

} // namespace memfacet::region
