//===- StoredVariables.h - which variables a piece of memory holds --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_COMPAT_STOREDVARIABLES_H
#define MEMFACET_PASS_COMPAT_STOREDVARIABLES_H

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"

namespace memfacet::compat {

/// A source variable, or a part of it, that lives in some memory.
struct StoredVariable {
  llvm::DILocalVariable *Variable;
  llvm::DILocation *InlinedAt; ///< where its function was inlined, or null
};

namespace detail {

inline bool hasDeref(const llvm::DIExpression *E) {
  return llvm::any_of(E->expr_ops(), [](const auto &Op) {
    return Op.getOp() == llvm::dwarf::DW_OP_deref;
  });
}

/// Returns whether \p E is the memory itself, or a fragment of it: nothing else
/// is computed.
inline bool isOneDeref(const llvm::DIExpression *E) {
  unsigned Derefs = 0;
  for (const auto &Op : E->expr_ops()) {
    if (Op.getOp() == llvm::dwarf::DW_OP_deref)
      ++Derefs;
    else if (Op.getOp() != llvm::dwarf::DW_OP_LLVM_fragment)
      return false;
  }
  return Derefs == 1;
}

/// Adds the variable of \p R, a debug record or intrinsic, if it is in memory
/// at \p Storage.
template <typename Record>
void addIfStored(const Record &R, const llvm::Value *Storage, bool Declares,
                 bool Values,
                 llvm::SmallVectorImpl<StoredVariable> &Variables) {
  const llvm::DIExpression *E = R.getExpression();
  bool Holds = false;
  if (Declares)
    Holds = !hasDeref(E);
  else if (Values)
    Holds = isOneDeref(E) && R.getNumVariableLocationOps() == 1 &&
            R.getVariableLocationOp(0) == Storage;
  if (Holds)
    Variables.push_back({R.getVariable(), R.getDebugLoc().getInlinedAt()});
}

template <typename Assign>
void addIfAssigned(const Assign &A, const llvm::Value *Storage,
                   llvm::SmallVectorImpl<StoredVariable> &Variables) {
  if (A.getAddress() == Storage && !hasDeref(A.getAddressExpression()))
    Variables.push_back({A.getVariable(), A.getDebugLoc().getInlinedAt()});
}

} // namespace detail

/// Returns the variables that live at \p Storage, from every kind of debug
/// information: declarations, assignments, values through a pointer.
inline llvm::SmallVector<StoredVariable, 2>
storedVariables(llvm::Value *Storage) {
  llvm::SmallVector<StoredVariable, 2> Result;
  auto *AsMetadata = llvm::ValueAsMetadata::getIfExists(Storage);
  if (!AsMetadata)
    return Result;
#if LLVM_VERSION_MAJOR >= 19
  for (llvm::DbgVariableRecord *R :
       AsMetadata->getAllDbgVariableRecordUsers()) {
    if (R->isDbgAssign())
      detail::addIfAssigned(*R, Storage, Result);
    else
      detail::addIfStored(*R, Storage, R->isDbgDeclare(), R->isDbgValue(),
                          Result);
  }
#endif
#if LLVM_VERSION_MAJOR <= 21
  auto *AsValue =
      llvm::MetadataAsValue::getIfExists(Storage->getContext(), AsMetadata);
  if (!AsValue)
    return Result;
  for (llvm::User *U : AsValue->users()) {
    auto *I = llvm::dyn_cast<llvm::DbgVariableIntrinsic>(U);
    if (!I)
      continue;
#if LLVM_VERSION_MAJOR >= 16
    if (auto *A = llvm::dyn_cast<llvm::DbgAssignIntrinsic>(I)) {
      detail::addIfAssigned(*A, Storage, Result);
      continue;
    }
#endif
    detail::addIfStored(*I, Storage, llvm::isa<llvm::DbgDeclareInst>(I),
                        llvm::isa<llvm::DbgValueInst>(I), Result);
  }
#endif
  return Result;
}

/// Returns a pointer variable whose value is \p V, or null.
inline llvm::DILocalVariable *variableOfValue(llvm::Value *V) {
  auto *AsMetadata = llvm::ValueAsMetadata::getIfExists(V);
  if (!AsMetadata)
    return nullptr;
#if LLVM_VERSION_MAJOR >= 19
  for (llvm::DbgVariableRecord *R : AsMetadata->getAllDbgVariableRecordUsers())
    if (!R->isDbgDeclare() && R->getNumVariableLocationOps() == 1 &&
        R->getVariableLocationOp(0) == V &&
        R->getExpression()->getNumElements() == 0)
      return R->getVariable();
#endif
  return nullptr;
}

/// Inserts a read of the stack pointer.
inline llvm::Instruction *stackPointer(llvm::IRBuilder<> &B) {
#if LLVM_VERSION_MAJOR >= 18
  return B.CreateStackSave();
#else
  return B.CreateIntrinsic(llvm::Intrinsic::stacksave, {}, {});
#endif
}

} // namespace memfacet::compat

#endif
