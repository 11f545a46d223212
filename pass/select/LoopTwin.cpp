//===- LoopTwin.cpp - the twin of a quiet loop ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/select/LoopTwin.h"
#include "pass/select/CheckPlan.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include <cassert>
#include <cstdlib>

using namespace llvm;
using namespace memfacet;

namespace {

class TwinMaker {
public:
  TwinMaker(QuietLoop &Quiet, const std::vector<Run> &Runs,
            const BackEdge &Edge, const SelectEntries &Runtime)
      : Quiet(Quiet), Runs(Runs), Edge(Edge), Runtime(Runtime),
        Header(*Quiet.Header), F(*Header.getParent()), Tree(F), Loops(Tree),
        L(*Loops.getLoopFor(&Header)), Latch(*L.getLoopLatch()) {}
  void make();

private:
  BasicBlock *block(const char *Name);
  void copyCode();
  void plan();
  Value *iterations(PlainBuilder &B);
  Value *planned(PlainBuilder &B, Value *V);
  Value *loaded(PlainBuilder &B, GlobalVariable *Of);
  void endTwin();
  void goOn();
  void leave(BasicBlock &From);
  /// Most of the time is spent in the twin: its values shall be in registers.
  static constexpr uint32_t Seldom = 1, Mostly = 31;
  MDNode *weights(uint32_t First, uint32_t Second) const {
    return MDBuilder(F.getContext()).createBranchWeights(First, Second);
  }
  template <typename T> T *twinOf(T *V) const {
    Value *Twin = Quiet.Twins.lookup(V);
    return Twin ? cast<T>(Twin) : V;
  }

  QuietLoop &Quiet;
  const std::vector<Run> &Runs;
  const BackEdge &Edge;
  const SelectEntries &Runtime;
  BasicBlock &Header;
  llvm::Function &F;
  DominatorTree Tree;
  LoopInfo Loops;
  Loop &L;
  BasicBlock &Latch; ///< where the loop goes back
  BasicBlock *Next = Latch.getNextNode();
  SmallSetVector<BasicBlock *, 8> Code; ///< blocks that the twin has, too
  BasicBlock *Plan = nullptr, *Again = nullptr, *Return = nullptr;
  /// Values of the loop's next iteration, in Plan.
  DenseMap<Value *, Value *> Planned;
  Value *Iterations = nullptr; ///< of the twin, at most
  PHINode *Left = nullptr;     ///< of these, with the one that is executed
};

} // namespace

BasicBlock *TwinMaker::block(const char *Name) {
  return BasicBlock::Create(F.getContext(), Header.getName() + Name, &F, Next);
}

/// All but what is on the edge back to the header.
void TwinMaker::copyCode() {
  for (BasicBlock *Block : L.blocks())
    if (!Tree.dominates(Edge.Begin, Block))
      Code.insert(Block);
  for (BasicBlock *Block : Code) {
    BasicBlock *Copy = CloneBasicBlock(Block, Quiet.Twins, ".quiet", &F);
    if (Next)
      Copy->moveBefore(Next);
    Quiet.Twins[Block] = Copy;
  }
  for (BasicBlock *Block : Code)
    for (Instruction &Copy : *twinOf(Block))
      RemapInstruction(&Copy, Quiet.Twins,
                       RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
}

Value *TwinMaker::loaded(PlainBuilder &B, GlobalVariable *Of) {
  Value *&Loaded = Planned[Of];
  if (!Loaded)
    Loaded = B.CreateLoad(B.getInt64Ty(), B.CreateThreadLocalAddress(Of));
  return Loaded;
}

/// What \p V will be in the next iteration, see canBeKnownFirst.
Value *TwinMaker::planned(PlainBuilder &B, Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I))
    return V;
  if (Value *Known = Planned.lookup(I))
    return Known;
  Instruction *Copy = I->clone();
  for (Use &U : Copy->operands())
    U.set(planned(B, U.get()));
  // That iteration may not come so far.
  Copy->dropPoisonGeneratingFlags();
  B.Insert(Copy);
  return Planned[I] = Copy;
}

/// For how many iterations no address is chosen and the interval goes on; 0 or
/// less: none.
Value *TwinMaker::iterations(PlainBuilder &B) {
  Value *Least = Edge.executionsLeft(B), *Blocked = nullptr;
  for (size_t Number : Quiet.Runs) {
    const CheckStrides &Strides = Quiet.Strides[Number];
    bool IsAlways = Tree.dominates(Runs[Number].First->getParent(), &Latch);
    std::vector<CheckedAccesses> Checks = planChecks(Runs[Number]);
    for (size_t I = 0; I != Checks.size(); ++I) {
      const CheckedAccesses &C = Checks[I];
      // An address that stays will be chosen no more than it was.
      if (!Strides[I] || (*Strides[I] == 0 && IsAlways))
        continue;
      Value *First = planned(B, Runs[Number].Accesses[C.First].Pointer);
      Value *Address = B.CreatePtrToInt(First, B.getInt64Ty());
      if (C.Low != 0)
        Address = B.CreateAdd(Address, B.getInt64(uint64_t(C.Low)));
      Value *Chosen = loaded(B, C.OneLine ? Runtime.Lines : Runtime.Spans);
      if (*Strides[I] != 0) {
        Value *Count = quietIterations(B, Address, Chosen, *Strides[I]);
        Least = B.CreateBinaryIntrinsic(Intrinsic::smin, Least, Count);
        continue;
      }
      Value *Residue = B.CreateAnd(B.CreateLShr(Address, SelectLineShift),
                                   B.getInt64(SelectResidues - 1));
      Value *Bit = B.CreateLShr(Chosen, Residue);
      Blocked = Blocked ? B.CreateOr(Blocked, Bit) : Bit;
    }
  }
  if (Blocked)
    Least = B.CreateSelect(B.CreateTrunc(Blocked, B.getInt1Ty()), B.getInt64(0),
                           Least);
  return Least;
}

/// Where the loop goes back, control may go to the twin.
void TwinMaker::plan() {
  PlainBuilder First(&*Header.getFirstInsertionPt());
  First.CreateStore(First.getFalse(), Quiet.Chosen);
  auto *Jump = cast<BranchInst>(Latch.getTerminator());
  assert(Jump->isUnconditional() && "the counter is on an edge of its own");
  Plan = block(".plan");
  PlainBuilder B(Jump);
  B.CreateCondBr(B.CreateLoad(B.getInt1Ty(), Quiet.Chosen), &Header, Plan,
                 weights(Seldom, Mostly));
  Jump->eraseFromParent();
  B.SetInsertPoint(Plan);
  for (PHINode &Node : Header.phis())
    Planned[&Node] = Node.getIncomingValueForBlock(&Latch);
  Iterations = iterations(B);
  B.CreateCondBr(B.CreateICmpSGT(Iterations, B.getInt64(0)), twinOf(&Header),
                 &Header, weights(Mostly, Seldom));
  for (PHINode &Node : Header.phis())
    Node.addIncoming(Planned[&Node], Plan);
}

/// The twin's values in its first iteration, and in the next ones.
void TwinMaker::endTwin() {
  BasicBlock *Twin = twinOf(&Header);
  PlainBuilder First(&Twin->front());
  Left = First.CreatePHI(First.getInt64Ty(), 2, "left");
  for (BasicBlock *Block : Code)
    twinOf(Block)->getTerminator()->replaceSuccessorWith(Edge.Begin, Again);
  PlainBuilder B(Again);
  Value *Fewer = B.CreateSub(Left, B.getInt64(1));
  B.CreateCondBr(B.CreateICmpNE(Fewer, B.getInt64(0)), Twin, Return,
                 weights(Mostly, Seldom));
  Left->addIncoming(Iterations, Plan);
  Left->addIncoming(Fewer, Again);
  for (PHINode &Node : Header.phis()) {
    auto *Copy = twinOf(&Node);
    while (Copy->getNumIncomingValues() != 0)
      Copy->removeIncomingValue(0u, /*DeletePHIIfEmpty=*/false);
    Copy->addIncoming(Planned[&Node], Plan);
    Copy->addIncoming(twinOf(Node.getIncomingValueForBlock(&Latch)), Again);
  }
}

/// All iterations of the twin are over, and the loop's are not.
void TwinMaker::goOn() {
  PlainBuilder B(Return);
  Edge.count(B, Iterations);
  B.CreateBr(&Header);
  for (PHINode &Node : Header.phis())
    Node.addIncoming(twinOf(Node.getIncomingValueForBlock(&Latch)), Return);
}

/// \p V, of which LLVM knows nothing. Else it multiplies it with a constant
/// behind the loop by adding in each iteration (LoopStrengthReduce).
static Value *hidden(PlainBuilder &B, Value *V) {
  auto *Same = FunctionType::get(V->getType(), {V->getType()}, false);
  return B.CreateCall(
      InlineAsm::get(Same, "", "=r,0", /*hasSideEffects=*/false), {V});
}

/// An iteration of the twin may be the loop's last in the twin of \p From.
void TwinMaker::leave(BasicBlock &From) {
  Instruction *End = twinOf(&From)->getTerminator();
  for (unsigned I = 0; I != End->getNumSuccessors(); ++I) {
    BasicBlock *Behind = From.getTerminator()->getSuccessor(I);
    if (L.contains(Behind))
      continue;
    BasicBlock *Leave = block(".quiet.leave");
    PlainBuilder B(Leave);
    Edge.count(B, B.CreateSub(Iterations, hidden(B, Left)));
    B.CreateBr(Behind);
    End->setSuccessor(I, Leave);
    for (PHINode &Node : Behind->phis())
      Node.addIncoming(twinOf(Node.getIncomingValueForBlock(&From)), Leave);
  }
}

void TwinMaker::make() {
  // What the code behind the loop uses of it comes through nodes there, where
  // control may come from the twin, too.
  formLCSSA(L, Tree, &Loops, /*SE=*/nullptr);
  copyCode();
  Again = block(".quiet.again");
  Return = block(".quiet.over");
  plan();
  endTwin();
  goOn();
  for (BasicBlock *Block : Code)
    leave(*Block);
}

void memfacet::addTwin(QuietLoop &Quiet, const std::vector<Run> &Runs,
                       const BackEdge &Edge, const SelectEntries &Runtime) {
  TwinMaker(Quiet, Runs, Edge, Runtime).make();
}

static bool knownFirst(const Value *V, const Loop &L, unsigned &Operations) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I))
    return true;
  if (isa<PHINode>(I))
    return I->getParent() == L.getHeader();
  constexpr unsigned Most = 8;
  if (++Operations > Most || !(isa<GetElementPtrInst, CastInst>(I) ||
                               (isa<BinaryOperator>(I) && !I->isIntDivRem())))
    return false;
  return all_of(I->operands(), [&](const Use &U) {
    return knownFirst(U.get(), L, Operations);
  });
}

bool memfacet::canBeKnownFirst(const Value *V, const Loop &L) {
  unsigned Operations = 0;
  return knownFirst(V, L, Operations);
}

Value *memfacet::quietIterations(PlainBuilder &B, Value *Address, Value *Lines,
                                 int64_t Stride) {
  assert(Stride != 0);
  Type *Int64 = B.getInt64Ty();
  Value *Line = B.CreateLShr(Address, SelectLineShift);
  Value *InLine = B.CreateAnd(Address, B.getInt64(SelectLineBytes - 1));
  uint64_t Step = uint64_t(std::abs(Stride));
  // Lines from that of Address to the first one in Lines; then bytes from
  // Address to there, and a stride but one more.
  Value *Bytes;
  if (Stride > 0) {
    Value *From =
        B.CreateIntrinsic(Intrinsic::fshr, {Int64}, {Lines, Lines, Line});
    Value *Distance =
        B.CreateBinaryIntrinsic(Intrinsic::cttz, From, B.getFalse());
    Bytes = B.CreateAdd(B.CreateShl(Distance, SelectLineShift),
                        B.CreateSub(B.getInt64(Step - 1), InLine));
  } else {
    // The bit of Address is the highest one.
    Value *Up = B.CreateSub(B.getInt64(SelectResidues - 1), Line);
    Value *From =
        B.CreateIntrinsic(Intrinsic::fshl, {Int64}, {Lines, Lines, Up});
    Value *Distance =
        B.CreateBinaryIntrinsic(Intrinsic::ctlz, From, B.getFalse());
    Value *Beyond = B.CreateSub(B.CreateShl(Distance, SelectLineShift),
                                B.getInt64(SelectLineBytes - Step));
    Bytes = B.CreateAdd(Beyond, InLine);
  }
  if (isPowerOf2_64(Step))
    return B.CreateAShr(Bytes, Log2_64(Step));
  return B.CreateSDiv(Bytes, B.getInt64(Step));
}
