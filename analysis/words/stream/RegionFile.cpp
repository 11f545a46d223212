//===- RegionFile.cpp - raw chunks that no collector read -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/stream/RegionFile.h"
#include "analysis/words/stream/LiveChunks.h"
#include "memfacet/Region.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <set>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace memfacet::words {

namespace {

const RegionHeader &headerAt(const char *Base) {
  return *reinterpret_cast<const RegionHeader *>(Base);
}

Status check(const std::string &Path, const char *Base) {
  const RegionHeader &H = headerAt(Base);
  if (H.Magic != RegionMagic)
    return makeError("'{}' is not a memfacet region: magic number {:#x}", Path,
                     H.Magic);
  if (H.Version != FormatVersion)
    return makeError("'{}' is of format version {}, this memfacet reads {}",
                     Path, H.Version, FormatVersion);
  if (H.Chunk != ChunkBytes)
    return makeError("'{}' is damaged: chunks of {} bytes instead of {}", Path,
                     H.Chunk, ChunkBytes);
  return {};
}

/// Reads a chunk of the file. Returns false if there is none.
bool readChunk(const char *Base, uint32_t Index, StreamChunk &C) {
  const auto &H = *reinterpret_cast<const ChunkHeader *>(Base);
  ChunkState State = H.State.load();
  if (State != ChunkState::Ready && State != ChunkState::Filling)
    return false;
  C.Token = Index;
  C.Sequence = H.Sequence;
  C.StartStamp = H.StartStamp;
  C.Words = {reinterpret_cast<const uint64_t *>(&H + 1), ChunkWords};
  C.IsOfHandler = H.Flags & ChunkOfHandler;
  C.ParentSequence = H.ParentSequence;
  C.ParentOffset = H.ParentOffset;
  auto Used = uint32_t(std::min<uint64_t>(H.UsedWords, ChunkWords));
  bool Closed =
      State == ChunkState::Ready && (Used == ChunkWords || C.Words[Used] == 0);
  C.End = Closed ? ChunkEnd::Closed : ChunkEnd::Torn;
  C.Limit = Closed ? Used : writtenEnd(C.Words);
  return true;
}

/// The chunks by thread and number.
using ChunkOrder = std::map<std::pair<uint32_t, uint64_t>, StreamChunk>;

} // namespace

Expected<RegionFile> RegionFile::open(const std::string &Path) {
  int Fd = ::open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat Info;
  if (Fd < 0 || fstat(Fd, &Info) != 0) {
    Error E = makeError("cannot open '{}': {}", Path, std::strerror(errno));
    if (Fd >= 0)
      close(Fd);
    return E;
  }
  auto Bytes = uint64_t(Info.st_size);
  void *Memory = MAP_FAILED;
  if (S_ISREG(Info.st_mode) && Bytes >= RegionHeaderBytes)
    Memory = mmap(nullptr, Bytes, PROT_READ, MAP_SHARED, Fd, 0);
  close(Fd);
  if (Memory == MAP_FAILED)
    return makeError("'{}' is not a memfacet region: {} bytes", Path, Bytes);
  RegionFile File(static_cast<const char *>(Memory), Bytes);
  if (Status S = check(Path, File.Base); !S)
    return S.error();
  return File;
}

RegionFile::RegionFile(RegionFile &&Other) noexcept
    : Base(std::exchange(Other.Base, nullptr)), Bytes(Other.Bytes),
      Loss(std::move(Other.Loss)) {}

RegionFile::~RegionFile() {
  if (Base)
    munmap(const_cast<char *>(Base), Bytes);
}

uint32_t RegionFile::program() const { return headerAt(Base).Program.load(); }

Status RegionFile::replay(const RecordLength &Lengths, SegmentSink &Sink) {
  StreamMerge Merge(Lengths, Sink, [](uint32_t) {});
  // The header may be older than the last chunks, so that the size decides.
  uint64_t Chunks = (Bytes - RegionHeaderBytes) / ChunkBytes;
  std::set<uint32_t> Threads;
  ChunkOrder Order;
  StreamChunk C;
  for (uint32_t I = 0; I < Chunks; ++I)
    if (readChunk(Base + chunkOffset(I), I, C)) {
      uint32_t Thread =
          reinterpret_cast<const ChunkHeader *>(Base + chunkOffset(I))->Thread;
      Threads.insert(Thread);
      Order.emplace(std::pair(Thread, C.Sequence), C);
    }
  if (Threads.size() > 1)
    Merge.setSeveralThreads();
  for (const auto &[Key, Chunk] : Order)
    Merge.add(ThreadId(Key.first), Chunk);
  Status Result = Merge.drain();
  Loss = Merge.loss();
  Loss.LostChunks = headerAt(Base).LostChunks.load();
  uint64_t Cut = (Bytes - RegionHeaderBytes) % ChunkBytes;
  if (Cut != 0) {
    Loss.Truncated = true;
    Loss.TruncatedWhy = fmt::format("the file ends within a chunk, {} bytes "
                                    "after its beginning",
                                    Cut);
  }
  return Result;
}

} // namespace memfacet::words
