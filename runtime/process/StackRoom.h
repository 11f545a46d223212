//===- StackRoom.h - stacks for larger frames -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inserted code makes frames larger, especially without optimisation. A program
// that recurses deeply must not overflow its stack because of that.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_PROCESS_STACKROOM_H
#define MEMFACET_RUNTIME_PROCESS_STACKROOM_H

#include "runtime/support/SelfMaps.h"
#include <pthread.h>

namespace memfacet::process {

/// The stack is this number of times as large as without MemFacet. Without
/// optimisation, frames of 64 bytes become frames of 160.
constexpr uint64_t StackGrowth = 3;

/// Maps memory directly below the main thread's \p Stack, so that the stack can
/// go on there. The kernel's limit does not change, because the program and its
/// children may read it. Returns an empty range where there is no room.
AddressRange mapStackRoom(AddressRange Stack);

/// The attributes for creating a thread, with a larger stack unless the program
/// has chosen where the stack is.
class RoomyAttributes {
public:
  /// \p Original may be null.
  explicit RoomyAttributes(const pthread_attr_t *Original);
  ~RoomyAttributes();
  RoomyAttributes(const RoomyAttributes &) = delete;
  RoomyAttributes &operator=(const RoomyAttributes &) = delete;

  const pthread_attr_t *get() const { return IsLarger ? &Copy : Original; }
  bool isLarger() const { return IsLarger; }

private:
  const pthread_attr_t *Original;
  pthread_attr_t Copy;
  bool IsLarger = false;
};

} // namespace memfacet::process

#endif
