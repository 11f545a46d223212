//===- ThreadValue.h - a thread-local variable as a local value -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_RECORDING_THREADVALUE_H
#define MEMFACET_PASS_RECORDING_THREADVALUE_H

#include "pass/interface/Entries.h"
#include "pass/interface/PlainBuilder.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

namespace memfacet::recording {

/// Places where other code may see or change a thread-local variable.
struct SharedPlaces {
  llvm::SmallVector<llvm::CallBase *, 16> Calls; ///< that may write records
  llvm::SmallVector<llvm::Instruction *, 8> Exits;
  llvm::SmallVector<llvm::BasicBlock *, 8> Pads;

  void add(llvm::BasicBlock &Block);
};

/// Keeps a thread-local variable of the runtime in a register between calls.
/// Read from memory each time, each use would wait for one store-to-load
/// forwarding (five cycles; measured on bzip2, see
/// docs/evaluation/performance-tried.md).
///
/// Between functions the value is in memory and, for speed, also in a register
/// that calling conventions do not keep. At a function's start and after a
/// call, code takes the value of the register if memory has the same one. That
/// branch is predicted, so nothing waits for memory. Code that knows nothing of
/// this may destroy the register. The same code makes room for a record: it has
/// one call of the runtime for both, and no block of its own.
///
/// In a function of many blocks, the local value is a number and no pointer: at
/// each store, LLVM's scheduler follows all phi nodes that an address came
/// through, and would take time with the square of the function's length.
class ThreadValue {
public:
  /// Makes the local copy of \p Global, the cursor of \p Runtime, at the top of
  /// \p F: not set yet. The register of \p Runtime, if there is one, has as
  /// many bytes.
  ThreadValue(llvm::Function &F, llvm::GlobalVariable &Global,
              const interface::Entries &Runtime);

  llvm::Value *get(interface::PlainBuilder &B) const;
  void set(interface::PlainBuilder &B, llvm::Value *V) const;
  /// Writes the local value to the thread's variable.
  void publish(interface::PlainBuilder &B) const;
  /// Reads the thread's variable into the local value.
  void refresh(interface::PlainBuilder &B) const;
  /// Returns whether the value is also in a register between functions.
  bool isCarried() const { return !Runtime.CursorRegister.empty(); }
  /// Refreshes at a function's start or right after a call. A value that is
  /// carried leaves room for a record.
  void acquire(interface::PlainBuilder &B) const;
  /// Makes room for a record, for a value that is carried.
  void makeRoom(interface::PlainBuilder &B) const;
  /// Publishes the value before each of \p Places and refreshes it after.
  void synchronise(const SharedPlaces &Places) const;
  /// The local value.
  llvm::AllocaInst &variable() const { return *Variable; }

protected:
  /// Makes a variable of \p Ty at the top of \p F, or of as many bytes.
  static llvm::AllocaInst *makeVariable(llvm::Function &F, llvm::Type *Ty);
  static llvm::Value *read(interface::PlainBuilder &B, llvm::AllocaInst &From,
                           llvm::Type *Ty);
  static void write(interface::PlainBuilder &B, llvm::AllocaInst &Target,
                    llvm::Value *V);

private:
  /// Publishes right before a call or a return.
  void release(interface::PlainBuilder &B) const;
  void synchroniseCall(llvm::CallBase &Call) const;
  void setFromRegister(interface::PlainBuilder &B, llvm::StringRef Code,
                       llvm::StringRef Constraints,
                       llvm::ArrayRef<llvm::Value *> Inputs) const;

  llvm::GlobalVariable &Global;
  const interface::Entries &Runtime;
  llvm::AllocaInst *Variable;
};

} // namespace memfacet::recording

#endif
