// A library with an allocator whose operators new and delete call no malloc, as
// those of jemalloc, tcmalloc and mimalloc. It hands out and forgets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <atomic>
#include <cstddef>
#include <cstring>
#include <new>

namespace {

alignas(4096) char Memory[64 << 20];
std::atomic<size_t> Used{0};

void *take(size_t Bytes, size_t Alignment = 16) {
  size_t Room = Bytes + Alignment + 16;
  size_t Begin = Used.fetch_add(Room);
  if (Begin + Room > sizeof(Memory))
    return nullptr;
  size_t Address = (reinterpret_cast<size_t>(Memory) + Begin + 16 + Alignment - 1) /
              Alignment * Alignment;
  reinterpret_cast<size_t *>(Address)[-1] = Bytes;
  return reinterpret_cast<void *>(Address);
}

void *takeOrThrow(size_t Bytes, size_t Alignment = 16) {
  if (void *Block = take(Bytes, Alignment))
    return Block;
  throw std::bad_alloc();
}

} // namespace

extern "C" {
void *malloc(size_t Bytes) { return take(Bytes); }
void free(void *) {}
void *calloc(size_t Count, size_t Bytes) { return take(Count * Bytes); }
void *realloc(void *Old, size_t Bytes) {
  void *Fresh = take(Bytes);
  size_t OldBytes = Old ? static_cast<size_t *>(Old)[-1] : 0;
  if (Fresh && Old)
    memcpy(Fresh, Old, OldBytes < Bytes ? OldBytes : Bytes);
  return Fresh;
}
void *memalign(size_t Alignment, size_t Bytes) {
  return take(Bytes, Alignment);
}
size_t malloc_usable_size(void *Block) {
  return Block ? static_cast<size_t *>(Block)[-1] : 0;
}
}

void *operator new(size_t Bytes) { return takeOrThrow(Bytes); }
void *operator new[](size_t Bytes) { return takeOrThrow(Bytes); }
void *operator new(size_t Bytes, const std::nothrow_t &) noexcept {
  return take(Bytes);
}
void *operator new(size_t Bytes, std::align_val_t Alignment) {
  return takeOrThrow(Bytes, size_t(Alignment));
}
void operator delete(void *) noexcept {}
void operator delete[](void *) noexcept {}
void operator delete(void *, size_t) noexcept {}
void operator delete(void *, std::align_val_t) noexcept {}
