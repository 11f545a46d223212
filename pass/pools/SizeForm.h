//===- SizeForm.h - addresses and sizes as sums ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_POOLS_SIZEFORM_H
#define MEMFACET_PASS_POOLS_SIZEFORM_H

#include "pass/pools/PromotedCopy.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Instructions.h"
#include <optional>
#include <string>

namespace memfacet::pools {

/// A sum of values with factors, and a constant.
struct SizeForm {
  llvm::SmallMapVector<const llvm::Value *, int64_t, 4> Terms;
  int64_t Constant = 0;

  void add(const SizeForm &Other, int64_t Factor = 1);
  int64_t factorOf(const llvm::Value *V) const { return Terms.lookup(V); }
  bool isConstant() const { return Terms.empty(); }
};

/// The arithmetic of one function about one place, the cursor, which one store
/// changes. All loads of the cursor before the store are one value, and those
/// after it are the stored value.
class CursorSums {
public:
  CursorSums(const PromotedCopy &Copy, const llvm::Instruction *CursorStore,
             std::string Place, const llvm::Value *NewValue);

  SizeForm form(const llvm::Value *V) const { return formAt(V, 0); }
  /// Returns whether \p V is computed from the cursor's old value.
  bool isFromCursor(const llvm::Value *V) const;
  /// Returns whether \p V is read from where the cursor points, or computed
  /// from it.
  bool isContent(const llvm::Value *V) const;
  /// Returns the sum before it was rounded to \p V, or nothing.
  std::optional<SizeForm> unrounded(const llvm::Value *V) const;
  /// Returns \p Size before rounding, and without least and largest sizes.
  SizeForm wanted(SizeForm Size) const;

private:
  SizeForm formAt(const llvm::Value *V, unsigned Depth) const;
  SizeForm loadForm(const llvm::LoadInst *Load, unsigned Depth) const;
  bool reaches(const llvm::Value *V, bool ThroughLoads) const;
  bool simplify(SizeForm &Size, const llvm::Value *Term, int64_t Factor) const;

  const PromotedCopy &Copy;
  const llvm::DataLayout &Layout;
  const llvm::Instruction *CursorStore;
  std::string Place;
  const llvm::Value *NewValue;
  /// The first load before CursorStore: it stands for all.
  const llvm::LoadInst *OldLoad = nullptr;
};

} // namespace memfacet::pools

#endif
