//===- SelfMaps.h - the process's own memory map --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_SUPPORT_SELFMAPS_H
#define MEMFACET_RUNTIME_SUPPORT_SELFMAPS_H

#include "runtime/support/Syscall.h"
#include "runtime/support/Text.h"

namespace memfacet {

/// A half-open range; {0, 0}: unknown.
struct AddressRange {
  uint64_t Low = 0, High = 0;
};

/// Reads the address ranges of /proc/self/maps. The object is small, because it
/// may be on a tiny thread stack.
class MapsReader {
public:
  MapsReader() : Fd(int(sys::open("/proc/self/maps", 0))) {}
  ~MapsReader() {
    if (Fd >= 0)
      sys::close(Fd);
  }
  MapsReader(const MapsReader &) = delete;
  MapsReader &operator=(const MapsReader &) = delete;

  /// Reads the next range into \p Range. Returns false at the end.
  bool next(AddressRange &Range) {
    char Separator = 0;
    if (!number(Range.Low, Separator) || Separator != '-' ||
        !number(Range.High, Separator))
      return false;
    while (Separator != '\n')
      if (!character(Separator))
        return false;
    return true;
  }

private:
  bool character(char &C) {
    if (Position == Filled) {
      Position = 0;
      Filled = Fd < 0 ? 0 : sys::read(Fd, Buffer, sizeof(Buffer));
      if (Filled <= 0)
        return Filled = 0, false;
    }
    C = Buffer[Position++];
    return true;
  }
  bool number(uint64_t &Value, char &Separator) {
    Value = 0;
    while (character(Separator)) {
      Text Digit(&Separator, 1);
      uint64_t V = takeNumber(Digit, 16);
      if (!Digit.empty())
        return true;
      Value = Value * 16 + V;
    }
    return false;
  }

  int Fd;
  long Position = 0, Filled = 0;
  char Buffer[192];
};

/// Calls \p Visit with each mapping, the lowest first.
template <typename Visitor> void forMappings(Visitor Visit) {
  MapsReader Reader;
  for (AddressRange Range; Reader.next(Range);)
    Visit(Range);
}

/// Returns the mapping that holds \p Address.
AddressRange mappingOf(uint64_t Address);

/// Returns the range into which the main thread's stack, which holds \p
/// Address, may grow: down to its limit, or to the mapping below it.
AddressRange mainStack(uint64_t Address);

} // namespace memfacet

#endif
