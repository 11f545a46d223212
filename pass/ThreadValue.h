//===- pass/ThreadValue.h - a thread-local variable as a local value ------===//

#ifndef MEMFACET_PASS_THREADVALUE_H
#define MEMFACET_PASS_THREADVALUE_H

#include "pass/PlainBuilder.h"
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
/// docs/performance.md).
class ThreadValue {
public:
  /// The local copy of \p Shared, at the top of \p F: not set yet.
  ThreadValue(llvm::Function &F, llvm::GlobalVariable &Shared);

  llvm::Value *get(PlainBuilder &B) const;
  llvm::StoreInst *set(PlainBuilder &B, llvm::Value *V) const;
  /// Writes the local value to the thread's variable.
  void publish(PlainBuilder &B) const;
  /// Reads the thread's variable into the local value.
  void refresh(PlainBuilder &B) const;
  /// Publishes and refreshes at \p Places.
  void synchronise(const SharedPlaces &Places) const;
  /// The local value.
  llvm::AllocaInst &variable() const { return *Variable; }

private:
  void aroundCall(llvm::CallBase &Call) const;

  llvm::GlobalVariable &Shared;
  llvm::AllocaInst *Variable;
};

} // namespace memfacet

#endif
