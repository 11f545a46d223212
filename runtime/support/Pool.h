//===- Pool.h - memory that is not the program's heap ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_SUPPORT_POOL_H
#define MEMFACET_RUNTIME_SUPPORT_POOL_H

#include "runtime/support/Lock.h"
#include "runtime/support/Text.h"

namespace memfacet {

struct AddressRange;

/// Fresh zeroed pages, or null.
void *allocatePages(size_t Bytes);

/// The same, away from the kernel's usual place for mappings. For memory that
/// only some ways of recording need: the program's own mappings stay where they
/// are without it.
void *allocatePagesAside(size_t Bytes);
/// Where that memory is, unless others were there.
AddressRange asideRange();

/// Objects of one type that is made of zeroes, from pages of their own; never
/// given back to the system. Thread-safe. Links objects by their first word
/// when free.
template <typename T> class Pool {
public:
  /// A zeroed object, or null when memory is short.
  T *take() {
    LockGuard Guard(Mutex);
    if (!FreeList && !refill())
      return nullptr;
    Node *N = FreeList;
    FreeList = N->Next;
    clearBytes(N, sizeof(T)); // T's state at birth is all zero
    return reinterpret_cast<T *>(N);
  }
  void give(T *Object) {
    MEMFACET_CHECK(Object, "give takes what take has returned");
    LockGuard Guard(Mutex);
    push(Object);
  }
  /// In a forked child whose parent had other threads, one of which may have
  /// been inside: what was free is leaked rather than trusted.
  void reset() {
    Mutex.reset();
    FreeList = nullptr;
  }

private:
  struct Node {
    Node *Next;
  };
  static constexpr size_t PageBytes = 4096,
                          Bytes = (sizeof(T) + PageBytes - 1) / PageBytes *
                                  PageBytes;
  static_assert(sizeof(T) >= sizeof(Node));

  void push(void *Memory) {
    Node *N = static_cast<Node *>(Memory);
    N->Next = FreeList;
    FreeList = N;
  }
  bool refill() {
    char *Memory = static_cast<char *>(allocatePages(Bytes));
    for (size_t Offset = 0; Memory && Offset + sizeof(T) <= Bytes;
         Offset += sizeof(T))
      push(Memory + Offset);
    return Memory;
  }

  Lock Mutex;
  Node *FreeList = nullptr;
};

} // namespace memfacet

#endif
