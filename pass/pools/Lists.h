//===- Lists.h - free lists: pieces that are released ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A free list's head is handed out, and the next becomes the head; a piece that
// is released becomes the head, and keeps the address of the old head.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_POOLS_LISTS_H
#define MEMFACET_PASS_POOLS_LISTS_H

#include "pass/pools/HandOut.h"
#include "llvm/ADT/StringMap.h"

/// A function of the runtime, void (const volatile void *): the piece that
/// starts there ends, if there is one.
#define MEMFACET_PIECE_END "__memfacet_piece_end"

namespace memfacet::pools {

struct FreeList {
  /// Offset of a piece from the address that is the head, or that has the next
  /// number.
  int64_t Offset;
  bool IsNumbered; ///< the head is the number of a piece
};
/// Lists of a module, by the member that is the head.
using FreeLists = llvm::StringMap<FreeList>;

/// Sets the sizes of the list's pieces in \p Found, as far as they are known:
/// the size that the function cuts or asks for if the list is empty, or that of
/// the type \p Element.
void setListSizes(llvm::Function &F, const PromotedCopy &Copy,
                  const llvm::DIType *Element, std::vector<HandOut> &Found);

/// Returns pieces that a function takes off a list for its own variable, which
/// has their type and size: macros do so.
std::vector<HandOut> findPopped(const PromotedCopy &Copy);

/// Inserts the end of the piece at \p Piece + \p Offset at \p InsertPoint.
void emitPieceEnd(llvm::Value *Piece, int64_t Offset,
                  llvm::Instruction &InsertPoint);

/// Inserts into \p F what MEMFACET_FREE would, where pieces are returned to one
/// of \p Lists. Returns whether there is such a place.
bool emitReleases(llvm::Function &F, const FreeLists &Lists);

} // namespace memfacet::pools

#endif
