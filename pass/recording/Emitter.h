//===- Emitter.h - the code that writes records ---------------------------===//

#ifndef MEMFACET_PASS_RECORDING_EMITTER_H
#define MEMFACET_PASS_RECORDING_EMITTER_H

#include "pass/recording/Cursor.h"
#include "pass/interface/Entries.h"
#include "pass/runs/Plan.h"

namespace memfacet {

/// The code of memfacet/Entry.h for run \p R.
struct RecordPart {
  const Run &R;
  const RunPlan &Plan;
  llvm::Value *Header;
  /// The record that the run continues; null: it begins one.
  llvm::Value *Record;
  bool Check;  ///< whether there is room
  bool Verify; ///< every access's address follows the slots
};

/// The word that goes into a slot of such content, for access \p Of; \p V is
/// Slot::Value.
llvm::Value *slotContent(llvm::IRBuilder<> &B, Slot::Content What,
                         llvm::Value *V, const Access &Of);

/// Gets room for a record before \p Start, if there is none.
void checkRoom(llvm::Instruction *Start, const Entries &Runtime, Cursor &Local);

/// Writes how far the record has come.
void storeHeader(PlainBuilder &B, llvm::Value *Header, llvm::Value *Record);

/// The word that tells the address of \p A by itself.
llvm::Value *addressWord(PlainBuilder &B, const Access &A);

/// Inserts it: header, each slot just before the access it is for. Returns the
/// record's address.
llvm::Value *emitRecord(const RecordPart &Part, const Entries &Runtime,
                        Cursor &Local);

/// Where a run only adds itself to the record before it.
void emitJoined(const Run &R, llvm::Value *Header, Cursor &Local);

} // namespace memfacet

#endif
