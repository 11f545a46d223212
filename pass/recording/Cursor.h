//===- Cursor.h - the cursor as a local value -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_RECORDING_CURSOR_H
#define MEMFACET_PASS_RECORDING_CURSOR_H

#include "pass/interface/Entries.h"
#include "pass/recording/ThreadValue.h"

namespace memfacet::recording {

/// The cursor of one function, and the record that it leads to.
class Cursor : public ThreadValue {
public:
  /// Reads the thread's cursor before \p Start. Remembers the calls and exits
  /// that \p F has now.
  Cursor(llvm::Function &F, llvm::Instruction *Start,
         const interface::Entries &Runtime);

  /// Returns the record that was begun last.
  llvm::Value *record(interface::PlainBuilder &B) const;
  void setRecord(interface::PlainBuilder &B, llvm::Value *V) const;
  /// Brings the thread's cursor up to date at the remembered places. To be
  /// called once, after all records were inserted.
  void synchronise() { ThreadValue::synchronise(Places); }
  /// Turns the variables of this cursor, and \p Allocas, into values. Must be
  /// the last call.
  void finish(llvm::ArrayRef<llvm::AllocaInst *> Allocas);

private:
  llvm::Function &F;
  SharedPlaces Places;
  llvm::AllocaInst *Record;
};

} // namespace memfacet::recording

#endif
