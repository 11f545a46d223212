//===- CursorUses.h - what inserted code does with the cursor -------------===//

#ifndef MEMFACET_PASS_VERSIONS_CURSORUSES_H
#define MEMFACET_PASS_VERSIONS_CURSORUSES_H

#include "pass/recording/Cursor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace memfacet {

/// Pointers into records are never live where the other body may be entered:
/// between the check for a record and its end there is no other check.
struct CursorUses {
  explicit CursorUses(const Cursor &Local);

  llvm::SmallSetVector<llvm::Instruction *, 32> Pointers; ///< into records
  /// Stores of words into records, and to the variable that holds the record.
  llvm::SmallVector<llvm::StoreInst *, 16> Words;
  /// Stores of the cursor, moved on by so many bytes.
  const llvm::DenseMap<llvm::StoreInst *, int64_t> &Advances;
};

} // namespace memfacet

#endif
