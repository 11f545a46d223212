//===- SelfMaps.cpp - the process's own memory map ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/support/SelfMaps.h"
#include <sys/resource.h>

namespace memfacet {

AddressRange mappingOf(uint64_t Address) {
  MapsReader Reader;
  for (AddressRange Range; Reader.next(Range);)
    if (Range.Low <= Address && Address < Range.High)
      return Range;
  return {};
}

AddressRange mainStack(uint64_t Address) {
  // Without a limit, a stack is taken to be at most this large.
  constexpr uint64_t MaxStackBytes = uint64_t(1) << 30;
  // The kernel keeps at least this free below a growing stack.
  constexpr uint64_t GapBytes = 1 << 20;
  uint64_t Limits[2] = {MaxStackBytes, 0};
  sys::call(__NR_prlimit64, 0, RLIMIT_STACK, 0, sys::word(Limits));
  uint64_t Extent = Limits[0] < MaxStackBytes ? Limits[0] : MaxStackBytes;
  uint64_t PreviousEnd = 0;
  MapsReader Reader;
  for (AddressRange Range; Reader.next(Range); PreviousEnd = Range.High) {
    if (Address < Range.Low || Address >= Range.High)
      continue;
    uint64_t Low = Range.High > Extent ? Range.High - Extent : 0;
    if (Low < PreviousEnd + GapBytes)
      Low = PreviousEnd + GapBytes;
    return {Low < Range.Low ? Low : Range.Low, Range.High};
  }
  return {};
}

} // namespace memfacet
