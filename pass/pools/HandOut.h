//===- HandOut.h - pieces of a block that a function returns --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Judges only the shape of the code. Verdict.h decides whether the function is
// an allocator at all.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_POOLS_HANDOUT_H
#define MEMFACET_PASS_POOLS_HANDOUT_H

#include "pass/pools/Places.h"
#include "pass/pools/SizeForm.h"
#include <vector>

namespace memfacet::pools {

enum class HandOutKind {
  /// A cursor moved over the piece, up or down.
  Upward,
  Downward,
  /// The piece was the head of a list, and contained the next one's address, or
  /// its number.
  List,
  /// The piece is one that a search found: Move is where it is returned.
  Searched,
};

/// A piece of a block that is returned. All values are those of a promoted
/// copy.
struct HandOut {
  HandOutKind Kind;
  const llvm::Value *Result;
  /// Moves the cursor past the piece, or the list's head to the next.
  const llvm::Instruction *Move;
  /// The bytes of the piece; nothing: not known.
  std::optional<SizeForm> Size;
  /// The member or global that Move writes.
  Member Cursor;
  /// The block that the pieces are cut from, or the pointer to it: the cursor
  /// itself, or its base.
  Member Block;
  /// The piece's offset from the head's address, for a list.
  int64_t Header = 0;
  /// The list has numbers of pieces: Header is the offset from the next one's.
  bool IsNumbered = false;
};

/// A value that the function may return.
struct ReturnedValue {
  const llvm::Value *Value;
  /// The branch after which the value is returned, or the return itself.
  const llvm::Instruction *Edge;
};
std::vector<ReturnedValue> returnedValues(const llvm::Function &Body);

/// Returns all hand-outs of the function; several may have the same result.
std::vector<HandOut> findHandOuts(const PromotedCopy &Copy);

/// Returns hand-outs of the first piece of a fresh chunk, whose cursor is one
/// of other functions ("pool->last = m + size; return m"), or that is cut to
/// pieces for their list ("list = block->next; return block").
std::vector<HandOut>
findFirstPieces(const PromotedCopy &Copy,
                llvm::function_ref<bool(const Member &)> IsCursor,
                llvm::function_ref<bool(const Member &)> IsList);

} // namespace memfacet::pools

#endif
