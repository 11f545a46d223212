//===- LabelTables.h - labels of a copied body ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A computed goto goes to a label whose address it is given, mostly by a table:
//
//   @table = internal constant [2 x ptr] [ptr blockaddress(@f, %a), ...]
//   %p = getelementptr [2 x ptr], ptr @table, i64 0, i64 %index
//   %l = load ptr, ptr %p
//   indirectbr ptr %l, [label %a, label %b]
//
// A second body of the function has labels of its own, so it needs a table of
// its own. That works only if no address of a label escapes: other code
// could come back with a label of the other body.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_SELECT_LABELTABLES_H
#define MEMFACET_PASS_SELECT_LABELTABLES_H

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace memfacet::select {

/// Finds the uses of a function's labels, and the tables that hold them.
class LabelUses {
public:
  explicit LabelUses(llvm::Function &F);

  /// Returns whether the labels serve only the function's own computed gotos,
  /// and no address is computed in the entry block.
  bool canBeCopied() const { return !HasEscaped; }
  /// Copies the tables, with the labels that \p Map has for the function's
  /// blocks, and enters the copies into \p Map. Each copy has the name of its
  /// table. canBeCopied must hold.
  void copyTables(llvm::ValueToValueMapTy &Map) const;

private:
  void followLabel(const llvm::Value &Label);
  void followTable(const llvm::Value &Table);
  bool isNew(const llvm::Instruction &I);

  llvm::Function &F;
  llvm::SmallSetVector<llvm::GlobalVariable *, 2> Tables;
  llvm::SmallPtrSet<const llvm::Instruction *, 16> Addresses;
  bool HasEscaped = false;
};

} // namespace memfacet::select

#endif
