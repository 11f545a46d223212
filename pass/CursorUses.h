//===- pass/CursorUses.h - what inserted code does with the cursor --------===//

#ifndef MEMFACET_PASS_CURSORUSES_H
#define MEMFACET_PASS_CURSORUSES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace memfacet {

/// Found from the variable alone, so that nobody who inserts records has to
/// tell what he inserted.
struct CursorUses {
  explicit CursorUses(llvm::AllocaInst &Cursor);

  /// Stores of words into records.
  llvm::SmallVector<llvm::StoreInst *, 16> Words;
  /// Stores of the cursor, moved on by so many bytes since it was last loaded
  /// in the same block.
  llvm::DenseMap<llvm::StoreInst *, int64_t> Advances;
};

} // namespace memfacet

#endif
