//===- LazyMemory.cpp - memory that comes when it is written --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/support/LazyMemory.h"
#include <new>
#include <sys/mman.h>
#include <utility>

namespace memfacet {

void failAllocation() {
  if (std::new_handler Handler = std::get_new_handler())
    Handler();
  throw std::bad_alloc();
}

LazyMemory::LazyMemory(size_t Bytes, Pages Size) : Bytes(Bytes) {
  Data = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Data == MAP_FAILED)
    failAllocation();
  if (Size == Pages::Huge)
    madvise(Data, Bytes, MADV_HUGEPAGE); // a wish: without, it is slower
}

LazyMemory::LazyMemory(LazyMemory &&Other) noexcept
    : Data(std::exchange(Other.Data, nullptr)), Bytes(Other.Bytes) {}

LazyMemory::~LazyMemory() {
  if (Data)
    munmap(Data, Bytes);
}

} // namespace memfacet
