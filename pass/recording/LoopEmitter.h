//===- LoopEmitter.h - the code that writes a loop's records --------------===//

#ifndef MEMFACET_PASS_RECORDING_LOOPEMITTER_H
#define MEMFACET_PASS_RECORDING_LOOPEMITTER_H

#include "pass/recording/Cursor.h"
#include "pass/interface/Entries.h"
#include "pass/runs/LoopPaths.h"

namespace memfacet {

/// A loop whose iterations share records.
struct LoopRecord {
  const Run &R;
  const LoopPath &Path;
  llvm::Constant *Header; ///< of the first iteration; the others' rows follow
  bool Verify; ///< every access's address follows an iteration's own slots
};

/// Inserts what \p Loop does:
///
///   before      row = last
///   each time   if (row == last) begin a record, row = first
///               else row += 1, header = row
///               write this iteration's own slots
///
/// Returns the variable of the row, which the cursor is to make a value.
llvm::AllocaInst *emitLoopRecord(const LoopRecord &Loop, const Entries &Runtime,
                                 Cursor &Local);

} // namespace memfacet

#endif
