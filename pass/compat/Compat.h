//===- Compat.h - differences between LLVM's versions ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_COMPAT_COMPAT_H
#define MEMFACET_PASS_COMPAT_COMPAT_H

#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include <algorithm>

namespace memfacet::compat {

/// Returns the source variables that are declared to live at \p Storage (an
/// alloca or an indirect argument).
inline llvm::SmallVector<llvm::DILocalVariable *, 2>
declaredVariables(llvm::Value *Storage) {
  llvm::SmallVector<llvm::DILocalVariable *, 2> Variables;
#if LLVM_VERSION_MAJOR >= 19
  for (llvm::DbgVariableRecord *Record : llvm::findDVRDeclares(Storage))
    Variables.push_back(Record->getVariable());
#endif
#if LLVM_VERSION_MAJOR >= 18 && LLVM_VERSION_MAJOR <= 21
  for (llvm::DbgDeclareInst *Declare : llvm::findDbgDeclares(Storage))
    Variables.push_back(Declare->getVariable());
#elif LLVM_VERSION_MAJOR < 18
  for (llvm::DbgDeclareInst *Declare : llvm::FindDbgDeclareUses(Storage))
    Variables.push_back(Declare->getVariable());
#endif
  // With assignment tracking the front end's declarations become assignments,
  // linked to the alloca, before the first plugin can run.
  auto *Alloca = llvm::dyn_cast<llvm::AllocaInst>(Storage);
  if (!Alloca)
    return Variables;
#if LLVM_VERSION_MAJOR >= 19
  for (llvm::DbgVariableRecord *Record :
       llvm::at::getDVRAssignmentMarkers(Alloca))
    Variables.push_back(Record->getVariable());
#endif
#if LLVM_VERSION_MAJOR <= 21
  for (llvm::DbgAssignIntrinsic *Assign :
       llvm::at::getAssignmentMarkers(Alloca))
    Variables.push_back(Assign->getVariable());
#endif
  return Variables;
}

/// Returns the first instruction of \p Block before which code may be inserted.
inline llvm::Instruction *firstInsertionPoint(llvm::BasicBlock &Block) {
  llvm::BasicBlock::iterator Position = Block.getFirstInsertionPt();
  return Position == Block.end() ? nullptr : &*Position;
}

/// Removes the debug values of \p I. Returns true if \p I was nothing else, and
/// was erased.
inline bool dropDebugValues(llvm::Instruction &I) {
#if LLVM_VERSION_MAJOR >= 19
  I.dropDbgRecords();
#endif
  if (!llvm::isa<llvm::DbgInfoIntrinsic>(I))
    return false;
  I.eraseFromParent();
  return true;
}

inline void moveBefore(llvm::Instruction &I, llvm::Instruction &Position) {
#if LLVM_VERSION_MAJOR >= 20
  I.moveBefore(Position.getIterator());
#else
  I.moveBefore(&Position);
#endif
}

/// Returns the estimated number of executions of \p B per call of its function.
inline double frequency(const llvm::BlockFrequencyInfo &Frequencies,
                        const llvm::BasicBlock &B) {
#if LLVM_VERSION_MAJOR >= 18
  uint64_t Entry = Frequencies.getEntryFreq().getFrequency();
#else
  uint64_t Entry = Frequencies.getEntryFreq();
#endif
  return double(Frequencies.getBlockFreq(&B).getFrequency()) /
         double(std::max<uint64_t>(Entry, 1));
}

// Returns a size that does not scale with a vector's length. In older versions
// it is a plain number.
inline uint64_t fixedBytes(uint64_t Bytes) { return Bytes; }
inline uint64_t fixedBytes(llvm::TypeSize Bytes) {
  return Bytes.getFixedValue();
}

/// Inserts instructions without names.
class Expander : public llvm::SCEVExpander {
public:
#if LLVM_VERSION_MAJOR >= 22
  Expander(llvm::ScalarEvolution &SE, const llvm::Module &)
      : SCEVExpander(SE, "") {}
#else
  Expander(llvm::ScalarEvolution &SE, const llvm::Module &M)
      : SCEVExpander(SE, M.getDataLayout(), "") {}
#endif
};

/// What GEPOperator::collectOffset fills.
#if LLVM_VERSION_MAJOR >= 20
using OffsetMap = llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4>;
#else
using OffsetMap = llvm::MapVector<llvm::Value *, llvm::APInt>;
#endif

/// Returns whether \p I is an `or` of operands without a common bit: a sum.
/// LLVM 16 does not say so.
inline bool isDisjointOr(const llvm::Instruction &I) {
#if LLVM_VERSION_MAJOR >= 18
  auto *Or = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&I);
  return Or && Or->isDisjoint();
#else
  return I.getOpcode() == llvm::Instruction::Or &&
         llvm::haveNoCommonBitsSet(I.getOperand(0), I.getOperand(1),
                                   I.getModule()->getDataLayout());
#endif
}

/// Returns whether \p I extends a number that is never negative. LLVM 16 does
/// not say so.
inline bool isNonNegativeExtension(const llvm::Instruction &I) {
#if LLVM_VERSION_MAJOR >= 18
  return llvm::isa<llvm::PossiblyNonNegInst>(I) && I.hasNonNeg();
#else
  return false;
#endif
}

/// Returns whether \p Container has the key \p Wanted. Maps of LLVM 16 have no
/// such function.
template <typename Map, typename Key>
bool contains(const Map &Container, const Key &Wanted) {
  return Container.find(Wanted) != Container.end();
}

/// Returns the type of a plain `ptr`.
inline llvm::PointerType *pointerType(llvm::LLVMContext &Context) {
  return llvm::PointerType::get(Context, 0);
}

} // namespace memfacet::compat

#endif
