//===- StackRoom.cpp - stacks for larger frames ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/process/StackRoom.h"
#include "memfacet/Check.h"
#include "runtime/process/Process.h"
#include <sys/mman.h>
#include <sys/resource.h>

namespace memfacet::process {

namespace {

/// The kernel keeps at least this free below a stack.
constexpr uint64_t GapBytes = 1 << 20;

bool mapGrowing(uint64_t Low, uint64_t Bytes) {
  constexpr int NoReplace = 0x100000; // MAP_FIXED_NOREPLACE
  // A stack may grow down to the upper end of another stack, but keeps a
  // distance from other memory.
  long Address =
      sys::mmap(reinterpret_cast<void *>(Low), Bytes, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN | MAP_NORESERVE |
                    MAP_STACK | NoReplace,
                -1, 0);
  if (Address == long(Low))
    return true;
  if (!sys::failed(Address)) // older kernels take the address as a hint
    sys::munmap(reinterpret_cast<void *>(Address), Bytes);
  return false;
}

/// Returns the end of the mapping below \p Address.
uint64_t endBelow(uint64_t Address) {
  uint64_t End = 0;
  forMappings([&](AddressRange Range) {
    if (Range.High <= Address)
      End = Range.High;
  });
  return End;
}

} // namespace

AddressRange mapStackRoom(AddressRange Stack) {
  MEMFACET_CHECK(Stack.Low <= Stack.High, "a stack grows down from its end");
  constexpr uint64_t Page = 4096;
  uint64_t Limit = sys::limitOf(RLIMIT_STACK) & ~(Page - 1);
  if (Limit > Stack.High || Stack.High - Limit != Stack.Low)
    return {}; // no limit, or something else is nearer
  uint64_t Lowest = endBelow(Stack.Low) + GapBytes;
  if (Lowest >= Stack.Low)
    return {};
  uint64_t Bytes = (StackGrowth - 1) * Limit;
  if (Bytes > Stack.Low - Lowest)
    Bytes = Stack.Low - Lowest;
  if (!mapGrowing(Stack.Low - Bytes, Bytes))
    return {};
  return {Stack.Low - Bytes, Stack.Low};
}

RoomyAttributes::RoomyAttributes(const pthread_attr_t *Original)
    : Original(Original) {
  void *Place = nullptr;
  size_t Bytes = 0;
  if (Original)
    copyBytes(&Copy, Original, sizeof(Copy));
  else if (pthread_attr_init(&Copy) != 0)
    return;
  pthread_attr_getstack(&Copy, &Place, &Bytes);
  // The end of the stack is 0 where the program has chosen none.
  bool IsChosen = static_cast<char *>(Place) + Bytes != nullptr;
  // Locked memory gets its pages at once.
  IsLarger = !IsChosen && !process().LocksNewMemory.load() &&
             pthread_attr_getstacksize(&Copy, &Bytes) == 0 &&
             pthread_attr_setstacksize(&Copy, StackGrowth * Bytes) == 0;
}

RoomyAttributes::~RoomyAttributes() {
  if (!Original)
    pthread_attr_destroy(&Copy);
}

} // namespace memfacet::process
