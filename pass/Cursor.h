//===- pass/Cursor.h - the cursor as a local value ------------------------===//

#ifndef MEMFACET_PASS_CURSOR_H
#define MEMFACET_PASS_CURSOR_H

#include "pass/Entries.h"
#include "pass/PlainBuilder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace memfacet {

/// Keeps the cursor of one function in a register between calls: reading it
/// back from memory for every record would chain all records through one
/// store-to-load forwarding each (five cycles; measured on bzip2, see
/// docs/performance.md).
class Cursor {
public:
  /// Reads the thread's cursor before \p Start. Remembers the calls that \p F
  /// has now.
  Cursor(llvm::Function &F, llvm::Instruction *Start, const Entries &Runtime);

  llvm::Value *get(PlainBuilder &B) const;
  void set(PlainBuilder &B, llvm::Value *V) const;
  /// Sets it to \p V, which lies so many words behind what it was, whichever
  /// way control has come.
  void advance(PlainBuilder &B, llvm::Value *V, unsigned Words);
  /// The record that was begun last.
  llvm::Value *record(PlainBuilder &B) const;
  void setRecord(PlainBuilder &B, llvm::Value *V) const;
  /// Writes the local value to the thread's cursor.
  void publish(PlainBuilder &B) const;
  /// Reads the thread's cursor into the local value.
  void refresh(PlainBuilder &B) const;
  /// Once, when all records are in: brings the thread's cursor up to date at
  /// the remembered calls and at all exits.
  void synchronise();
  /// Turns the variable into values, and those of \p More with it.
  void finish(llvm::ArrayRef<llvm::AllocaInst *> More = {});
  /// The local value, until finish.
  llvm::AllocaInst &variable() const { return *Variable; }
  /// The record, likewise.
  llvm::AllocaInst &recordVariable() const { return *Record; }
  /// What advance has inserted, in bytes.
  const llvm::DenseMap<llvm::StoreInst *, int64_t> &advances() const {
    return Advances;
  }

private:
  void aroundCall(llvm::CallBase &Call) const;
  void atExitsAndPads() const;

  llvm::Function &F;
  const Entries &Runtime;
  llvm::SmallVector<llvm::CallBase *, 16> Calls;
  llvm::AllocaInst *Variable, *Record;
  llvm::DenseMap<llvm::StoreInst *, int64_t> Advances;
};

} // namespace memfacet

#endif
