//===- StackRoom.h - stacks for larger frames -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inserted code makes frames larger, most of all without optimisation. A
// program that recurses deeply must not overflow its stack because of that.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_PROCESS_STACKROOM_H
#define MEMFACET_RUNTIME_PROCESS_STACKROOM_H

#include "runtime/support/SelfMaps.h"
#include <pthread.h>

namespace memfacet {

/// So many times the stack that the program would have. Without optimisation,
/// frames of 64 bytes become frames of 160.
constexpr uint64_t StackGrowth = 3;

/// Maps memory below the main thread's stack: where \p Stack ends, what grows
/// goes on there. The kernel's limit stays as it is, for the program and for
/// its children to see. Empty: there is no room.
AddressRange mapStackRoom(AddressRange Stack);

/// The attributes of a thread to be created, with more room unless the program
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

} // namespace memfacet

#endif
