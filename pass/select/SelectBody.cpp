//===- SelectBody.cpp - a second body that selects its accesses -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/select/SelectBody.h"
#include "memfacet/Check.h"
#include "pass/accesses/InlineAssembly.h"
#include "pass/compat/Compat.h"
#include "pass/counting/CountEmitter.h"
#include "pass/counting/CountTables.h"
#include "pass/interface/PlainBuilder.h"
#include "pass/select/CheckEmitter.h"
#include "pass/select/CopiedRuns.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::select;

/// Returns whether \p A is in memory that the caller has made for this call.
static bool isByValue(const Argument &A) { return A.hasByValAttr(); }
static bool hasByValue(const llvm::Function &F) {
  return any_of(F.args(), isByValue);
}

static bool canBeCopied(const llvm::Function &F, const LabelUses &Labels) {
  // Without optimisation, variables and unnamed temporaries use stack memory in
  // turn. Only an examination of each access distinguishes them.
  if (F.hasOptNone())
    return false;
  // The arguments of a variadic function are passed on by a jump; a jump to a
  // function with arguments by value overwrites the return address (LLVM 19).
  if (F.isVarArg() && hasByValue(F))
    return false;
  if (!Labels.canBeCopied() || F.isPresplitCoroutine() ||
      (F.getCallingConv() != CallingConv::C &&
       F.getCallingConv() != CallingConv::Fast))
    return false;
  for (const Argument &A : F.args())
    if (A.hasSwiftErrorAttr() ||
        (A.hasPassPointeeByValueCopyAttr() && !isByValue(A)))
      return false;
  return none_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && (Call->cannotDuplicate() || accesses::definesLabel(*Call));
  });
}

/// Returns whether a function of \p Runs has at most \p MaxChecks checks and
/// marks. The register allocator of LLVM 19 takes time with the square of the
/// number of blocks that a value lives through, and each check makes two: for
/// 12,000 half a minute.
static bool hasFewChecks(const std::vector<runs::Run> &Runs, size_t MaxChecks) {
  size_t Checks = 0;
  for (const runs::Run &R : Runs) {
    Checks += planChecks(R).size();
    Checks += size_t(count_if(R.Accesses, [](const accesses::Access &A) {
      return isStackMark(A.Shape);
    }));
  }
  return Checks <= MaxChecks;
}

/// Returns a copy of \p F, a local function, without debug values.
static llvm::Function *cloneBody(llvm::Function &F, const LabelUses &Labels,
                                 ValueToValueMapTy &Map) {
  llvm::Function *Copy = CloneFunction(&F, Map);
  Copy->setName(F.getName() + ".memfacet");
  Copy->setLinkage(GlobalValue::InternalLinkage);
  Copy->setVisibility(GlobalValue::DefaultVisibility);
  Copy->setDLLStorageClass(GlobalValue::DefaultStorageClass);
  Copy->setDSOLocal(true);
  Copy->setComdat(F.getComdat());
  // The entry passes on the addresses of its own arguments by value.
  for (Argument &A : Copy->args())
    A.removeAttr(Attribute::ByVal);
  Labels.copyTables(Map);
  for (Instruction &I : make_early_inc_range(instructions(*Copy)))
    if (!compat::dropDebugValues(I))
      RemapInstruction(&I, Map,
                       RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  return Copy;
}

llvm::Function *SelectBodies::add(llvm::Function &F,
                                  const std::vector<runs::Run> &Runs,
                                  const runs::Paths &P,
                                  tables::FunctionTables &Tables,
                                  const LabelUses &Labels) {
  MEMFACET_CHECK(Bodies.count(&F) == 0, "a function has one selecting body");
  MEMFACET_CHECK(P.Plans.size() == Runs.size(), "the paths are of these runs");
  if (Runs.empty() || !canBeCopied(F, Labels) ||
      !hasFewChecks(Runs, MostChecks))
    return nullptr;
  ValueToValueMapTy Map;
  llvm::Function *Copy = cloneBody(F, Labels, Map);
  CopiedRuns Copied(Map, Runs);
  std::vector<size_t> Rows(Runs.size(), SIZE_MAX);
  for (size_t Row = 0; Row != P.Rows.size(); ++Row)
    if (P.Rows[Row].Iteration == 0 && Rows[P.Rows[Row].Run] == SIZE_MAX)
      Rows[P.Rows[Row].Run] = Row;
  MEMFACET_CHECK(none_of(Rows, [](size_t Row) { return Row == SIZE_MAX; }),
                 "each run ends a path");
  QuietLoops Quiet(*Copy, Copied.runs());
  counting::CountedCode Counted = counting::countRuns(
      *Copy, Copied.runs(), Tables, Rows, Writer, Runtime.Count);
  Quiet.addTwins(*Copy, Copied.runs(), Counted, Runtime);
  CheckEmitter(*Copy, Runtime, Quiet, [&](size_t Run, uint32_t Access) {
    return Tables.siteAddress(Rows[Run], Access);
  }).emit(Copied.runs(), Counted.Variables);
  DominatorTree Tree(*Copy);
  PromoteMemToReg(Counted.Variables, Tree);
  markAsSelecting(*F.getParent());
  Bodies[&F] = Copy;
  return Copy;
}

/// Returns the first instruction after the static allocas of the entry block.
static Instruction *bodyStart(llvm::Function &F) {
  Instruction *Start = compat::firstInsertionPoint(F.getEntryBlock());
  while (auto *Alloca = dyn_cast<AllocaInst>(Start)) {
    if (!Alloca->isStaticAlloca())
      break;
    Start = Start->getNextNode();
  }
  return Start;
}

/// Returns the end of a block that is executed before \p InsertPoint where
/// functions select; with \p Continues, control then goes on at \p InsertPoint.
static Instruction *splitWhereSelecting(Instruction *InsertPoint,
                                        GlobalVariable *Selecting,
                                        bool Continues) {
  interface::PlainBuilder B(InsertPoint);
  Value *Selects = B.CreateIsNotNull(B.CreateLoad(B.getInt8Ty(), Selecting));
  return SplitBlockAndInsertIfThen(Selects, InsertPoint,
                                   /*Unreachable=*/!Continues);
}

/// Returns whether calls that replace \p F must be jumps: it is variadic, or
/// the stack would grow without an end.
static bool needsJumps(const llvm::Function &F) {
  return F.isVarArg() || any_of(F, [](const BasicBlock &Block) {
           return Block.getTerminatingMustTailCall();
         });
}

/// Returns how \p F calls a body in its place. Dead argument elimination, which
/// linkers run, takes unread results from a function, but not from those
/// with which a musttail call of it must agree (LLVM up to 20; LLVM issue
/// 126817). Where functions are still to be optimised, a call without that
/// promise does as well; or else a use of \p F that is no call keeps what it
/// returns.
static CallInst::TailCallKind kindOfCallInPlace(llvm::Function &F) {
  if (hasByValue(F))
    return CallInst::TCK_None;
  Module &M = *F.getParent();
  if (F.getReturnType()->isVoidTy() || !stack::isForLinkTimeOptimisation(M))
    return CallInst::TCK_MustTail;
  if (!needsJumps(F))
    return CallInst::TCK_Tail;
  appendToCompilerUsed(M, {&F});
  return CallInst::TCK_MustTail;
}

/// Ends the block before \p End with a call in the place of \p F, and erases
/// \p End.
static void callInPlace(llvm::Function &F, llvm::Function &Body,
                        Instruction *End) {
  interface::PlainBuilder B(End);
  SmallVector<Value *, 8> Arguments;
  for (Argument &A : F.args())
    Arguments.push_back(&A);
  CallInst *Call = B.CreateCall(Body.getFunctionType(), &Body, Arguments);
  Call->setTailCallKind(kindOfCallInPlace(F));
  Call->setCallingConv(F.getCallingConv());
  AttributeList Attributes = F.getAttributes();
  Call->setAttributes(AttributeList::get(
      F.getContext(), AttributeSet(), Attributes.getRetAttrs(), [&] {
        SmallVector<AttributeSet, 8> Sets;
        for (unsigned I = 0; I != F.arg_size(); ++I)
          Sets.push_back(Attributes.getParamAttrs(I).removeAttribute(
              F.getContext(), Attribute::ByVal));
        return Sets;
      }()));
  // Debuggers take the second line of a function for the end of its prologue,
  // and stop there: this call has none.
  if (DISubprogram *Subprogram = F.getSubprogram())
    Call->setDebugLoc(DILocation::get(F.getContext(), 0, 0, Subprogram));
  if (F.getReturnType()->isVoidTy())
    B.CreateRetVoid();
  else
    B.CreateRet(Call);
  End->eraseFromParent();
}

/// Moves the body of \p F to a local function, which \p F only calls.
static llvm::Function *moveBody(llvm::Function &F) {
  llvm::Function *Body = llvm::Function::Create(
      F.getFunctionType(), GlobalValue::InternalLinkage, F.getAddressSpace(),
      F.getName() + ".recording", F.getParent());
  Body->copyAttributesFrom(&F);
  Body->setDLLStorageClass(GlobalValue::DefaultStorageClass);
  Body->setVisibility(GlobalValue::DefaultVisibility);
  Body->setDSOLocal(true);
  Body->setComdat(F.getComdat());
  Body->setSubprogram(F.getSubprogram());
  F.setSubprogram(nullptr);
  Body->splice(Body->end(), &F);
  for (Argument &A : F.args()) {
    A.replaceAllUsesWith(Body->getArg(A.getArgNo()));
    Body->getArg(A.getArgNo())->takeName(&A);
  }
  BasicBlock *EntryBlock = BasicBlock::Create(F.getContext(), "", &F);
  callInPlace(F, *Body, new UnreachableInst(F.getContext(), EntryBlock));
  return Body;
}

void SelectBodies::choose(llvm::Function &F, llvm::Function &Body) {
  MEMFACET_CHECK(Bodies.lookup(&F) == &Body, "add returned the body");
  // LLVM 19 writes past the frame of a function that reads variadic arguments
  // and passes them on as well.
  if (F.isVarArg())
    moveBody(F);
  callInPlace(F, Body,
              splitWhereSelecting(bodyStart(F), Runtime.Selecting,
                                  /*Continues=*/false));
}

/// Returns whether a call may have returned just before \p R.
static bool followsCall(const runs::Run &R) {
  const BasicBlock *Block = R.First->getParent();
  return R.IsAfterCall || Block->isEHPad() ||
         any_of(predecessors(Block), [](const BasicBlock *Predecessor) {
           return isa<InvokeInst>(Predecessor->getTerminator());
         });
}

void SelectBodies::callForget(Instruction *InsertPoint) {
  interface::PlainBuilder(
      splitWhereSelecting(InsertPoint, Runtime.Selecting, /*Continues=*/true))
      .CreateCall(Runtime.Forget)
      ->setCallingConv(CallingConv::PreserveAll);
}

void SelectBodies::forgetAfterCalls(const std::vector<runs::Run> &Runs) {
  for (const runs::Run &R : Runs)
    if (followsCall(R))
      callForget(R.Start);
}

void SelectBodies::forgetAtEntry(llvm::Function &F) {
  callForget(bodyStart(F));
}

/// Returns whether a call of \p F in \p Caller is to this definition, and
/// links: a body that the linker may take from elsewhere could be missing.
static bool linksToDefinition(const llvm::Function &F,
                              const llvm::Function &Caller) {
  // Only the entry has copies of the arguments by value.
  if (hasByValue(F))
    return false;
  if (F.hasComdat() && F.getComdat() != Caller.getComdat())
    return false;
  return F.hasLocalLinkage() || (F.isStrongDefinitionForLinker() &&
                                 F.isDSOLocal() && !F.isInterposable());
}

void SelectBodies::connect() {
  for (auto [Entry, Body] : Bodies)
    for (Instruction &I : instructions(*Body))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (llvm::Function *Callee = Call->getCalledFunction())
          if (llvm::Function *CalleeBody = Bodies.lookup(Callee);
              CalleeBody && linksToDefinition(*Callee, *Body))
            Call->setCalledFunction(CalleeBody);
}
