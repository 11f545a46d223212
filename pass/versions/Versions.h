//===- Versions.h - a second body of a function, that only counts ---------===//
//
// A thread that records nothing at the moment has a virtual cursor
// (memfacet/Entry.h): nothing can be written there, but it can be advanced and
// compared. For such a thread, a function has a second body, the counting one:
// a copy of the first, made after all recording code was inserted there,
// without the stores of records. So it adds to the cursor exactly what the
// recording body adds.
//
// Which body runs is decided where the function is entered and, after that,
// only behind the slow path of the checks for room: control goes on before the
// same check of the other body.
//
//   entry:  cursor = __memfacet_cursor; cursor < 0 ? counting : recording
//   slow:   __memfacet_switch(); cursor < 0 ? counting check : recording check
//
// Calls need no test. When a callee has changed the mode, the limit of the
// running body is 0. The check that follows every call then finds no room, and
// the slow path sees the sign. Loops with a check at their head are entered
// only there, so they stay natural loops in both bodies.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_VERSIONS_VERSIONS_H
#define MEMFACET_PASS_VERSIONS_VERSIONS_H

#include "pass/recording/Cursor.h"
#include "pass/versions/LabelTables.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace memfacet {

/// Whether \p F, apart from its labels (LabelTables.h), can be copied and
/// entered in the middle. Not with setjmp, tokens (coroutines, Windows'
/// exceptions), calls that must not be duplicated, or when \p F is very large.
/// Such a function has only its recording body, which the runtime gives memory
/// to write to.
bool canHaveTwoVersions(const llvm::Function &F);

/// Adds the counting body to \p F, unless the address of a label is alive where
/// control may change bodies. All recording code must be there, the cursor
/// still being the variable of \p Local. Returns variables that the caller must
/// turn into values together with it; \p Fast receives the blocks of the new
/// body.
llvm::SmallVector<llvm::AllocaInst *, 0>
addFastVersion(llvm::Function &F, const Cursor &Local, const Entries &Runtime,
               const LabelUses &Labels,
               llvm::SmallVectorImpl<llvm::BasicBlock *> &Fast);

/// To be called afterwards: removes what \p Fast computes for records only.
void dropUnused(llvm::ArrayRef<llvm::BasicBlock *> Fast);

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
