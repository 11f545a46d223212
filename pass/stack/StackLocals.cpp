//===- StackLocals.cpp - named variables on the stack, their frames -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/stack/StackLocals.h"
#include "memfacet/Check.h"
#include "pass/compat/Compat.h"
#include "pass/compat/StoredVariables.h"
#include "pass/interface/PlainBuilder.h"
#include "pass/types/DebugNames.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::stack;

static unsigned inliningDepth(const DILocation *InlinedAt) {
  unsigned Depth = 0;
  for (; InlinedAt; InlinedAt = InlinedAt->getInlinedAt())
    ++Depth;
  return Depth;
}

/// Returns the program's own variable at \p Storage, the outermost of several;
/// a null variable if there is none.
static compat::StoredVariable variableAt(Value *Storage) {
  compat::StoredVariable Best = {nullptr, nullptr};
  auto Rank = [](const compat::StoredVariable &V) {
    return std::pair(inliningDepth(V.InlinedAt), V.Variable->getLine());
  };
  for (const compat::StoredVariable &V : compat::storedVariables(Storage)) {
    if (V.Variable->getName().empty() || V.Variable->isArtificial() ||
        types::isLibraryCode(V.Variable->getScope()->getSubprogram()))
      continue;
    if (!Best.Variable || Rank(V) < Rank(Best))
      Best = V;
  }
  return Best;
}

static StackLocal describeLocal(Value *Storage, const DILocalVariable &Variable,
                                DILocation *InlinedAt) {
  StackLocal L;
  L.Storage = Storage;
  L.Name = Variable.getName().str();
  L.Type = types::typeName(Variable.getType());
  L.Location = DILocation::get(Variable.getContext(), Variable.getLine(), 0,
                               Variable.getScope(), InlinedAt);
  const DIType *Element = types::arrayElement(Variable.getType());
  L.ElementBytes = types::typeBytes(Element ? Element : Variable.getType());
  L.Bytes = 0;
  return L;
}

/// Returns the bytes of \p Ty in memory; 0: not known, or none.
static uint64_t bytesOf(Type *Ty, const llvm::Function &F) {
  if (!Ty->isSized())
    return 0;
  TypeSize Bytes = F.getParent()->getDataLayout().getTypeAllocSize(Ty);
  return Bytes.isScalable() ? 0 : Bytes.getFixedValue();
}

static bool isPlainMemory(const AllocaInst &Alloca) {
  return Alloca.getAddressSpace() == 0 && !Alloca.isSwiftError() &&
         !Alloca.isUsedWithInAlloca();
}

void StackLocals::addStatic(AllocaInst &Alloca) {
  auto *Count = cast<ConstantInt>(Alloca.getArraySize());
  uint64_t Bytes =
      bytesOf(Alloca.getAllocatedType(), F) * Count->getLimitedValue();
  compat::StoredVariable V = variableAt(&Alloca);
  // A variable that is only loaded and stored whole, as without optimisation,
  // is no more than a register: it stays with the rest of the stack.
  if (!V.Variable || Bytes == 0 || Bytes > UINT32_MAX ||
      isAllocaPromotable(&Alloca)) {
    NeedsEnds |= any_of(Alloca.users(), [](const User *U) {
      return cast<Instruction>(U)->isLifetimeStartOrEnd();
    });
    return;
  }
  Locals.push_back(describeLocal(&Alloca, *V.Variable, V.InlinedAt));
  Locals.back().Bytes = Bytes;
}

/// Returns the pointer variable that the source keeps \p Alloca in, or null.
static const DILocalVariable *pointerTo(AllocaInst &Alloca) {
  if (const DILocalVariable *V = compat::variableOfValue(&Alloca))
    return V;
  for (User *U : Alloca.users())
    if (auto *Store = dyn_cast<StoreInst>(U);
        Store && Store->getValueOperand() == &Alloca)
      for (const DILocalVariable *V :
           compat::declaredVariables(Store->getPointerOperand()))
        return V;
  return nullptr;
}

void StackLocals::addDynamic(AllocaInst &Alloca) {
  uint64_t Unit = bytesOf(Alloca.getAllocatedType(), F);
  const DILocation *Location = Alloca.getDebugLoc();
  if (Unit == 0 || Unit > UINT32_MAX || !F.getSubprogram())
    return;
  StackLocal L;
  if (compat::StoredVariable V = variableAt(&Alloca); V.Variable) {
    L = describeLocal(&Alloca, *V.Variable, V.InlinedAt);
  } else if (Location &&
             !types::isLibraryCode(Location->getScope()->getSubprogram())) {
    const DILocalVariable *Pointer = pointerTo(Alloca);
    const DIType *Type =
        Pointer ? types::pointeeType(Pointer->getType()) : nullptr;
    L.Storage = &Alloca;
    L.Name = Pointer ? Pointer->getName().str() : "alloca";
    L.Type = types::typeName(Type);
    L.Location = Location;
    L.ElementBytes = types::typeBytes(Type);
    L.Bytes = 0;
  } else {
    return;
  }
  L.Units = Alloca.getArraySize();
  L.UnitBytes = Unit;
  Locals.push_back(L);
  mark(SiteShape::LocalBegin, Alloca, &Alloca, Alloca.getNextNode(),
       &Locals.back());
}

void StackLocals::addArgument(Argument &Argument) {
  if (!Argument.hasByValAttr() ||
      Argument.getType()->getPointerAddressSpace() != 0)
    return;
  uint64_t Bytes = bytesOf(Argument.getParamByValType(), F);
  compat::StoredVariable V = variableAt(&Argument);
  if (Bytes == 0 || Bytes > UINT32_MAX || !V.Variable)
    return;
  Locals.push_back(describeLocal(&Argument, *V.Variable, V.InlinedAt));
  Locals.back().Bytes = Bytes;
  EntryLocals.push_back(&Locals.back());
}

void StackLocals::findLocals() {
  for (Argument &A : F.args())
    addArgument(A);
  SmallVector<AllocaInst *, 16> Allocas;
  for (Instruction &I : instructions(F))
    if (auto *Alloca = dyn_cast<AllocaInst>(&I);
        Alloca && isPlainMemory(*Alloca))
      Allocas.push_back(Alloca);
  for (AllocaInst *Alloca : Allocas)
    if (Alloca->isStaticAlloca())
      addStatic(*Alloca);
    else
      addDynamic(*Alloca);
}

/// Marks where the optimiser sees \p Local begin and end; else the local begins
/// with the function.
void StackLocals::markLifetimes(const StackLocal &Local) {
  bool Begins = false;
  for (User *U : Local.Storage->users()) {
    auto *I = dyn_cast<IntrinsicInst>(U);
    if (!I || !I->isLifetimeStartOrEnd())
      continue;
    if (I->getIntrinsicID() == Intrinsic::lifetime_start) {
      mark(SiteShape::LocalBegin, *I, Local.Storage, I->getNextNode(), &Local);
      Begins = true;
    } else if (NeedsEnds) {
      mark(SiteShape::LocalEnd, *I, Local.Storage, I);
      Marks[I].back().Size = uint32_t(Local.Bytes);
    }
  }
  if (!Begins)
    EntryLocals.push_back(&Local);
}

void StackLocals::mark(SiteShape Shape, Instruction &Source, Value *Address,
                       Instruction *Position, const StackLocal *Local) {
  accesses::Access A;
  MEMFACET_CHECK(Position, "a mark is before an instruction");
  A.Instruction = &Source;
  A.Position = Position;
  A.Pointer = Address;
  A.Shape = Shape;
  A.Local = Local;
  if (Local) {
    A.Size = uint32_t(Local->Bytes);
    A.Extra = Local->Units;
    A.Scale = Local->UnitBytes;
  }
  Marks[&Source].push_back(A);
}

Instruction *StackLocals::stackPointerBefore(Instruction &I) {
  interface::PlainBuilder B(&I);
  Instruction *Pointer = compat::stackPointer(B);
  Inserted.insert(Pointer);
  return Pointer;
}

/// Returns the instruction before which the frame ends, or null. A tail call
/// takes the function's place: the frame has ended before.
static Instruction *frameExit(Instruction &Terminator) {
  if (CallInst *Call = Terminator.getParent()->getTerminatingMustTailCall())
    return Call;
  bool LeavesFunction =
      isa<ReturnInst>(Terminator) || isa<ResumeInst>(Terminator);
  return LeavesFunction ? &Terminator : nullptr;
}

void StackLocals::markFrame() {
  // Not an argument, which may lie above the end of the caller's frame.
  for (const StackLocal &L : Locals)
    if (auto *Alloca = dyn_cast<AllocaInst>(L.Storage);
        Alloca && Alloca->isStaticAlloca() && !Anchor)
      Anchor = Alloca;
  if (!Anchor) {
    Instruction *Start = compat::firstInsertionPoint(F.getEntryBlock());
    while (isa<AllocaInst>(Start) && cast<AllocaInst>(Start)->isStaticAlloca())
      Start = Start->getNextNode();
    Anchor = stackPointerBefore(*Start);
  }
  for (BasicBlock &Block : F)
    if (Instruction *Exit = frameExit(*Block.getTerminator()))
      mark(SiteShape::FrameEnd, *Exit, Anchor, Exit);
}

/// Marks where control may arrive from calls that did not return.
void StackLocals::markReentries() {
  SmallVector<Instruction *, 4> Reentries;
  for (Instruction &I : instructions(F)) {
    if (isa<LandingPadInst>(I))
      Reentries.push_back(compat::firstInsertionPoint(*I.getParent()));
    auto *Call = dyn_cast<CallInst>(&I);
    if (Call && Call->hasFnAttr(Attribute::ReturnsTwice) &&
        !Call->isMustTailCall())
      Reentries.push_back(Call->getNextNode());
  }
  for (Instruction *I : Reentries)
    mark(SiteShape::StackCut, *I, stackPointerBefore(*I), I);
}

/// Marks where the memory of variable length arrays is released.
void StackLocals::markStackRestores() {
  if (none_of(Locals, [](const StackLocal &L) { return L.Units; }))
    return;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<IntrinsicInst>(&I);
        Call && Call->getIntrinsicID() == Intrinsic::stackrestore)
      mark(SiteShape::StackCut, I, Call->getArgOperand(0), &I);
}

bool memfacet::stack::isForLinkTimeOptimisation(const Module &M) {
  return M.getModuleFlag("ThinLTO") || M.getModuleFlag("EnableSplitLTOUnit");
}

StackLocals::StackLocals(llvm::Function &F)
    : F(F), NeedsEnds(isForLinkTimeOptimisation(*F.getParent())) {
  markReentries();
  findLocals();
  if (Locals.empty())
    return;
  for (const StackLocal &L : Locals)
    if (auto *Alloca = dyn_cast<AllocaInst>(L.Storage);
        Alloca && Alloca->isStaticAlloca())
      markLifetimes(L);
  markStackRestores();
  markFrame();
}

void StackLocals::collectAtEntry(
    Instruction &Start, SmallVectorImpl<accesses::Access> &Accesses) const {
  if (!Anchor)
    return;
  accesses::Access Begin;
  Begin.Instruction = Begin.Position = &Start;
  Begin.Pointer = Anchor;
  Begin.Shape = SiteShape::FrameBegin;
  Accesses.push_back(Begin);
  for (const StackLocal *L : EntryLocals) {
    accesses::Access A = Begin;
    A.Pointer = L->Storage;
    A.Shape = SiteShape::LocalBegin;
    A.Local = L;
    A.Size = uint32_t(L->Bytes);
    Accesses.push_back(A);
  }
}

void StackLocals::collect(const Instruction &I,
                          SmallVectorImpl<accesses::Access> &Accesses) const {
  if (auto Entry = Marks.find(&I); Entry != Marks.end())
    Accesses.append(Entry->second.begin(), Entry->second.end());
}
