//===- UnseenAllocations.cpp - allocators that the runtime cannot see -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/contexts/UnseenAllocations.h"
#include "memfacet/Check.h"
#include "memfacet/Entry.h"
#include "pass/compat/Compat.h"
#include "pass/interface/Entries.h"
#include "pass/interface/PlainBuilder.h"
#include "pass/naming/AllocationCalls.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::contexts;

/// Returns what is executed first when \p Call has returned; null if nothing
/// can be inserted there. The cursor's code has split the edges already.
static Instruction *afterCall(CallBase &Call) {
  if (Call.doesNotReturn() || Call.isMustTailCall())
    return nullptr;
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call)) {
    BasicBlock *Normal = Invoke->getNormalDest();
    return Normal->getSinglePredecessor() ? compat::firstInsertionPoint(*Normal)
                                          : nullptr;
  }
  return Call.isTerminator() ? nullptr : Call.getNextNode();
}

namespace {
/// Collects what a call says about the block that it allocates.
class BlockOffer {
public:
  BlockOffer(CallBase &Call, const naming::AllocationArguments &Arguments,
             AllocationKind Kind)
      : Call(Call), Arguments(Arguments), Kind(Kind) {}

  /// Inserts the code that is executed before the call.
  void before(const interface::Entries &Runtime);
  /// Inserts the report, before \p Next.
  void after(Instruction *Next) const;

private:
  /// Returns what the call's argument points to; anything if it is null, as
  /// getline(nullptr, ...) fails, and the program's own asprintf(nullptr, ...)
  /// may only measure.
  Value *pointed(IRBuilder<> &B, int Argument, Type *Ty) const {
    Value *Pointer = Call.getArgOperand(unsigned(Argument));
    if (Arguments.Capacity < 0 && !Arguments.IsText)
      return B.CreateLoad(Ty, Pointer); // posix_memalign
    return B.CreateLoad(
        Ty, B.CreateSelect(B.CreateIsNull(Pointer), Readable, Pointer));
  }
  Value *size(IRBuilder<> &B) const;
  Value *address(IRBuilder<> &B) const;

  CallBase &Call;
  const naming::AllocationArguments &Arguments;
  AllocationKind Kind;
  Value *Cursor = nullptr;
  Value *Readable = nullptr; ///< points to eight bytes of the thread
  /// The stored address and size from before the call; null: they are not read.
  Value *OldAddress = nullptr, *OldSize = nullptr;
};
} // namespace

void BlockOffer::before(const interface::Entries &Runtime) {
  interface::PlainBuilder B(&Call);
  Readable = Runtime.Cursor;
  Cursor = B.CreateLoad(B.getPtrTy(), Runtime.Cursor, true);
  if (Arguments.Capacity < 0)
    return;
  OldAddress = pointed(B, Arguments.Output, B.getPtrTy());
  OldSize = pointed(B, Arguments.Capacity, B.getInt64Ty());
}

Value *BlockOffer::size(IRBuilder<> &B) const {
  // asprintf returns the length of the text.
  if (Arguments.IsText && Arguments.Output >= 0)
    return B.CreateAdd(B.CreateSExtOrTrunc(&Call, B.getInt64Ty()),
                       B.getInt64(1));
  if (Arguments.IsText)
    return B.getInt64(~uint64_t(0));
  if (Arguments.Capacity >= 0)
    return pointed(B, Arguments.Capacity, B.getInt64Ty());
  auto Number = [&](int Argument) {
    return B.CreateZExtOrTrunc(Call.getArgOperand(Argument), B.getInt64Ty());
  };
  Value *Size = Number(Arguments.Size);
  return Arguments.Count < 0 ? Size
                             : B.CreateMul(Size, Number(Arguments.Count));
}

/// Returns the block's address; null where the call failed or kept the block.
Value *BlockOffer::address(IRBuilder<> &B) const {
  if (Arguments.Buffer >= 0)
    return B.CreateSelect(
        B.CreateIsNull(Call.getArgOperand(unsigned(Arguments.Buffer))), &Call,
        Constant::getNullValue(B.getPtrTy()));
  if (Arguments.Output < 0)
    return &Call;
  Value *Output = pointed(B, Arguments.Output, B.getPtrTy());
  Value *None = Constant::getNullValue(B.getPtrTy());
  if (OldAddress) {
    Value *IsNew = B.CreateOr(B.CreateICmpNE(Output, OldAddress),
                              B.CreateICmpNE(size(B), OldSize));
    return B.CreateSelect(IsNew, Output, None);
  }
  // A call that fails leaves the output as it was, or with any value.
  Value *Success =
      Arguments.IsText
          ? B.CreateICmpSGE(&Call, ConstantInt::get(Call.getType(), 0))
          : B.CreateIsNull(&Call);
  return B.CreateSelect(Success, Output, None);
}

void BlockOffer::after(Instruction *Next) const {
  interface::PlainBuilder B(Next);
  Type *Pointer = B.getPtrTy();
  Value *Previous = OldAddress ? OldAddress
                    : Kind == AllocationKind::Realloc
                        ? Call.getArgOperand(0)
                        : Constant::getNullValue(Pointer);
  Value *Size = size(B);
  uint32_t Flags = Arguments.HasTemporaries ? UnseenGiven : 0;
  B.CreateCall(
       Call.getModule()->getOrInsertFunction(MEMFACET_ALLOCATED, B.getVoidTy(),
                                             Pointer, B.getInt64Ty(),
                                             B.getInt32Ty(), Pointer, Pointer),
       {address(B), Size, B.getInt32(uint32_t(Kind) | Flags), Previous, Cursor})
      ->setDoesNotThrow();
}

static constexpr StringRef LaterSite = "memfacet.site";

bool memfacet::contexts::takesSiteLater(CallBase &Call, GlobalVariable *Entry) {
  const llvm::Function *Callee = naming::calleeOf(Call);
  naming::AllocationArguments Arguments =
      naming::allocationArguments(Callee ? Callee->getName() : "");
  if (!Arguments.HasTemporaries || !Callee->isDeclaration() ||
      !Arguments.fit(*Call.getFunctionType()) || Call.isTerminator() ||
      Call.isMustTailCall())
    return false;
  Call.setMetadata(LaterSite, MDNode::get(Call.getContext(),
                                          ConstantAsMetadata::get(Entry)));
  return true;
}

/// Sets the thread's site in front of \p Next, if the call \p Call takes it
/// later.
static void setLaterSite(CallBase &Call, Instruction *Next,
                         const interface::Entries &Runtime) {
  MDNode *Later = Call.getMetadata(LaterSite);
  if (!Later)
    return;
  interface::PlainBuilder B(Next);
  B.CreateStore(mdconst::extract<Constant>(Later->getOperand(0)), Runtime.Site,
                true);
  Call.setMetadata(LaterSite, nullptr);
}

static void offerAllocation(CallBase &Call,
                            const naming::AllocationArguments &Arguments,
                            AllocationKind Kind,
                            const interface::Entries &Runtime) {
  Instruction *Next = afterCall(Call);
  bool HasPrevious = Kind != AllocationKind::Realloc ||
                     Call.getArgOperand(0)->getType()->isPointerTy();
  if (!Next || !Arguments.fit(*Call.getFunctionType()) || !HasPrevious)
    return;
  BlockOffer Offer(Call, Arguments, Kind);
  Offer.before(Runtime);
  setLaterSite(Call, Next, Runtime);
  Offer.after(Next);
}

static void offerRelease(CallBase &Call, bool ByRealloc) {
  interface::PlainBuilder B(&Call);
  B.CreateCall(
       Call.getModule()->getOrInsertFunction(MEMFACET_RELEASED, B.getVoidTy(),
                                             B.getPtrTy(), B.getInt32Ty()),
       {Call.getArgOperand(0), B.getInt32(ByRealloc)})
      ->setDoesNotThrow();
}

void memfacet::contexts::reportUnseenAllocations(
    llvm::Function &F, const interface::Entries &Runtime) {
  MEMFACET_CHECK(!F.isDeclaration(), "code is inserted into it");
  SmallVector<CallBase *, 8> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && naming::calleeOf(*Call))
      Calls.push_back(Call);
  for (CallBase *Call : Calls) {
    const llvm::Function *Callee = naming::calleeOf(*Call);
    StringRef Name = Callee->getName();
    AllocationKind Kind = naming::allocationKind(*Call);
    // The release comes first: it moves the cursor, which the allocation
    // compares.
    if (!Callee->hasLocalLinkage() && naming::releasesBlock(Name) &&
        Call->arg_size() > 0 &&
        Call->getArgOperand(0)->getType()->isPointerTy())
      offerRelease(*Call, Kind == AllocationKind::Realloc);
    if (naming::AllocationArguments Arguments =
            naming::allocationArguments(Name);
        Kind != AllocationKind::Unknown && Arguments.areKnown() &&
        ((Arguments.Output < 0 && !Arguments.IsText) ||
         Callee->isDeclaration()))
      offerAllocation(*Call, Arguments, Kind, Runtime);
  }
}
