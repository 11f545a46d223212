//===- ContextStack.cpp - the calls in progress, as code ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/contexts/ContextStack.h"
#include "memfacet/Check.h"
#include "memfacet/Entry.h"
#include "pass/compat/Compat.h"
#include "pass/contexts/ContextRegions.h"
#include "pass/interface/PlainBuilder.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::contexts;

namespace {

/// The code of one region.
class RegionCode {
public:
  RegionCode(const ContextRegion &Region, const ContextUses &Uses,
             const interface::Entries &Runtime, Value *Depth)
      : Region(Region), Uses(Uses), Runtime(Runtime), Depth(Depth) {}

  void insert();

private:
  void enter(Instruction *InsertPoint);
  Value *slot(interface::PlainBuilder &B) const;
  void lower(Instruction *InsertPoint) const;
  void leave(Instruction *InsertPoint, bool Raised) const;
  ArrayRef<ContextUse> usesOf(const BasicBlock *Block) const;
  Instruction *start() const;
  void pass(const ContextUse &Use, bool Raised) const;
  void insertInBlock();
  bool mayBeRaisedAt(BasicBlock *Block) const;
  void findRaised();
  void insertExits();

  const ContextRegion &Region;
  const ContextUses &Uses;
  const interface::Entries &Runtime;
  Value *Depth; ///< null until code loads it
  Value *Slot = nullptr;
  Value *OuterEntry = nullptr;
  /// For each block: whether the depth may be raised at the block's end.
  DenseMap<const BasicBlock *, bool> RaisedAtEnd;
};

} // namespace

static bool isCall(const ContextUse &Use) {
  return Use.Kind == ContextUseKind::Call;
}

/// Returns the first instruction of \p F after static allocas.
static Instruction *startOf(llvm::Function &F) {
  Instruction *Start = compat::firstInsertionPoint(F.getEntryBlock());
  while (isa<AllocaInst>(Start))
    Start = Start->getNextNode();
  return Start;
}

/// Returns the insert point after \p Call has returned normally; null if it
/// never does. May split an edge.
static Instruction *afterCall(Instruction &Call) {
  auto *Invoke = dyn_cast<InvokeInst>(&Call);
  if (!Invoke)
    return Call.isTerminator() ? nullptr : Call.getNextNode();
  BasicBlock *Normal = Invoke->getNormalDest();
  if (!Normal->getSinglePredecessor())
    Normal = SplitEdge(Invoke->getParent(), Normal);
  return compat::firstInsertionPoint(*Normal);
}

// Volatile, here and for sites: see ThreadValue::publish.
static Value *loadDepth(interface::PlainBuilder &B,
                        const interface::Entries &Runtime) {
  return B.CreateLoad(B.getInt64Ty(), Runtime.Depth, /*isVolatile=*/true);
}

Value *RegionCode::slot(interface::PlainBuilder &B) const {
  return B.CreateInBoundsGEP(
      Runtime.Contexts->getValueType(), Runtime.Contexts,
      {B.getInt64(0), B.CreateAnd(Depth, ContextSlots - 1)});
}

void RegionCode::enter(Instruction *InsertPoint) {
  interface::PlainBuilder B(InsertPoint);
  if (!Depth)
    Depth = loadDepth(B, Runtime);
  Slot = slot(B);
  // At great depths, the slot belongs to an outer call too, which must find its
  // entry again.
  OuterEntry = B.CreateLoad(B.getPtrTy(), Slot, true);
}

void RegionCode::lower(Instruction *InsertPoint) const {
  interface::PlainBuilder B(InsertPoint);
  B.CreateStore(Depth, Runtime.Depth, true);
}

void RegionCode::leave(Instruction *InsertPoint, bool Raised) const {
  interface::PlainBuilder B(InsertPoint);
  B.CreateStore(OuterEntry, Slot, true);
  if (Raised)
    lower(InsertPoint);
}

/// Inserts what \p Use needs; \p Raised: whether the depth may be raised before
/// it.
void RegionCode::pass(const ContextUse &Use, bool Raised) const {
  interface::PlainBuilder B(Use.Instruction);
  switch (Use.Kind) {
  case ContextUseKind::Call:
    B.CreateStore(Use.Entry, Slot, true);
    // The depth is stored for each call, as a call that switches stacks may
    // leave any depth.
    B.CreateStore(B.CreateAdd(Depth, B.getInt64(1)), Runtime.Depth, true);
    break;
  case ContextUseKind::Reader:
    if (Raised)
      lower(Use.Instruction);
    break;
  case ContextUseKind::Exit:
    leave(Use.Instruction, Raised);
    break;
  case ContextUseKind::Reentry:
    break;
  }
}

/// Returns the uses of \p Block within the region.
ArrayRef<ContextUse> RegionCode::usesOf(const BasicBlock *Block) const {
  auto Entry = Uses.find(Block);
  if (Entry == Uses.end())
    return {};
  ArrayRef<ContextUse> All = Entry->second;
  if (Block != Region.Head || Block->isEntryBlock())
    return All;
  return All.drop_while([](const ContextUse &Use) { return !isCall(Use); });
}

Instruction *RegionCode::start() const {
  BasicBlock *Head = Region.Head;
  if (Head->isEntryBlock())
    return Depth ? cast<Instruction>(Depth)->getNextNode()
                 : startOf(*Head->getParent());
  ArrayRef<ContextUse> HeadUses = usesOf(Head);
  return HeadUses.empty() ? Head->getTerminator()
                          : HeadUses.front().Instruction;
}

void RegionCode::insertInBlock() {
  ArrayRef<ContextUse> All = Uses.find(Region.Head)->second;
  All = All.drop_while([](const ContextUse &Use) { return !isCall(Use); });
  while (!isCall(All.back()))
    All = All.drop_back();
  enter(All.front().Instruction);
  bool IsRaised = false;
  for (const ContextUse &Use : All) {
    pass(Use, IsRaised);
    IsRaised = isCall(Use);
  }
  if (Instruction *Next = afterCall(*All.back().Instruction)) {
    if (All.size() == 1) {
      interface::PlainBuilder B(Next);
      Slot = slot(B); // not alive over the call
    }
    leave(Next, IsRaised);
  }
}

bool RegionCode::mayBeRaisedAt(BasicBlock *Block) const {
  if (Block == Region.Head)
    return false;
  return Block->isEHPad() ||
         any_of(predecessors(Block), [&](const BasicBlock *Predecessor) {
           return RaisedAtEnd.lookup(Predecessor);
         });
}

void RegionCode::findRaised() {
  for (const BasicBlock *Block : Region.Blocks)
    RaisedAtEnd[Block] = false;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *Block : Region.Blocks) {
      ArrayRef<ContextUse> All = usesOf(Block);
      bool IsRaised = All.empty() ? mayBeRaisedAt(Block) : isCall(All.back());
      Changed |= IsRaised != RaisedAtEnd[Block];
      RaisedAtEnd[Block] = IsRaised;
    }
  }
}

void RegionCode::insertExits() {
  SmallMapVector<BasicBlock *, SmallVector<BasicBlock *, 4>, 4> Exits;
  for (BasicBlock *Block : Region.Blocks) {
    Instruction *End = Block->getTerminator();
    if (CallInst *Tail = Block->getTerminatingMustTailCall())
      leave(Tail, RaisedAtEnd[Block]);
    else if (isa<ReturnInst>(End) || isa<ResumeInst>(End))
      leave(End, RaisedAtEnd[Block]);
    for (BasicBlock *Successor : successors(Block))
      // A handler restores the depth itself.
      if (!Successor->isEHPad() &&
          (Successor == Region.Head || !RaisedAtEnd.count(Successor)))
        if (!is_contained(Exits[Successor], Block))
          Exits[Successor].push_back(Block);
  }
  for (auto &[Successor, Predecessors] : Exits) {
    bool Raised = any_of(Predecessors, [&](const BasicBlock *Block) {
      return RaisedAtEnd[Block];
    });
    BasicBlock *Edge =
        SplitBlockPredecessors(Successor, Predecessors, ".context");
    leave(Edge->getTerminator(), Raised);
  }
}

void RegionCode::insert() {
  if (Region.Blocks.empty())
    return insertInBlock();
  findRaised();
  enter(start());
  for (BasicBlock *Block : Region.Blocks) {
    bool IsRaised = mayBeRaisedAt(Block);
    for (const ContextUse &Use : usesOf(Block)) {
      pass(Use, IsRaised);
      IsRaised = isCall(Use);
    }
  }
  insertExits();
}

/// Returns whether control may arrive at \p I from calls that did not return.
static bool isReentry(const Instruction &I) {
  // A cleanup continues to a handler.
  if (auto *Pad = dyn_cast<LandingPadInst>(&I))
    return Pad->getNumClauses() > 0;
  auto *Call = dyn_cast<CallInst>(&I);
  return Call && Call->hasFnAttr(Attribute::ReturnsTwice);
}

static ContextUses usesOf(llvm::Function &F, ArrayRef<ContextCall> Calls,
                          const naming::AllocatingFunctions &Functions) {
  ContextUses Uses;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Calls.empty() && Call == Calls.front().Call) {
      if (!Call->isMustTailCall())
        Uses[I.getParent()].push_back(
            {&I, ContextUseKind::Call, Calls.front().Entry});
      Calls = Calls.drop_front();
    } else if (Call && Functions.mayReadContexts(*Call)) {
      Uses[I.getParent()].push_back({&I,
                                     Call->doesNotReturn()
                                         ? ContextUseKind::Exit
                                         : ContextUseKind::Reader,
                                     nullptr});
    }
    if (isReentry(I))
      Uses[I.getParent()].push_back({&I, ContextUseKind::Reentry, nullptr});
  }
  return Uses;
}

/// Inserts code that restores the depth at each reentry. Returns the depth on
/// entry; null if there is no reentry.
static Value *restoreDepth(llvm::Function &F,
                           const interface::Entries &Runtime) {
  Value *Depth = nullptr;
  for (Instruction &I : instructions(F)) {
    if (!isReentry(I))
      continue;
    if (!Depth) {
      interface::PlainBuilder Entry(startOf(F));
      Depth = loadDepth(Entry, Runtime);
    }
    interface::PlainBuilder B(isa<LandingPadInst>(I)
                                  ? compat::firstInsertionPoint(*I.getParent())
                                  : I.getNextNode());
    B.CreateStore(Depth, Runtime.Depth, true);
  }
  return Depth;
}

void memfacet::contexts::pushContexts(
    llvm::Function &F, ArrayRef<ContextCall> Calls,
    const naming::AllocatingFunctions &Functions,
    const interface::Entries &Runtime) {
  for ([[maybe_unused]] const ContextCall &C : Calls)
    MEMFACET_CHECK(C.Call->getFunction() == &F && C.Entry,
                   "each call of the function has an entry");
  Value *Depth = restoreDepth(F, Runtime);
  if (Calls.empty())
    return;
  ContextUses Uses = usesOf(F, Calls, Functions);
  for (const ContextRegion &Region : contextRegions(F, Uses))
    RegionCode(Region, Uses, Runtime, Depth).insert();
}
