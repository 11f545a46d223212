//===- Journey.h - where a function takes a pointer to fresh memory -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finer than ValueFlow.h: a variable may hold other values at other times, and
// what the function does with the pointer is told apart.
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

namespace memfacet {

/// Follows the pointer that a call yields through the local variables of its
/// function.
class Journey {
public:
  /// \p Element: what the pointer that \p Call yields points to; null: unknown.
  Journey(const llvm::CallBase &Call, const llvm::DIType *Element);

  llvm::SmallVector<const llvm::DILocalVariable *, 4>
      Variables; ///< that held the pointer
  llvm::SmallVector<const llvm::DILocalVariable *, 4>
      Keepers; ///< and nothing else
  llvm::SmallVector<const llvm::DILocalVariable *, 2>
      References;       ///< to what it points to
  bool Carried = false; ///< in a variable that has a value before, or after
  /// Where it was stored beyond them.
  llvm::SmallVector<std::pair<Receiver, const llvm::Value *>, 2> Slots;
  /// The same, of objects that a comparison of numbers finds.
  llvm::SmallVector<std::pair<Receiver, const llvm::Value *>, 2> SomeSlots;
  /// The same, of some of the objects that the function makes in a loop.
  llvm::SmallVector<std::pair<Receiver, const llvm::Value *>, 2> FirstSlots;
  const llvm::DIType *Built = nullptr; ///< by a constructor
  bool Returned = false; ///< or stored where a parameter points to
  bool Freed = false;
  bool Given = false; ///< to a function, as an argument

private:
  void visit(const llvm::Value *V, const llvm::User *U);
  void store(const llvm::Value *V, const llvm::StoreInst &Store);
  void throughVariable(const llvm::AllocaInst &Slot,
                       const llvm::StoreInst &Store);
  void call(const llvm::Value *V, const llvm::CallBase &Call);
  bool repeatsWithout(const llvm::StoreInst &Store) const;

  const llvm::CallBase &Root;
  const llvm::DIType *Element; ///< what the pointer points to; null: unknown
  llvm::SmallSetVector<const llvm::Value *, 16> Values;
};

/// \p First, a local pointer that receives what \p Call makes and that the
/// function returns; or the one reference by which the function uses the
/// object.
Receiver referenceFor(const llvm::CallBase &Call, const Receiver &First);

/// Whether \p Ty is a structure, class or union with a name.
bool isNamedRecord(const llvm::DIType *Ty);
/// Objects of one type that are linked with one another: no link is the place
/// where all of them live.
bool isLink(const Receiver &Slot, const llvm::DIType *Element);
/// Whether control may come back to the block \p At, without \p Avoided.
bool mayRepeat(const llvm::BasicBlock *At, const llvm::BasicBlock *Avoided);

} // namespace memfacet

#endif
