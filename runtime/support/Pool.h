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

/// Hands out memory for objects of one size, from pages of their own. The pages
/// are never given back to the system. Thread-safe. The first word of a free
/// object links it to the next one.
class BytePool {
public:
  /// Empties the pool in a forked child. Another thread of the parent may have
  /// been inside, so free objects are leaked rather than trusted.
  void reset() {
    Mutex.reset();
    FreeList = nullptr;
  }

protected:
  void *take(size_t ObjectBytes);
  void give(void *Object);

private:
  struct Node {
    Node *Next;
  };

  void push(void *Memory);
  bool refill(size_t ObjectBytes);

  Lock Mutex;
  Node *FreeList = nullptr;
};

/// Hands out objects of one type, whose initial state is all zeroes.
template <typename T> class Pool : public BytePool {
public:
  /// Returns a zeroed object, or null when memory is short.
  T *take() { return static_cast<T *>(BytePool::take(sizeof(T))); }
  void give(T *Object) { BytePool::give(Object); }

private:
  static_assert(sizeof(T) >= sizeof(void *));
};

} // namespace memfacet

#endif
