//===- SelfMaps.cpp - the process's own memory map ------------------------===//

#include "runtime/process/SelfMaps.h"
#include "runtime/support/Syscall.h"
#include "runtime/support/Text.h"
#include <sys/resource.h>

namespace memfacet {

namespace {

/// Reads the address ranges of /proc/self/maps. Small, because it may run on a
/// tiny thread stack.
class MapsReader {
public:
  MapsReader() : Fd(int(sys::open("/proc/self/maps", 0))) {}
  ~MapsReader() {
    if (Fd >= 0)
      sys::close(Fd);
  }
  MapsReader(const MapsReader &) = delete;
  MapsReader &operator=(const MapsReader &) = delete;

  /// False at the end.
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
    if (At == Filled) {
      At = 0;
      Filled = Fd < 0 ? 0 : sys::read(Fd, Buffer, sizeof(Buffer));
      if (Filled <= 0)
        return Filled = 0, false;
    }
    C = Buffer[At++];
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
  long At = 0, Filled = 0;
  char Buffer[192];
};

} // namespace

AddressRange mappingOf(uint64_t Address) {
  MapsReader Reader;
  for (AddressRange Range; Reader.next(Range);)
    if (Range.Low <= Address && Address < Range.High)
      return Range;
  return {};
}

AddressRange mainStack(uint64_t Address) {
  // Without a limit a stack is still not taken to be larger than this.
  constexpr uint64_t MaxStackBytes = uint64_t(1) << 30;
  // The kernel keeps at least this free below a growing stack.
  constexpr uint64_t GapBytes = 1 << 20;
  uint64_t Limits[2] = {MaxStackBytes, 0};
  sys::call(__NR_prlimit64, 0, RLIMIT_STACK, 0, sys::word(Limits));
  uint64_t Extent = Limits[0] < MaxStackBytes ? Limits[0] : MaxStackBytes;
  uint64_t Below = 0;
  MapsReader Reader;
  for (AddressRange Range; Reader.next(Range); Below = Range.High) {
    if (Address < Range.Low || Address >= Range.High)
      continue;
    uint64_t Low = Range.High > Extent ? Range.High - Extent : 0;
    if (Low < Below + GapBytes)
      Low = Below + GapBytes;
    return {Low < Range.Low ? Low : Range.Low, Range.High};
  }
  return {};
}

} // namespace memfacet
