//===- Obstacks.cpp - objects of the C library's obstacks -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/pools/Obstacks.h"
#include "pass/interface/PlainBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::pools;

static bool isObstacks(const Member &M, StringRef Field) {
  return M.Field == Field && StringRef(M.Name).starts_with("struct obstack::");
}

bool memfacet::pools::usesObstacks(const llvm::Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Store = dyn_cast<StoreInst>(&I);
    return Store && !isa<AllocaInst>(Store->getPointerOperand()) &&
           isObstacks(memberAt(Store->getPointerOperand()), "object_base");
  });
}

/// Returns the last load of \p Field before \p User that \p Condition accepts.
static const LoadInst *
lastLoad(const PromotedCopy &Copy, StringRef Field, const Instruction *User,
         function_ref<bool(const LoadInst *)> Condition) {
  const LoadInst *Last = nullptr;
  for (const Instruction &I : instructions(Copy.body()))
    if (auto *Load = dyn_cast<LoadInst>(&I);
        Load && Load->getType()->isPointerTy() &&
        Copy.tree().dominates(Load, User) &&
        (!Last || Copy.tree().dominates(Last, Load)) &&
        isObstacks(memberOf(Copy, *Load), Field) && Condition(Load))
      Last = Load;
  return Last;
}

static bool anyLoad(const LoadInst *) { return true; }

/// Calls \p Visit for each store of \p Copy to an obstack's object_base.
static void forBases(const PromotedCopy &Copy,
                     function_ref<void(const StoreInst &)> Visit) {
  for (const Instruction &I : instructions(Copy.body()))
    if (auto *Store = dyn_cast<StoreInst>(&I);
        Store && isObstacks(memberOf(Copy, *Store), "object_base"))
      Visit(*Store);
}

static bool isNextFree(const PromotedCopy &Copy, const Value *V) {
  auto *Load = dyn_cast<LoadInst>(V);
  return Load && isObstacks(memberOf(Copy, *Load), "next_free");
}

std::vector<HandOut> memfacet::pools::findFinished(const PromotedCopy &Copy) {
  std::vector<HandOut> Found;
  forBases(Copy, [&](const StoreInst &Store) {
    if (!isNextFree(Copy, Store.getValueOperand()))
      return;
    // The object's address is compared with its end, before that is rounded.
    const Value *End = nullptr;
    const LoadInst *Base =
        lastLoad(Copy, "object_base", &Store, [&](const LoadInst *Load) {
          for (const User *U : Load->users())
            if (auto *Compare = dyn_cast<ICmpInst>(U);
                Compare && Copy.tree().dominates(Compare, &Store) &&
                isNextFree(Copy, Compare->getOperand(0)))
              End = Compare->getOperand(0);
          return End != nullptr;
        });
    if (!Base)
      return;
    HandOut Out{
        HandOutKind::Upward,   Base, &Store, SizeForm(), memberOf(Copy, Store),
        memberOf(Copy, Store), 0};
    Out.Size->Terms[End] = 1;
    Out.Size->Terms[Base] = -1;
    Found.push_back(std::move(Out));
  });
  return Found;
}

static Value *sourceBefore(const PromotedCopy &Copy, const Value *V,
                           const Instruction *Limit,
                           const DominatorTree &Tree) {
  for (Value *Source : Copy.sources(V))
    if (auto *I = dyn_cast<Instruction>(Source); !I || Tree.dominates(I, Limit))
      return Source;
  return nullptr;
}

bool memfacet::pools::emitObstackFrees(llvm::Function &F,
                                       const PromotedCopy &Copy) {
  bool Changed = false;
  DominatorTree Tree(F);
  forBases(Copy, [&](const StoreInst &Store) {
    const LoadInst *Limit =
        isNextFree(Copy, Store.getValueOperand())
            ? nullptr
            : lastLoad(Copy, "chunk_limit", &Store, anyLoad);
    Instruction *InsertPoint = Copy.position(Store);
    if (!Limit || !InsertPoint)
      return;
    Value *Begin =
        sourceBefore(Copy, Store.getValueOperand(), InsertPoint, Tree);
    Value *End = sourceBefore(Copy, Limit, InsertPoint, Tree);
    if (!Begin || !End)
      return;
    interface::PlainBuilder B(InsertPoint);
    Value *Size = B.CreateSub(B.CreatePtrToInt(End, B.getInt64Ty()),
                              B.CreatePtrToInt(Begin, B.getInt64Ty()));
    CallInst *Clear = B.CreateCall(
        F.getParent()->getOrInsertFunction("__memfacet_clear", B.getVoidTy(),
                                           B.getPtrTy(), B.getInt64Ty()),
        {Begin, Size});
    Clear->setDoesNotThrow();
    Clear->setDebugLoc(InsertPoint->getDebugLoc());
    Changed = true;
  });
  return Changed;
}
