//===- Cursor.h - the cursor as a local value -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_RECORDING_CURSOR_H
#define MEMFACET_PASS_RECORDING_CURSOR_H

#include "pass/interface/Entries.h"
#include "pass/recording/ThreadValue.h"

namespace memfacet {

/// The cursor of one function, and the record that it leads to.
class Cursor : public ThreadValue {
public:
  /// Reads the thread's cursor before \p Start. Remembers the calls and exits
  /// that \p F has now.
  Cursor(llvm::Function &F, llvm::Instruction *Start, const Entries &Runtime);

  /// The record that was begun last.
  llvm::Value *record(PlainBuilder &B) const;
  void setRecord(PlainBuilder &B, llvm::Value *V) const;
  /// To be called once, after all records were inserted: brings the thread's
  /// cursor up to date at the remembered places.
  void synchronise() { ThreadValue::synchronise(Places); }
  /// Turns the variable, and those of \p Others, into values.
  void finish(llvm::ArrayRef<llvm::AllocaInst *> Others);

private:
  llvm::Function &F;
  SharedPlaces Places;
  llvm::AllocaInst *Record;
};

} // namespace memfacet

#endif
