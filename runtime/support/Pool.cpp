//===- runtime/support/Pool.cpp - memory that is not the program's heap ---===//

#include "runtime/support/Pool.h"
#include <sys/mman.h>

namespace memfacet {

void *allocatePages(size_t Bytes) {
  long At = sys::mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return sys::failed(At) ? nullptr : reinterpret_cast<void *>(At);
}

} // namespace memfacet
