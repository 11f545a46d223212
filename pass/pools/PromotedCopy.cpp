//===- PromotedCopy.cpp - a copy of a function to be analysed -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/pools/PromotedCopy.h"
#include "memfacet/Check.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::pools;

/// More rounds than a smart pointer needs to return its pointer.
static constexpr unsigned MaxInlineRounds = 8;
/// More instructions than the fast path of an allocator has.
static constexpr unsigned MaxCopiedInstructions = 3000;

void PromotedCopy::setTag(Instruction &I, Tag T) {
  MEMFACET_CHECK(T.Original, "each instruction is a copy of another");
  LLVMContext &Context = I.getContext();
  auto *Index = ConstantInt::get(Type::getInt32Ty(Context), Tags.size());
  Tags.push_back(T);
  I.setMetadata(Kind, MDNode::get(Context, ConstantAsMetadata::get(Index)));
}

const PromotedCopy::Tag *PromotedCopy::tagOf(const Instruction &I) const {
  const MDNode *Node = I.getMetadata(Kind);
  if (!Node)
    return nullptr;
  auto *Index = mdconst::extract<ConstantInt>(Node->getOperand(0));
  return &Tags[Index->getZExtValue()];
}

llvm::Function *PromotedCopy::strippedCopy(llvm::Function &Source,
                                           ValueToValueMapTy &Map,
                                           bool IsHelper) {
  auto *Copy = llvm::Function::Create(Source.getFunctionType(),
                                      GlobalValue::InternalLinkage,
                                      "memfacet.copy", Source.getParent());
  Copy->copyAttributesFrom(&Source);
  for (Argument &A : Source.args())
    Map[&A] = Copy->getArg(A.getArgNo());
  for (BasicBlock &B : Source)
    Map[&B] = BasicBlock::Create(Source.getContext(), "", Copy);
  for (BasicBlock &B : Source)
    for (Instruction &I : B) {
      if (isa<DbgInfoIntrinsic>(I) || isa<PseudoProbeInst>(I))
        continue;
      Instruction *Clone = I.clone();
      Clone->dropUnknownNonDebugMetadata();
      // Otherwise the variables of F would go with those of the copy.
      Clone->setMetadata(LLVMContext::MD_DIAssignID, nullptr);
      Clone->setDebugLoc(DebugLoc());
      Clone->insertInto(cast<BasicBlock>(Map[&B]),
                        cast<BasicBlock>(Map[&B])->end());
      setTag(*Clone, {&I, IsHelper ? nullptr : &I});
      Map[&I] = Clone;
    }
  for (Instruction &I : instructions(*Copy))
    RemapInstruction(&I, Map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  return Copy;
}

bool PromotedCopy::inlineOnce(
    function_ref<bool(const llvm::Function &)> ShouldInline) {
  SmallVector<CallBase *, 16> Calls;
  for (Instruction &I : instructions(*Body))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (llvm::Function *Callee = Call->getCalledFunction();
          Callee && Callee != &F && !Callee->isDeclaration() &&
          Callee->getFunctionType() == Call->getFunctionType() &&
          ShouldInline(*Callee))
        Calls.push_back(Call);
  bool Changed = false;
  for (CallBase *Call : Calls) {
    if (Body->getInstructionCount() > MaxCopiedInstructions)
      break;
    const Tag *CallTag = tagOf(*Call);
    Instruction *Position = CallTag ? CallTag->Position : nullptr;
    llvm::Function *Callee = Call->getCalledFunction();
    ValueToValueMapTy Map;
    llvm::Function *Helper = strippedCopy(*Callee, Map, true);
    Call->setCalledFunction(Helper);
    InlineFunctionInfo Info;
    if (InlineFunction(*Call, Info, false, nullptr, false).isSuccess())
      Changed = true;
    else
      Call->setCalledFunction(Callee);
    Map.clear();
    Helper->eraseFromParent();
    for (Instruction &I : instructions(*Body))
      if (const Tag *T = tagOf(I); T && !T->Position)
        setTag(I, {T->Original, Position});
  }
  return Changed;
}

void PromotedCopy::promote() {
  Tree.recalculate(*Body);
  SmallVector<AllocaInst *, 32> Variables;
  for (Instruction &I : instructions(*Body))
    if (auto *Variable = dyn_cast<AllocaInst>(&I);
        Variable && isAllocaPromotable(Variable))
      Variables.push_back(Variable);
  PromoteMemToReg(Variables, Tree);
  // A switch over memory orders, for example.
  for (BasicBlock &B : *Body)
    ConstantFoldTerminator(&B, true);
  removeUnreachableBlocks(*Body);
  Tree.recalculate(*Body);
}

PromotedCopy::PromotedCopy(
    llvm::Function &F, function_ref<bool(const llvm::Function &)> ShouldInline)
    : F(F), Kind(F.getContext().getMDKindID("memfacet.copied")) {
  MEMFACET_CHECK(!F.isDeclaration(), "there is code to copy");
  Body = strippedCopy(F, Images, false);
  for (unsigned I = 0; I != MaxInlineRounds && inlineOnce(ShouldInline); ++I)
    ;
  promote();
  for (Argument &A : F.args())
    Sources[Body->getArg(A.getArgNo())].push_back(&A);
  for (Instruction &I : instructions(F))
    if (auto Image = Images.find(&I);
        Image != Images.end() && Image->second && !I.getType()->isVoidTy())
      Sources[Image->second].push_back(&I);
}

PromotedCopy::~PromotedCopy() {
  Images.clear();
  Body->eraseFromParent();
}

ArrayRef<Value *> PromotedCopy::sources(const Value *V) const {
  auto Entry = Sources.find(V);
  return Entry == Sources.end() ? ArrayRef<Value *>() : ArrayRef(Entry->second);
}

Instruction *PromotedCopy::position(const Instruction &I) const {
  MEMFACET_CHECK(I.getFunction() == Body, "only the copy has tags");
  const Tag *T = tagOf(I);
  return T ? T->Position : nullptr;
}

const Instruction *PromotedCopy::original(const Instruction &I) const {
  MEMFACET_CHECK(I.getFunction() == Body, "only the copy has tags");
  const Tag *T = tagOf(I);
  return T ? T->Original : nullptr;
}
