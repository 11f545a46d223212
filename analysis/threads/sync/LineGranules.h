//===- LineGranules.h - the bytes of a line, as 64 bits -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Example: a line of 64 bytes has granules of one byte, one of 256 bytes has
// granules of 4.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_THREADS_SYNC_LINEGRANULES_H
#define MEMFACET_THREADS_SYNC_LINEGRANULES_H

#include "memfacet/UsedBytes.h"
#include <algorithm>
#include <cstdint>

namespace memfacet::threads {

/// Returns the bytes of a granule of a line of \p LineBytes.
constexpr uint64_t granuleBytes(uint64_t LineBytes) {
  constexpr uint64_t Granules = 64;
  return std::max<uint64_t>((LineBytes + Granules - 1) / Granules, 1);
}

/// Returns the end of the part of an access of \p Bytes that is counted: the
/// first 64 lines. Further lines of a long copy matter little.
constexpr uint64_t countedEnd(uint64_t Address, uint64_t Bytes,
                              uint64_t LineBytes) {
  constexpr uint64_t MostLines = 64;
  return Address + std::min(Bytes, MostLines * LineBytes);
}

/// Adds an access to [\p Begin, \p End) of the line at \p LineBegin to \p U,
/// which has Accesses, Writes, Bytes and Written. \p Used is of the whole
/// access, which begins at \p Address.
template <typename LineUse>
void addAccess(LineUse &U, uint64_t Begin, uint64_t End, uint64_t LineBegin,
               uint64_t Granule, uint64_t Address, UsedBytes Used,
               bool IsWrite) {
  uint64_t Bits = 0;
  for (uint64_t Byte = Begin; Byte != End; ++Byte)
    Bits |= uint64_t(Used.has(Byte - Address))
            << ((Byte - LineBegin) / Granule);
  ++U.Accesses;
  U.Writes += IsWrite;
  U.Bytes |= Bits;
  U.Written |= IsWrite ? Bits : 0;
}

} // namespace memfacet::threads

#endif
