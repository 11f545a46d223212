//===- support/LazyMemory.h - memory that comes when it is written --------===//

#ifndef MEMFACET_SUPPORT_LAZYMEMORY_H
#define MEMFACET_SUPPORT_LAZYMEMORY_H

#include <cstddef>

namespace memfacet {

/// Zeroed memory from the system that costs nothing until it is written.
class LazyMemory {
public:
  explicit LazyMemory(size_t Bytes);
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
