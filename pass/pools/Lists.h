//===- Lists.h - free lists: pieces that come back ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A free list's head is handed out, and the next becomes the head; a piece that
// is released becomes the head, and remembers what was the head before.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_POOLS_LISTS_H
#define MEMFACET_PASS_POOLS_LISTS_H

#include "pass/pools/HandedOut.h"
#include "llvm/ADT/StringMap.h"

/// void (const volatile void *): the piece that starts there ends, if there is
/// one. Of the runtime's.
#define MEMFACET_PIECE_END "__memfacet_piece_end"

namespace memfacet {

/// Lists of a module, by the member that is the head: how far behind the head's
/// address a piece begins.
using FreeLists = llvm::StringMap<int64_t>;

/// The list's pieces in \p Found get a size, as far as one can be told: what
/// the function cuts or asks for if the list is empty, or that of the type
/// \p Element.
void setListSizes(llvm::Function &F, const PromotedCopy &Copy,
                  const llvm::DIType *Element, std::vector<HandedOut> &Found);

/// Pieces that a function takes off a list for a variable of its own, which
/// tells their type and size: macros do so.
std::vector<HandedOut> findPopped(const PromotedCopy &Copy);

/// Inserts into \p F what MEMFACET_FREE would, where pieces come back to one of
/// \p Lists. Whether there is such a place.
bool emitReleases(llvm::Function &F, const FreeLists &Lists);

} // namespace memfacet

#endif
