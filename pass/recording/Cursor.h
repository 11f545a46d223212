//===- Cursor.h - the cursor as a local value -----------------------------===//

#ifndef MEMFACET_PASS_RECORDING_CURSOR_H
#define MEMFACET_PASS_RECORDING_CURSOR_H

#include "pass/interface/Entries.h"
#include "pass/recording/ThreadValue.h"
#include "llvm/ADT/DenseMap.h"

namespace memfacet {

/// The cursor of one function, and the record that it leads to.
class Cursor : public ThreadValue {
public:
  /// Reads the thread's cursor before \p Start. Remembers the calls and exits
  /// that \p F has now.
  Cursor(llvm::Function &F, llvm::Instruction *Start, const Entries &Runtime);

  /// Sets it to \p V, which lies so many words behind what it was, whichever
  /// way control has come.
  void advance(PlainBuilder &B, llvm::Value *V, unsigned Words);
  /// The record that was begun last.
  llvm::Value *record(PlainBuilder &B) const;
  void setRecord(PlainBuilder &B, llvm::Value *V) const;
  /// Once, when all records are in: brings the thread's cursor up to date at
  /// the remembered places.
  void synchronise() { ThreadValue::synchronise(Places); }
  /// Where it is read first.
  llvm::Instruction *start() const { return First; }
  /// Turns the variable into values, and those of \p More with it.
  void finish(llvm::ArrayRef<llvm::AllocaInst *> More = {});
  /// The record, until finish.
  llvm::AllocaInst &recordVariable() const { return *Record; }
  /// What advance has inserted, in bytes.
  const llvm::DenseMap<llvm::StoreInst *, int64_t> &advances() const {
    return Advances;
  }

private:
  llvm::Function &F;
  SharedPlaces Places;
  llvm::Instruction *First;
  llvm::AllocaInst *Record;
  llvm::DenseMap<llvm::StoreInst *, int64_t> Advances;
};

} // namespace memfacet

#endif
