//===- PromotedCopy.h - a function as a formula, to be looked at ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// On the front end's IR every variable is memory. What a function computes is
// easier to see in a copy in which variables are values and small helpers are
// inlined. The copy is thrown away again; what was found is said of the
// function itself.
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

namespace memfacet {

class PromotedCopy {
public:
  /// Copies \p F and inlines what \p Inlines says so of.
  PromotedCopy(llvm::Function &F,
               llvm::function_ref<bool(const llvm::Function &)> Inlines);
  ~PromotedCopy();
  PromotedCopy(const PromotedCopy &) = delete;
  PromotedCopy &operator=(const PromotedCopy &) = delete;

  llvm::Function &body() const { return *Body; }
  const llvm::DominatorTree &tree() const { return Tree; }

  /// The instructions and arguments of F that have the value \p V.
  llvm::ArrayRef<llvm::Value *> sources(const llvm::Value *V) const;
  /// The instruction of F during which \p I is executed; null for a phi.
  llvm::Instruction *position(const llvm::Instruction &I) const;
  /// The instruction, of F or a helper, that \p I is a copy of; null for a phi.
  const llvm::Instruction *written(const llvm::Instruction &I) const;

private:
  struct Tag {
    const llvm::Instruction *Written;
    llvm::Instruction *Position;
  };

  llvm::Function *strippedCopy(llvm::Function &Of, llvm::ValueToValueMapTy &Map,
                               bool IsHelper);
  bool inlineOnce(llvm::function_ref<bool(const llvm::Function &)> Inlines);
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

} // namespace memfacet

#endif
