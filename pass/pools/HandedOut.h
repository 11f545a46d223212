//===- HandedOut.h - pieces of a block that a function returns ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only the shape of the code. Whether the function is an allocator at all,
// others decide (Verdict.h).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_POOLS_HANDEDOUT_H
#define MEMFACET_PASS_POOLS_HANDEDOUT_H

#include "pass/pools/Places.h"
#include "pass/pools/SizeForm.h"
#include <vector>

namespace memfacet {

enum class HandOutKind {
  /// A cursor moved over the piece, up or down.
  Up,
  Down,
  /// The piece was the head of a list, and said itself what is next.
  List,
};

/// A piece of a block, all in a promoted copy.
struct HandedOut {
  HandOutKind Kind;
  const llvm::Value *Result;
  /// Moves the cursor behind the piece, or the list's head to the next.
  const llvm::Instruction *Moves;
  /// Bytes; nothing: not known.
  std::optional<SizeForm> Size;
  /// What Moves writes.
  Member Cursor;
  /// What points to the block that the pieces are cut from, or is it: the
  /// cursor itself, or what it is an offset to.
  Member Block;
  /// Of a list: so far behind the head's address the piece begins.
  int64_t Header = 0;
};

/// What the function may return.
struct ReturnedValue {
  const llvm::Value *V;
  /// The branch behind which it is returned, or the return itself.
  const llvm::Instruction *Edge;
};
std::vector<ReturnedValue> returnedValues(const llvm::Function &Body);

/// All that the function hands out, by whatever moves: of one result, there may
/// be several.
std::vector<HandedOut> findHandedOut(const PromotedCopy &Copy);

/// The same for the first piece of a fresh chunk, whose cursor is one of
/// others' ("pool->last = m + size; return m"), or that is cut to pieces for a
/// list of others ("list = block->next; return block").
std::vector<HandedOut>
findFirstPieces(const PromotedCopy &Copy,
                llvm::function_ref<bool(const Member &)> IsCursor,
                llvm::function_ref<bool(const Member &)> IsList);

} // namespace memfacet

#endif
