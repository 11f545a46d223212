//===- PromotedCopy.h - a copy of a function to be analysed ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// On the front end's IR every variable is memory. What a function computes is
// easier to see in a copy in which variables are values and small helpers are
// inlined. The copy is thrown away again; results refer to the function itself.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_POOLS_PROMOTEDCOPY_H
#define MEMFACET_PASS_POOLS_PROMOTEDCOPY_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <vector>

namespace memfacet::pools {

class PromotedCopy {
public:
  /// Copies \p F and inlines callees for which \p ShouldInline returns true.
  PromotedCopy(llvm::Function &F,
               llvm::function_ref<bool(const llvm::Function &)> ShouldInline);
  ~PromotedCopy();
  PromotedCopy(const PromotedCopy &) = delete;
  PromotedCopy &operator=(const PromotedCopy &) = delete;

  llvm::Function &body() const { return *Body; }
  const llvm::DominatorTree &tree() const { return Tree; }

  /// Returns the instructions and arguments of F that have the value \p V.
  llvm::ArrayRef<llvm::Value *> sources(const llvm::Value *V) const;
  /// Returns the instruction of F during which \p I is executed; null for a
  /// phi.
  llvm::Instruction *position(const llvm::Instruction &I) const;
  /// Returns the instruction, of F or a helper, that \p I is a copy of; null
  /// for a phi.
  const llvm::Instruction *original(const llvm::Instruction &I) const;

private:
  struct Tag {
    const llvm::Instruction *Original;
    llvm::Instruction *Position;
  };

  llvm::Function *strippedCopy(llvm::Function &Source,
                               llvm::ValueToValueMapTy &Map, bool IsHelper);
  bool
  inlineOnce(llvm::function_ref<bool(const llvm::Function &)> ShouldInline);
  void setTag(llvm::Instruction &I, Tag T);
  const Tag *tagOf(const llvm::Instruction &I) const;
  void promote();

  llvm::Function &F;
  llvm::Function *Body;
  unsigned Kind; ///< of the metadata that holds an index of Tags
  std::vector<Tag> Tags;
  llvm::ValueToValueMapTy Images;
  llvm::DenseMap<const llvm::Value *, std::vector<llvm::Value *>> Sources;
  llvm::DominatorTree Tree;
};

} // namespace memfacet::pools

#endif
