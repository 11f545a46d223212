//===- Pieces.h - structures that a pool hands out ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_ANALYSIS_RESULT_PROFILE_PIECES_H
#define MEMFACET_ANALYSIS_RESULT_PROFILE_PIECES_H

#include "analysis/result/profile/Profile.h"

namespace memfacet::result {

/// Returns whether the objects of \p S are pieces of others, which a pool hands
/// out: the allocator knows nothing of their lives.
inline bool arePieces(const Structure &S) {
  return S.Kind == StructureKind::Heap && S.Lives.PeakObjects != 0 &&
         S.Lives.Timed == 0;
}

} // namespace memfacet::result

#endif
