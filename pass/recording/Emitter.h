//===- Emitter.h - the code that writes records ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_RECORDING_EMITTER_H
#define MEMFACET_PASS_RECORDING_EMITTER_H

#include "pass/interface/Entries.h"
#include "pass/recording/Cursor.h"
#include "pass/runs/LoopPaths.h"
#include "pass/runs/Plan.h"

namespace memfacet::recording {

/// The code of memfacet/Entry.h for run \p R.
struct RunRecord {
  const runs::Run &R;
  const runs::RunPlan &Plan;
  llvm::Value *Header; ///< null: Paths::IsSilent
  /// The record that the run continues; null: it begins one.
  llvm::Value *Record;
  bool Check;  ///< first, check whether there is room
  bool Verify; ///< every access's address follows the slots
};

/// Inserts before \p Start code that gets room for a record if there is none.
void checkRoom(llvm::Instruction *Start, const interface::Entries &Runtime,
               Cursor &Local);

/// Stores the header, which says how far the record goes.
void storeHeader(interface::PlainBuilder &B, llvm::Value *Header,
                 llvm::Value *Record);

/// Inserts code that computes the address of \p A; null where it has none.
llvm::Value *addressWord(interface::PlainBuilder &B, const accesses::Access &A);

/// Inserts the record's code: the header, and each slot just before the access
/// it is for. Returns the record's address.
llvm::Value *emitRecord(const RunRecord &Part,
                        const interface::Entries &Runtime, Cursor &Local);

/// Stores the header of a junction (Paths::IsJunction) into the record that was
/// begun last.
void emitJunction(const runs::Run &R, llvm::Value *Header, Cursor &Local);

/// A loop whose iterations share records.
struct LoopRecord {
  const runs::Run &R;
  const runs::LoopPath &Path;
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
/// Returns the variable of the row, which the caller must turn into a value
/// together with the cursor.
llvm::AllocaInst *emitLoopRecord(const LoopRecord &Loop,
                                 const interface::Entries &Runtime,
                                 Cursor &Local);

} // namespace memfacet::recording

#endif
