//===- SqliteMemory.cpp - memory for SQLite, beside the sanitizer's -------===//
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
#include <vector>

/// The C library's own, which no sanitizer replaces.
extern "C" void *__libc_malloc(size_t Bytes);

namespace memfacet::fuzz {

namespace {

/// In front of each piece; as large as its alignment.
struct alignas(16) Header {
  int Bytes; ///< a power of two
};

/// Free pieces of 2^index bytes. The targets have one thread.
thread_local std::array<std::vector<Header *>, 31> Free;

int rounded(int Bytes) {
  return int(std::bit_ceil(unsigned(Bytes < 16 ? 16 : Bytes)));
}

auto &freeOf(int Rounded) {
  return Free[size_t(std::countr_zero(unsigned(Rounded)))];
}

void *take(int Bytes) {
  if (Bytes <= 0 || Bytes > 1 << 30)
    return nullptr;
  int Rounded = rounded(Bytes);
  auto &List = freeOf(Rounded);
  Header *Piece;
  if (!List.empty()) {
    Piece = List.back();
    List.pop_back();
  } else {
    Piece =
        static_cast<Header *>(__libc_malloc(sizeof(Header) + size_t(Rounded)));
    if (!Piece)
      return nullptr;
    Piece->Bytes = Rounded;
  }
  return Piece + 1;
}

Header *headerOf(void *Piece) { return static_cast<Header *>(Piece) - 1; }

void give(void *Piece) {
  if (Piece)
    freeOf(headerOf(Piece)->Bytes).push_back(headerOf(Piece));
}

int size(void *Piece) { return Piece ? headerOf(Piece)->Bytes : 0; }

void *resize(void *Piece, int Bytes) {
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
