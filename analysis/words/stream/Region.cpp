//===- Region.cpp - the shared memory, mapped and checked -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/stream/Region.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace memfacet::words {

namespace {

/// A descriptor, closed unless it is released.
class OwnedDescriptor {
public:
  explicit OwnedDescriptor(int Fd) : Fd(Fd) {}
  ~OwnedDescriptor() {
    if (Fd >= 0)
      close(Fd);
  }
  OwnedDescriptor(const OwnedDescriptor &) = delete;
  OwnedDescriptor &operator=(const OwnedDescriptor &) = delete;
  int get() const { return Fd; }
  int release() { return std::exchange(Fd, -1); }

private:
  int Fd;
};

/// Reads from the header how much to map. The file has \p Bytes bytes.
Expected<RegionExtent> checkedExtent(int Fd, uint64_t Bytes) {
  if (Bytes < RegionHeaderBytes)
    return makeError("descriptor {} is not a memfacet region: {} bytes", Fd,
                     Bytes);
  alignas(RegionHeader) char Raw[sizeof(RegionHeader)];
  if (pread(Fd, Raw, sizeof(Raw), 0) != ssize_t(sizeof(Raw)))
    return makeError("cannot read the region of descriptor {}: {}", Fd,
                     std::strerror(errno));
  const auto &H = *reinterpret_cast<const RegionHeader *>(Raw);
  if (H.Magic != RegionMagic)
    return makeError("descriptor {} is not a memfacet region: magic number "
                     "{:#x}",
                     Fd, H.Magic);
  if (H.Version != FormatVersion)
    return makeError("the region is of format version {}, this memfacet reads "
                     "{}: rebuild the program with this memfacet-clang",
                     H.Version, FormatVersion);
  if (H.Chunk != ChunkBytes || H.Chunks == 0 || H.Chunks > MaxChunks ||
      (H.HeldSize != 0 && H.HeldSize != HeldBytes) ||
      Bytes < regionBytes(H.Chunks) + H.HeldSize)
    return makeError("the region is damaged: {} chunks of {} bytes in {} bytes",
                     H.Chunks, H.Chunk, Bytes);
  return RegionExtent{H.Chunks, H.HeldSize};
}

uint64_t limitOf(int Resource) {
  rlimit Limit = {RLIM_INFINITY, RLIM_INFINITY};
  getrlimit(Resource, &Limit);
  return Limit.rlim_cur;
}

Expected<char *> mapShared(int Fd, uint64_t Bytes) {
  void *Memory =
      mmap(nullptr, Bytes, PROT_READ | PROT_WRITE, MAP_SHARED, Fd, 0);
  if (Memory == MAP_FAILED)
    return makeError("cannot map {} bytes of shared memory: {}", Bytes,
                     std::strerror(errno));
  return static_cast<char *>(Memory);
}

} // namespace

Expected<Region> Region::create() {
  RegionExtent All = regionWithin(limitOf(RLIMIT_AS));
  uint64_t FileBytes = limitOf(RLIMIT_FSIZE);
  if (FileBytes < All.bytes()) // would be SIGXFSZ
    return makeError("cannot make shared memory of {} bytes: files may have {} "
                     "(ulimit -f)",
                     All.bytes(), FileBytes);
  OwnedDescriptor Fd(memfd_create("memfacet", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  // Sealed: if the program could shorten the memory, it could end this process.
  if (Fd.get() < 0 || ftruncate(Fd.get(), off_t(All.bytes())) != 0 ||
      fcntl(Fd.get(), F_ADD_SEALS, F_SEAL_SHRINK) != 0)
    return makeError("cannot make shared memory of {} bytes: {}", All.bytes(),
                     std::strerror(errno));
  Expected<char *> Base = mapShared(Fd.get(), All.bytes());
  if (!Base)
    return Base.error();
  Region R(Fd.release(), *Base, All.Chunks, All.HeldSize);
  if (Status S = R.reserve(FirstChunks); !S)
    return S.error();
  RegionHeader &H = R.header();
  H.Magic = RegionMagic;
  H.Version = FormatVersion;
  H.Flags = 0;
  H.Chunk = ChunkBytes;
  H.Chunks = All.Chunks;
  H.HeldSize = All.HeldSize;
  H.Order.store(1);
  H.Reserved.store(FirstChunks);
  return R;
}

Expected<Region> Region::attach(int Descriptor) {
  OwnedDescriptor Fd(Descriptor);
  struct stat Info;
  if (fstat(Descriptor, &Info) != 0)
    return makeError("descriptor {} is not open: {}", Descriptor,
                     std::strerror(errno));
  Expected<RegionExtent> Extent =
      checkedExtent(Descriptor, uint64_t(Info.st_size));
  if (!Extent)
    return Extent.error();
  Expected<char *> Base = mapShared(Descriptor, Extent->bytes());
  if (!Base)
    return Base.error();
  return Region(Fd.release(), *Base, Extent->Chunks, Extent->HeldSize);
}

Region::Region(Region &&Other) noexcept
    : Fd(std::exchange(Other.Fd, -1)), Base(std::exchange(Other.Base, nullptr)),
      Chunks(Other.Chunks), HeldSize(Other.HeldSize) {}

Region::~Region() {
  if (Base)
    munmap(Base, bytes());
  if (Fd >= 0)
    close(Fd);
}

Status Region::reserve(uint32_t Count) {
  // Going through what is reserved already would take as long as reserving it.
  uint32_t Reserved = header().Reserved.load();
  uint64_t Begin = Reserved == 0 ? 0 : regionBytes(Reserved);
  uint64_t End = regionBytes(Count);
  if (End <= Begin)
    return {};
  int Failed;
  do
    Failed = posix_fallocate(Fd, off_t(Begin), off_t(End - Begin));
  while (Failed == EINTR);
  if (Failed)
    return makeError("cannot reserve {} bytes of shared memory: {}",
                     regionBytes(Count), std::strerror(Failed));
  return {};
}

} // namespace memfacet::words
