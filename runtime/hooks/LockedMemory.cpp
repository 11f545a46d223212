//===- LockedMemory.cpp - mlockall without the runtime's memory -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/hooks/LockedMemory.h"
#include "runtime/hooks/Next.h"
#include "runtime/support/Pool.h"
#include "runtime/support/SelfMaps.h"

namespace memfacet::hooks {

namespace {

struct NextLockedMemory {
  NextFunction<int(int)> All{"mlockall"};
};
constinit NextLockedMemory Next;
MEMFACET_FIND_AT_START(Next);

/// The flag of mlock2.
constexpr long LockOnFault = 1;

/// Large mappings of the runtime, ordered by address.
struct OwnMemory {
  AddressRange Ranges[3];

  OwnMemory() {
    const process::Process &P = process::process();
    auto Base = reinterpret_cast<uint64_t>(P.Base);
    Ranges[0] = asideRange();
    if (Base)
      Ranges[1] = {Base, Base + regionBytes(P.ChunkCount) + P.Header->HeldSize};
    Ranges[2] = P.StackRoom;
  }
};

/// Calls \p Visit(Low, High) for the parts of \p Range that are not the
/// runtime's.
template <typename Visitor>
void forProgramParts(const OwnMemory &Memory, AddressRange Range,
                     Visitor Visit) {
  for (const AddressRange &OwnRange : Memory.Ranges) {
    if (OwnRange.High <= Range.Low || OwnRange.Low >= Range.High)
      continue;
    if (Range.Low < OwnRange.Low)
      Visit(Range.Low, OwnRange.Low);
    Range.Low = OwnRange.High;
    if (Range.Low >= Range.High)
      return;
  }
  Visit(Range.Low, Range.High);
}

/// Calls \p Visit for all memory of the program.
template <typename Visitor> void forProgramMemory(Visitor Visit) {
  constexpr uint64_t KernelBegin = uint64_t(1) << 63; // vsyscall
  const OwnMemory Memory;
  auto VisitParts = [&](AddressRange Range) {
    if (Range.High < KernelBegin)
      forProgramParts(Memory, Range, Visit);
  };
  forMappings(VisitParts);
}

long lock(uint64_t Low, uint64_t High, long Flags) {
  return sys::call(__NR_mlock2, long(Low), long(High - Low), Flags);
}

} // namespace

int lockPresent(bool OnFault) {
  long Error = 0;
  // This fails only if rights are missing. Bringing pages in may fail where the
  // program may not read, which mlockall ignores.
  forProgramMemory([&](uint64_t Low, uint64_t High) {
    if (!sys::failed(Error))
      Error = lock(Low, High, LockOnFault);
  });
  if (sys::failed(Error)) {
    sys::call(__NR_munlockall);
    return int(-Error);
  }
  if (!OnFault)
    forProgramMemory([&](uint64_t Low, uint64_t High) { lock(Low, High, 0); });
  return 0;
}

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

MEMFACET_HOOK int mlockall(int Flags) noexcept {
  return lockAll(Flags, [](int CallFlags) { return Next.All(CallFlags); });
}
