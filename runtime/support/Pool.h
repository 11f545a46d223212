//===- Pool.h - memory that is not the program's heap ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_SUPPORT_POOL_H
#define MEMFACET_RUNTIME_SUPPORT_POOL_H

#include "runtime/support/Lock.h"
#include "runtime/support/Text.h"

namespace memfacet {

struct AddressRange;

/// Returns fresh zeroed pages, or null.
void *allocatePages(size_t Bytes);

/// Returns pages like allocatePages, away from the kernel's usual place for
/// mappings. Only some ways of recording need such memory, and the program's
/// own mappings are to stay where they would be without it.
void *allocatePagesAside(size_t Bytes);
/// Returns the range of that memory. Where other mappings were in the way, the
/// kernel may have put pages elsewhere.
AddressRange asideRange();

/// Hands out objects of one type, whose initial state is all zeroes, from pages
/// of their own. The pages are never given back to the system. Thread-safe. The
/// first word of a free object links it to the next one.
template <typename T> class Pool {
public:
  /// Returns a zeroed object, or null when memory is short.
  T *take() {
    LockGuard Guard(Mutex);
    if (!FreeList && !refill())
      return nullptr;
    Node *N = FreeList;
    FreeList = N->Next;
    clearBytes(N, sizeof(T)); // T's initial state is all zeroes
    return reinterpret_cast<T *>(N);
  }
  void give(T *Object) {
    MEMFACET_CHECK(Object, "give takes what take has returned");
    LockGuard Guard(Mutex);
    push(Object);
  }
  /// Empties the pool in a forked child. Another thread of the parent may have
  /// been inside, so free objects are leaked rather than trusted.
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
