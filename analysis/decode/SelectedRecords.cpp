//===- SelectedRecords.cpp - accesses of a selecting program, expanded ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/SelectedRecords.h"

namespace memfacet::decode {

size_t expandSelected(const uint64_t *Position, size_t Most,
                      const SelectedSites &Sites, uint64_t *Address,
                      AccessInfo *Info) {
  static_assert(SelectedKind::Access == SelectedKind(0));
  for (size_t I = 0; I != Most; ++I, Position += SelectedWords) {
    uint64_t Header = Position[0], Second = Position[1];
    uint32_t Place = selectedSiteHalf(Second) - Sites.Begin;
    uint32_t Value = selectedValue(Second), Bytes = Value & ~ContinuedBit;
    bool Plain = (Header & ~SelectedAddressMask) == SelectedBit &&
                 Place < Sites.Bytes && Bytes - 1 < AccessInfo::MaxSize;
    if (!Plain) [[unlikely]]
      return I;
    Address[I] = selectedAddress(Header);
    Info[I] = Sites.Infos[Place / sizeof(Site)].withValue(Value);
  }
  return Most;
}

} // namespace memfacet::decode
