//===- ThreadValue.h - a thread-local variable as a local value -----------===//

#ifndef MEMFACET_PASS_RECORDING_THREADVALUE_H
#define MEMFACET_PASS_RECORDING_THREADVALUE_H

#include "pass/interface/PlainBuilder.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

namespace memfacet {

/// Where other code may see or change a thread-local variable.
struct SharedPlaces {
  llvm::SmallVector<llvm::CallBase *, 16> Calls; ///< that may write records
  llvm::SmallVector<llvm::Instruction *, 8> Exits;
  llvm::SmallVector<llvm::BasicBlock *, 8> Pads;

  void add(llvm::BasicBlock &Block);
};

/// Keeps a thread-local variable of the runtime's in a register between calls:
/// reading it back from memory each time would chain all uses through one
/// store-to-load forwarding each (five cycles; measured on bzip2, see
/// docs/performance-tried.md).
///
/// From function to function it is in memory, and for speed in a register, too,
/// which calling conventions leave to nobody: whoever begins or is returned to
/// takes what it finds there if memory says the same. That is predicted, so
/// nobody waits for memory; and whoever knows nothing of this may destroy the
/// register.
class ThreadValue {
public:
  /// The local copy of \p Shared, of 8 bytes, at the top of \p F: not set yet.
  /// \p Register: a name that inline assembly knows, of no callee's to keep, or
  /// empty.
  ThreadValue(llvm::Function &F, llvm::GlobalVariable &Shared,
              llvm::StringRef Register = "");

  llvm::Value *get(PlainBuilder &B) const;
  llvm::StoreInst *set(PlainBuilder &B, llvm::Value *V) const;
  /// Writes the local value to the thread's variable.
  void publish(PlainBuilder &B) const;
  /// Reads the thread's variable into the local value.
  void refresh(PlainBuilder &B) const;
  /// As refresh, right where another function has left off. Inserts two
  /// instructions, the latter of which is the store.
  void take(PlainBuilder &B) const;
  /// Hands it on and takes it at \p Places.
  void synchronise(const SharedPlaces &Places) const;
  /// The local value.
  llvm::AllocaInst &variable() const { return *Variable; }

private:
  /// As publish, right before another function goes on.
  void hand(PlainBuilder &B) const;
  void aroundCall(llvm::CallBase &Call) const;

  llvm::GlobalVariable &Shared;
  llvm::StringRef Register;
  llvm::AllocaInst *Variable;
};

} // namespace memfacet

#endif
