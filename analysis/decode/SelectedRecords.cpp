//===- SelectedRecords.cpp - accesses of a selecting program, expanded ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/SelectedRecords.h"

namespace memfacet::decode {

size_t expandSelected(const uint64_t *At, size_t Most, const SelectedSites &Of,
                      uint64_t *Address, AccessInfo *Info) {
  static_assert(SelectedKind::Access == SelectedKind(0));
  for (size_t I = 0; I != Most; ++I, At += SelectedWords) {
    uint64_t Header = At[0], Second = At[1];
    uint32_t Place = selectedSiteHalf(Second) - Of.Begin;
    uint32_t Bytes = selectedValue(Second);
    bool Plain = (Header & ~SelectedAddressMask) == SelectedBit &&
                 Place < Of.Bytes && Bytes - 1 < AccessInfo::MaxSize;
    if (!Plain) [[unlikely]]
      return I;
    Address[I] = selectedAddress(Header);
    Info[I] = Of.Infos[Place / sizeof(Site)].withSize(Bytes);
  }
  return Most;
}

} // namespace memfacet::decode
