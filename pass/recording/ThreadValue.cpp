//===- ThreadValue.cpp - a thread-local variable as a local value ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/recording/ThreadValue.h"
#include "memfacet/Check.h"
#include "pass/compat/Compat.h"
#include "pass/runs/Runs.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::recording;

void SharedPlaces::add(BasicBlock &Block) {
  for (Instruction &I : Block) {
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && runs::mayWriteRecords(*Call))
      Calls.push_back(Call);
    bool IsExit = isa<ReturnInst>(I) || isa<ResumeInst>(I);
    if (IsExit && !Block.getTerminatingMustTailCall())
      Exits.push_back(&I);
    if (isa<LandingPadInst>(I))
      Pads.push_back(&Block);
  }
}

ThreadValue::ThreadValue(llvm::Function &F, GlobalVariable &Global,
                         const interface::Entries &Runtime)
    : Global(Global), Runtime(Runtime) {
  Variable = makeVariable(F, Global.getValueType());
  MEMFACET_CHECK(Runtime.CursorRegister.empty() ||
                     F.getParent()->getDataLayout().getTypeAllocSize(
                         Global.getValueType()) == 8,
                 "the variable fills the register");
}

/// More blocks than nearly all functions have.
static constexpr size_t ManyBlocks = 500;

AllocaInst *ThreadValue::makeVariable(llvm::Function &F, Type *Ty) {
  interface::PlainBuilder Entry(&F.getEntryBlock().front());
  bool IsNumber = Ty->isPointerTy() && F.size() > ManyBlocks;
  return Entry.CreateAlloca(
      IsNumber ? F.getParent()->getDataLayout().getIntPtrType(Ty) : Ty);
}

Value *ThreadValue::read(interface::PlainBuilder &B, AllocaInst &From,
                         Type *Ty) {
  Value *V = B.CreateLoad(From.getAllocatedType(), &From);
  MEMFACET_CHECK(V->getType() == Ty || Ty->isPointerTy(),
                 "only addresses are kept as numbers");
  return V->getType() == Ty ? V : B.CreateIntToPtr(V, Ty);
}

void ThreadValue::write(interface::PlainBuilder &B, AllocaInst &Target,
                        Value *V) {
  bool IsSame = V->getType() == Target.getAllocatedType();
  MEMFACET_CHECK(IsSame || V->getType()->isPointerTy(),
                 "only addresses are kept as numbers");
  B.CreateStore(IsSame ? V : B.CreatePtrToInt(V, Target.getAllocatedType()),
                &Target);
}

Value *ThreadValue::get(interface::PlainBuilder &B) const {
  return read(B, *Variable, Global.getValueType());
}
void ThreadValue::set(interface::PlainBuilder &B, Value *V) const {
  write(B, *Variable, V);
}
// Volatile: link-time optimisation assumes that malloc and similar functions
// touch no variable of the program, and would forward the old value.
void ThreadValue::publish(interface::PlainBuilder &B) const {
  B.CreateStore(get(B), &Global, /*isVolatile=*/true);
}
void ThreadValue::refresh(interface::PlainBuilder &B) const {
  set(B, B.CreateLoad(Global.getValueType(), &Global,
                      /*isVolatile=*/true));
}

void ThreadValue::release(interface::PlainBuilder &B) const {
  publish(B);
  if (Runtime.CursorRegister.empty())
    return;
  Value *V = get(B);
  auto *Ty = FunctionType::get(B.getVoidTy(), {V->getType()}, false);
  std::string Operands = ("{" + Runtime.CursorRegister + "}").str();
  B.CreateCall(Ty, InlineAsm::get(Ty, "", Operands, true), {V});
}

/// Inserts \p Code, whose result is the register; \p Inputs are the operands
/// that follow. The code may call: so the function keeps nothing below its
/// stack, and unwind information holds within it, as it moves no stack pointer.
void ThreadValue::setFromRegister(interface::PlainBuilder &B, StringRef Code,
                                  StringRef Constraints,
                                  ArrayRef<Value *> Inputs) const {
  SmallVector<Type *, 2> Types;
  for (Value *V : Inputs)
    Types.push_back(V->getType());
  auto *Ty = FunctionType::get(Global.getValueType(), Types, false);
  std::string Operands = ("=&{" + Runtime.CursorRegister + "}," + Constraints +
                          ",~{dirflag},~{fpsr},~{flags}")
                             .str();
  CallInst *Result = B.CreateCall(
      Ty, InlineAsm::get(Ty, Code, Operands, true, /*isAlignStack=*/true),
      Inputs);
  for (unsigned I = 0; I != Inputs.size(); ++I)
    if (isa<GlobalVariable>(Inputs[I]))
      Result->addParamAttr(I, Attribute::get(B.getContext(),
                                             Attribute::ElementType,
                                             Global.getValueType()));
  set(B, Result);
}

/// Takes the value of the register if memory has the same one and there is
/// room, or else what the runtime returns. The call stands after a jump, and
/// not at the section's end: unwind information says nothing of code after its
/// function.
void ThreadValue::acquire(interface::PlainBuilder &B) const {
  if (!isCarried())
    return refresh(B);
  std::string Name = Runtime.CursorRegister.str();
  setFromRegister(B,
                  "cmpq $1, %" + Name + "\n\tjne 1f\n\tcmpq $2, %" + Name +
                      "\n\tjb 2f\n1:\t" + Runtime.ReloadCall + "\n2:",
                  "*m,*m", {&Global, Runtime.Limit});
}

void ThreadValue::makeRoom(interface::PlainBuilder &B) const {
  MEMFACET_CHECK(isCarried(), "the runtime takes the value in a register");
  setFromRegister(B, Runtime.RoomCall, "0", {get(B)});
}

void ThreadValue::synchroniseCall(CallBase &Call) const {
  interface::PlainBuilder CallBuilder(&Call);
  release(CallBuilder);
  if (Call.isMustTailCall() || Call.doesNotReturn())
    return;
  Instruction *Next = nullptr;
  if (!Call.isTerminator()) {
    Next = Call.getNextNode();
  } else if (auto *Invoke = dyn_cast<InvokeInst>(&Call)) {
    BasicBlock *Normal = Invoke->getNormalDest();
    if (!Normal->getSinglePredecessor())
      Normal = SplitEdge(Invoke->getParent(), Normal);
    Next = compat::firstInsertionPoint(*Normal);
  }
  if (Next) {
    interface::PlainBuilder NextBuilder(Next);
    acquire(NextBuilder);
  }
}

void ThreadValue::synchronise(const SharedPlaces &Places) const {
  for (CallBase *Call : Places.Calls)
    synchroniseCall(*Call);
  for (Instruction *Exit : Places.Exits) {
    interface::PlainBuilder B(Exit);
    if (isa<ReturnInst>(Exit))
      release(B);
    else
      publish(B);
  }
  for (BasicBlock *Pad : Places.Pads) {
    interface::PlainBuilder B(compat::firstInsertionPoint(*Pad));
    refresh(B);
  }
}
