//===- SelectedRecords.h - accesses of a selecting program, expanded ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_DECODE_SELECTEDRECORDS_H
#define MEMFACET_DECODE_SELECTEDRECORDS_H

#include "analysis/decode/Batch.h"

namespace memfacet::decode {

/// A table of sites, by the low halves of their addresses.
struct SelectedSites {
  uint32_t Begin = 0, Bytes = 0;
  const AccessInfo *Infos = nullptr; ///< index: row; the sizes are 0
};

/// Expands records from \p Position on, at most \p Most, to \p Address and \p
/// Info. Returns how many: the next record is no access, has no site of \p
/// Sites or is of no usual size.
using SelectedExpansion = size_t(const uint64_t *Position, size_t Most,
                                 const SelectedSites &Sites, uint64_t *Address,
                                 AccessInfo *Info);
SelectedExpansion expandSelected;

/// Returns the fastest expansion; with \p Scalar, the one without vectors.
SelectedExpansion *bestSelectedExpansion(bool Scalar);

} // namespace memfacet::decode

#endif
