//===- MemoryStreams.cpp - streams that write into memory -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C library allocates the buffer of open_memstream wherever something is
// written to the stream. The program gets its address when the stream is
// flushed or closed: then the buffer becomes an object of the call that opened
// the stream.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/AllocatorEvents.h"
#include "runtime/hooks/Next.h"
#include <stdio.h>
#include <wchar.h>

using namespace memfacet;
using namespace memfacet::hooks;

namespace {

struct NextStreams {
  NextFunction<FILE *(char **, size_t *)> Open{"open_memstream"};
  NextFunction<FILE *(wchar_t **, size_t *)> OpenWide{"open_wmemstream"};
  NextFunction<int(FILE *)> Flush{"fflush"}, Close{"fclose"};
};
constinit NextStreams Next;

/// What the program gave to open_memstream.
struct StreamBuffer {
  void *const *Address; ///< the program's variable
  const size_t *Count;  ///< the program's variable, in characters
  size_t CharacterBytes;
  uint64_t Site;
  const void *Named; ///< the buffer that is an object of the call
};

struct MemoryStream {
  std::atomic<FILE *> File{nullptr};
  StreamBuffer Buffer{};
};

/// Streams beyond this number keep the C library's name.
constexpr size_t MaxStreams = 64;
constinit MemoryStream Streams[MaxStreams];
/// How many entries were ever used: none in most programs.
constinit std::atomic<size_t> UsedStreams{0};

void add(FILE *File, const StreamBuffer &Buffer) {
  if (!File || !Buffer.Site)
    return;
  for (size_t I = 0; I != MaxStreams; ++I) {
    FILE *None = nullptr;
    if (!Streams[I].File.compare_exchange_strong(None, File))
      continue;
    Streams[I].Buffer = Buffer;
    size_t Used = UsedStreams.load();
    while (Used < I + 1 && !UsedStreams.compare_exchange_weak(Used, I + 1))
      ;
    return;
  }
}

MemoryStream *find(FILE *File) {
  size_t Used = UsedStreams.load(std::memory_order_relaxed);
  for (size_t I = 0; File && I != Used; ++I)
    if (Streams[I].File.load(std::memory_order_relaxed) == File)
      return &Streams[I];
  return nullptr;
}

/// Makes \p Buffer an object of the call that opened the stream.
void nameBuffer(StreamBuffer &Buffer) {
  record::ThreadState &T = record::thread();
  const void *Address = *Buffer.Address;
  if (!Address || !entry::enterForProgram(T))
    return;
  const bool IsNamed = Address == Buffer.Named;
  writeFree(T, Address, IsNamed);
  __memfacet_site = Buffer.Site;
  writeAlloc(T, AllocationKind::Library, Address,
             (*Buffer.Count + 1) * Buffer.CharacterBytes, nullptr,
             IsNamed ? Address : nullptr);
  Buffer.Named = Address;
}

/// Calls the real open_memstream or open_wmemstream. The stream itself is the
/// C library's.
template <typename Character, typename Function>
FILE *open(Function &Real, Character **Buffer, size_t *Count) {
  uint64_t Site = entry::takeSite();
  FILE *Result = Real(Buffer, Count);
  add(Result, {reinterpret_cast<void *const *>(Buffer), Count,
               sizeof(Character), Site, nullptr});
  return Result;
}

void findNextStreams() {
  Next.Flush.get();
  Next.Close.get();
}
MEMFACET_AT_START(findNextStreams);

} // namespace

MEMFACET_HOOK FILE *open_memstream(char **Buffer, size_t *Count) {
  return open(Next.Open, Buffer, Count);
}

MEMFACET_HOOK FILE *open_wmemstream(wchar_t **Buffer, size_t *Count) {
  return open(Next.OpenWide, Buffer, Count);
}

MEMFACET_HOOK int fflush(FILE *File) {
  int Result = Next.Flush(File);
  if (MemoryStream *S = find(File))
    nameBuffer(S->Buffer);
  return Result;
}

MEMFACET_HOOK int fclose(FILE *File) {
  // Another stream may have the address as soon as this one is closed.
  MemoryStream *S = find(File);
  if (!S)
    return Next.Close(File);
  StreamBuffer Buffer = S->Buffer;
  S->File.store(nullptr);
  int Result = Next.Close(File);
  nameBuffer(Buffer);
  return Result;
}
