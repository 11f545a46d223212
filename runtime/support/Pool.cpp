//===- Pool.cpp - memory that is not the program's heap -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/support/Pool.h"
#include "memfacet/Check.h"
#include "runtime/support/AddressLimit.h"
#include "runtime/support/SelfMaps.h"
#include <sys/mman.h>

namespace memfacet {

namespace {
/// The address lies between the program or its heap and the libraries. The
/// kernel takes it as a hint. Where other mappings are, or randomisation has
/// put the program, any address will do.
constexpr uint64_t AsideBegin = uint64_t(0x2000) << 32;
constinit std::atomic<uint64_t> AsideBytes{0};
} // namespace

static void *mapPages(uint64_t Hint, size_t Bytes) {
  MEMFACET_CHECK(Bytes != 0, "the kernel maps no empty memory");
  makeAddressRoom(Bytes);
  long Address =
      sys::mmap(reinterpret_cast<void *>(Hint), Bytes, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return sys::failed(Address) ? nullptr : reinterpret_cast<void *>(Address);
}

void *allocatePages(size_t Bytes) { return mapPages(0, Bytes); }

void *allocatePagesAside(size_t Bytes) {
  constexpr uint64_t Page = 4096;
  uint64_t Room = (Bytes + Page - 1) / Page * Page;
  return mapPages(AsideBegin + AsideBytes.fetch_add(Room), Bytes);
}

AddressRange asideRange() {
  return {AsideBegin, AsideBegin + AsideBytes.load()};
}

void BytePool::push(void *Memory) {
  Node *N = static_cast<Node *>(Memory);
  N->Next = FreeList;
  FreeList = N;
}

bool BytePool::refill(size_t ObjectBytes) {
  constexpr size_t PageBytes = 4096;
  size_t Bytes = (ObjectBytes + PageBytes - 1) & ~(PageBytes - 1);
  char *Memory = static_cast<char *>(allocatePages(Bytes));
  for (size_t Offset = 0; Memory && Offset + ObjectBytes <= Bytes;
       Offset += ObjectBytes)
    push(Memory + Offset);
  return Memory;
}

void *BytePool::take(size_t ObjectBytes) {
  LockGuard Guard(Mutex);
  if (!FreeList && !refill(ObjectBytes))
    return nullptr;
  Node *N = FreeList;
  FreeList = N->Next;
  clearBytes(N, ObjectBytes);
  return N;
}

void BytePool::give(void *Object) {
  MEMFACET_CHECK(Object, "give takes what take has returned");
  LockGuard Guard(Mutex);
  push(Object);
}

} // namespace memfacet
