//===- SqliteMemory.cpp - memory for SQLite, not the sanitizer's ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To open a profile, SQLite allocates thousands of pieces. With the address
// sanitizer's allocator they are a third of the time of an input, and SQLite is
// not what is tested. Pieces are kept in lists by size, and come from the C
// library.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <sqlite3.h>

/// The C library's own, which no sanitizer replaces.
extern "C" void *__libc_malloc(size_t Bytes);
extern "C" void __libc_free(void *Piece);

namespace memfacet::fuzz {

// Nor is this.
#define UNTESTED [[clang::no_sanitize("address", "undefined", "coverage")]]

namespace {

/// What lies in front of each piece; as large as its alignment.
struct alignas(16) Header {
  int Bytes;    ///< a power of two
  Header *Next; ///< of the free ones
};

/// Pieces that are larger are given back: few are needed at once.
constexpr int LargestKept = 1 << 20;

/// Free pieces of 2^index bytes, of each thread. What has a destructor would be
/// gone before the last profile is.
constinit thread_local std::array<Header *, 32> Free{};

UNTESTED int rounded(int Bytes) {
  return int(std::bit_ceil(unsigned(Bytes < 16 ? 16 : Bytes)));
}

UNTESTED Header *&freeOf(int Rounded) {
  return Free[size_t(std::countr_zero(unsigned(Rounded)))];
}

UNTESTED void *take(int Bytes) {
  if (Bytes <= 0 || Bytes > 1 << 30)
    return nullptr;
  int Rounded = rounded(Bytes);
  Header *&List = freeOf(Rounded);
  Header *Piece = List;
  if (Piece) {
    List = Piece->Next;
  } else {
    Piece =
        static_cast<Header *>(__libc_malloc(sizeof(Header) + size_t(Rounded)));
    if (!Piece)
      return nullptr;
    Piece->Bytes = Rounded;
  }
  return Piece + 1;
}

UNTESTED Header *headerOf(void *Piece) {
  return static_cast<Header *>(Piece) - 1;
}

UNTESTED void give(void *Piece) {
  if (!Piece)
    return;
  Header *H = headerOf(Piece);
  if (H->Bytes > LargestKept)
    return __libc_free(H);
  Header *&List = freeOf(H->Bytes);
  H->Next = List;
  List = H;
}

UNTESTED int size(void *Piece) { return Piece ? headerOf(Piece)->Bytes : 0; }

UNTESTED void *resize(void *Piece, int Bytes) {
  void *New = take(Bytes);
  if (!New)
    return nullptr;
  std::memcpy(New, Piece, size_t(std::min(size(Piece), Bytes)));
  give(Piece);
  return New;
}

int configure() {
  sqlite3_mem_methods Methods = {
      take,          give,    resize,
      size,          rounded, [](void *) { return SQLITE_OK; },
      [](void *) {}, nullptr};
  // Nor need it count its memory, with a lock for each piece of it.
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &Methods);
}

const int Configured = configure();

} // namespace

} // namespace memfacet::fuzz
