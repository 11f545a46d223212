//===- LazyMemory.h - memory that comes when it is written ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_LAZYMEMORY_H
#define MEMFACET_SUPPORT_LAZYMEMORY_H

#include <cstddef>

namespace memfacet {

/// Calls the new handler, then throws std::bad_alloc, as operator new does
/// where there is no memory.
[[noreturn]] void failAllocation();

/// Zeroed memory from the system that costs nothing until it is written.
class LazyMemory {
public:
  /// Huge pages are used where the system has them. They are for memory that is
  /// accessed all over, where most of the time goes into finding small pages.
  /// Each costs 2 MiB.
  enum class Pages { Small, Huge };
  explicit LazyMemory(size_t Bytes, Pages Size = Pages::Small);
  ~LazyMemory();
  LazyMemory(LazyMemory &&Other) noexcept;
  LazyMemory(const LazyMemory &) = delete;
  LazyMemory &operator=(const LazyMemory &) = delete;
  void *data() const { return Data; }

private:
  void *Data;
  size_t Bytes;
};

} // namespace memfacet

#endif
