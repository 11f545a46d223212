//===- Journey.h - where a function takes a pointer to fresh memory -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A journey is finer than ValueFlow.h: a variable may hold other values at
// other times, and the uses of the pointer are distinguished.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_JOURNEY_H
#define MEMFACET_PASS_NAMING_JOURNEY_H

#include "pass/naming/Receivers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include <utility>

namespace memfacet::naming {

/// Follows the pointer that a call yields through the local variables of its
/// function.
class Journey {
public:
  /// \p Element: what the pointer that \p Call yields points to; null: unknown.
  Journey(const llvm::CallBase &Call, const llvm::DIType *Element);

  llvm::SmallVector<const llvm::DILocalVariable *, 4>
      Variables; ///< that held the pointer
  llvm::SmallVector<const llvm::DILocalVariable *, 4>
      Keepers; ///< that held the pointer and nothing else
  llvm::SmallVector<const llvm::DILocalVariable *, 2>
      References;         ///< to what it points to
  bool IsCarried = false; ///< in a variable that has a value before, or after
  /// Storage other than variables that received the pointer, with its address.
  llvm::SmallVector<std::pair<Receiver, const llvm::Value *>, 2> Slots;
  /// Such storage, of objects that a comparison of numbers finds.
  llvm::SmallVector<std::pair<Receiver, const llvm::Value *>, 2> SomeSlots;
  /// Such storage, of some of the objects that the function makes in a loop.
  llvm::SmallVector<std::pair<Receiver, const llvm::Value *>, 2> FirstSlots;
  const llvm::DIType *BuiltType = nullptr; ///< by a constructor
  bool IsReturned = false; ///< or stored where a parameter points to
  /// Stored where a parameter points to, by a function that returns another
  /// pointer: its callers take that.
  bool IsKept = false;
  bool IsFreed = false;
  bool IsArgument = false; ///< to a function, as an argument

private:
  void visit(const llvm::Value *V, const llvm::User *U);
  void store(const llvm::Value *V, const llvm::StoreInst &Store);
  void followVariable(const llvm::AllocaInst &Slot,
                      const llvm::StoreInst &Store);
  void call(const llvm::Value *V, const llvm::CallBase &Call);
  bool mayRepeatWithout(const llvm::StoreInst &Store) const;

  const llvm::CallBase &Root;
  const llvm::DIType *Element; ///< what the pointer points to; null: unknown
  llvm::SmallSetVector<const llvm::Value *, 16> Values;
};

/// Returns \p First, a local pointer that receives what \p Call makes and that
/// the function returns; or the only reference by which the function uses the
/// object.
Receiver referenceFor(const llvm::CallBase &Call, const Receiver &First);

/// Returns whether \p Ty is a structure, class or union with a name.
bool isNamedRecord(const llvm::DIType *Ty);
/// Returns whether \p Slot links objects of type \p Element with one another:
/// no link is the place where all of them live.
bool isLink(const Receiver &Slot, const llvm::DIType *Element);
/// Returns whether control may come back to the block \p Block, without \p
/// Avoided.
bool mayRepeat(const llvm::BasicBlock *Block, const llvm::BasicBlock *Avoided);

} // namespace memfacet::naming

#endif
