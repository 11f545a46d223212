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

  /// Sets it to \p V, which is \p Words words beyond its old value, whichever
  /// way control has come.
  void advance(PlainBuilder &B, llvm::Value *V, unsigned Words);
  /// The record that was begun last.
  llvm::Value *record(PlainBuilder &B) const;
  void setRecord(PlainBuilder &B, llvm::Value *V) const;
  /// To be called once, after all records were inserted: brings the thread's
  /// cursor up to date at the remembered places.
  void synchronise() { ThreadValue::synchronise(Places); }
  /// Where it is read first.
  llvm::Instruction *start() const { return First; }
  /// Turns the variable, and those of \p More, into values.
  void finish(llvm::ArrayRef<llvm::AllocaInst *> More = {});
  /// The record, until finish.
  llvm::AllocaInst &recordVariable() const { return *Record; }
  /// The stores that advance has inserted, with their distances in bytes.
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
