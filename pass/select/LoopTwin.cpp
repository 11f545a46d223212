//===- LoopTwin.cpp - the twin of a quiet loop ----------------------------===//

#include "pass/select/LoopTwin.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/MDBuilder.h"
#include <cassert>
#include <cstdlib>

using namespace llvm;
using namespace memfacet;

namespace {

class TwinMaker {
public:
  TwinMaker(QuietLoop &Quiet, const Run &R, const Loop &L, const BackEdge &Edge,
            const SelectEntries &Runtime)
      : Quiet(Quiet), R(R), L(L), Edge(Edge), Runtime(Runtime),
        Latch(*L.getLoopLatch()), End(*cast<BranchInst>(Quiet.Code.back())) {}
  void make();

private:
  BasicBlock *block(const char *Name);
  void passOnResults();
  Value *iterations(PlainBuilder &B);
  void plan();
  void copyCode();
  void endTwin();
  void goOn();
  void leave();
  Value *twinOf(Value *V) const {
    Value *Twin = Quiet.Twins.lookup(V);
    return Twin ? Twin : V;
  }

  QuietLoop &Quiet;
  const Run &R;
  const Loop &L;
  const BackEdge &Edge;
  const SelectEntries &Runtime;
  BasicBlock &Latch; ///< what leads back to the loop
  BranchInst &End;   ///< of the loop's code
  unsigned Exiting = 0; ///< successor of End behind the loop
  BasicBlock *Behind = nullptr, *Plan = nullptr, *Twin = nullptr;
  BasicBlock *Again = nullptr, *Return = nullptr, *Leave = nullptr;
  Value *Iterations = nullptr; ///< of the twin, at most
  PHINode *Left = nullptr;     ///< of these, with the one that is executed
};

} // namespace

BasicBlock *TwinMaker::block(const char *Name) {
  return BasicBlock::Create(Quiet.Header->getContext(),
                            Quiet.Header->getName() + Name,
                            Quiet.Header->getParent(), Behind);
}

/// What the code behind the loop uses of it comes through Behind from now on,
/// where control may come from the twin, too.
void TwinMaker::passOnResults() {
  if (!Behind->getUniquePredecessor())
    return; // it has such nodes
  for (Instruction *I : Quiet.Code) {
    PHINode *Result = nullptr;
    for (Use &U : make_early_inc_range(I->uses())) {
      auto *User = cast<Instruction>(U.getUser());
      auto *Node = dyn_cast<PHINode>(User);
      if (L.contains(Node ? Node->getIncomingBlock(U) : User->getParent()))
        continue;
      if (!Result) {
        Result = PHINode::Create(I->getType(), 2, "", &Behind->front());
        Result->addIncoming(I, End.getParent());
      }
      U.set(Result);
    }
  }
}

/// For how many iterations behind this one no address is chosen and the
/// interval goes on; at least one is not positive: none.
Value *TwinMaker::iterations(PlainBuilder &B) {
  Value *Least = Edge.executionsLeft(B);
  std::vector<CheckedAccesses> Checks = planChecks(R);
  Value *Lines = nullptr, *Spans = nullptr;
  auto Load = [&](Value *&Loaded, GlobalVariable *Of) {
    if (!Loaded)
      Loaded = B.CreateLoad(B.getInt64Ty(), B.CreateThreadLocalAddress(Of));
    return Loaded;
  };
  for (size_t I = 0; I != Checks.size(); ++I) {
    const CheckedAccesses &C = Checks[I];
    // An address that stays will be chosen no more than it is.
    if (Quiet.Strides[I].value_or(0) == 0)
      continue;
    Value *Address = B.CreateAdd(
        B.CreatePtrToInt(R.Accesses[C.First].Pointer, B.getInt64Ty()),
        B.getInt64(uint64_t(C.Low)));
    Value *Chosen =
        C.OneLine ? Load(Lines, Runtime.Lines) : Load(Spans, Runtime.Spans);
    Value *Count = quietIterations(B, Address, Chosen, *Quiet.Strides[I]);
    Least = B.CreateBinaryIntrinsic(Intrinsic::smin, Least, Count);
  }
  return Least;
}

/// Where the loop goes back, control may go to the twin.
void TwinMaker::plan() {
  PlainBuilder First(&*Quiet.Header->getFirstInsertionPt());
  First.CreateStore(First.getFalse(), Quiet.Chosen);
  auto *Jump = cast<BranchInst>(Latch.getTerminator());
  assert(Jump->isUnconditional() && "the counter is on an edge of its own");
  Plan = block(".plan");
  PlainBuilder B(Jump);
  B.CreateCondBr(B.CreateLoad(B.getInt1Ty(), Quiet.Chosen), Quiet.Header, Plan);
  Jump->eraseFromParent();
  B.SetInsertPoint(Plan);
  Iterations = iterations(B);
  B.CreateCondBr(B.CreateICmpSGT(Iterations, B.getInt64(0)), Twin,
                 Quiet.Header);
  for (PHINode &Node : Quiet.Header->phis())
    Node.addIncoming(Node.getIncomingValueForBlock(&Latch), Plan);
}

void TwinMaker::copyCode() {
  Type *Int64 = Type::getInt64Ty(Twin->getContext());
  Left = PHINode::Create(Int64, 2, "left", Twin);
  for (Instruction *I : Quiet.Code) {
    if (I == &End)
      break;
    Instruction *Copy = I->clone();
    if (auto *Node = dyn_cast<PHINode>(Copy))
      while (Node->getNumIncomingValues() != 0)
        Node->removeIncomingValue(0u, /*DeletePHIIfEmpty=*/false);
    Copy->setName(I->getName());
    Copy->insertInto(Twin, Twin->end());
    Quiet.Twins[I] = Copy;
  }
  for (Instruction &Copy : *Twin)
    RemapInstruction(&Copy, Quiet.Twins,
                     RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
}

/// The twin's values in its first iteration, and in the next ones.
void TwinMaker::endTwin() {
  PlainBuilder B(Twin);
  BranchInst *Last = B.CreateCondBr(twinOf(End.getCondition()), Again, Leave);
  if (Exiting == 0)
    Last->swapSuccessors();
  B.SetInsertPoint(Again);
  Value *Fewer = B.CreateSub(Left, B.getInt64(1));
  B.CreateCondBr(B.CreateICmpNE(Fewer, B.getInt64(0)), Twin, Return);
  Left->addIncoming(Iterations, Plan);
  Left->addIncoming(Fewer, Again);
  for (PHINode &Node : Quiet.Header->phis()) {
    auto *Copy = cast<PHINode>(twinOf(&Node));
    Value *Value = Node.getIncomingValueForBlock(&Latch);
    Copy->addIncoming(Value, Plan);
    Copy->addIncoming(twinOf(Value), Again);
  }
}

/// All iterations of the twin are over, and the loop's are not.
void TwinMaker::goOn() {
  PlainBuilder B(Return);
  Edge.count(B, Iterations);
  B.CreateBr(Quiet.Header);
  for (PHINode &Node : Quiet.Header->phis())
    Node.addIncoming(twinOf(Node.getIncomingValueForBlock(&Latch)), Return);
}

/// An iteration of the twin is the loop's last.
void TwinMaker::leave() {
  PlainBuilder B(Leave);
  Edge.count(B, B.CreateSub(Iterations, Left));
  B.CreateBr(Behind);
  for (PHINode &Node : Behind->phis())
    Node.addIncoming(twinOf(Node.getIncomingValueForBlock(End.getParent())),
                     Leave);
}

void TwinMaker::make() {
  Exiting = L.contains(End.getSuccessor(0)) ? 1 : 0;
  Behind = End.getSuccessor(Exiting);
  assert(!L.contains(Behind) && "a loop of one block has one exit");
  passOnResults();
  Twin = block(".quiet");
  Again = block(".quiet.again");
  Return = block(".quiet.over");
  Leave = block(".quiet.leave");
  copyCode();
  plan();
  endTwin();
  goOn();
  leave();
}

void memfacet::addTwin(QuietLoop &Quiet, const Run &R, const Loop &L,
                       const BackEdge &Edge, const SelectEntries &Runtime) {
  TwinMaker(Quiet, R, L, Edge, Runtime).make();
}

Value *memfacet::quietIterations(PlainBuilder &B, Value *Address, Value *Lines,
                                 int64_t Stride) {
  assert(Stride != 0);
  Type *Int64 = B.getInt64Ty();
  Value *Line = B.CreateLShr(Address, SelectLineShift);
  Value *InLine = B.CreateAnd(Address, B.getInt64(SelectLineBytes - 1));
  // Lines from that of Address to the first one in Lines, at least 1.
  Value *Distance, *Bytes;
  if (Stride > 0) {
    Value *From =
        B.CreateIntrinsic(Intrinsic::fshr, {Int64}, {Lines, Lines, Line});
    Distance = B.CreateBinaryIntrinsic(Intrinsic::cttz, From, B.getFalse());
    // Up to the last byte before that line.
    Bytes = B.CreateSub(B.CreateShl(Distance, SelectLineShift),
                        B.CreateAdd(InLine, B.getInt64(1)));
  } else {
    // The bit of Address is the highest one.
    Value *Up = B.CreateSub(B.getInt64(SelectResidues - 1), Line);
    Value *From =
        B.CreateIntrinsic(Intrinsic::fshl, {Int64}, {Lines, Lines, Up});
    Distance = B.CreateBinaryIntrinsic(Intrinsic::ctlz, From, B.getFalse());
    Value *Between = B.CreateSub(Distance, B.getInt64(1));
    Bytes = B.CreateAdd(B.CreateShl(Between, SelectLineShift), InLine);
  }
  return B.CreateUDiv(Bytes, B.getInt64(uint64_t(std::abs(Stride))));
}
