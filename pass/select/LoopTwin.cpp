//===- LoopTwin.cpp - the twin of a quiet loop ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/select/LoopTwin.h"
#include "memfacet/Check.h"
#include "pass/runs/AddressForm.h"
#include "pass/select/CheckPlan.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include <cstdlib>

using namespace llvm;
using namespace memfacet;
using namespace memfacet::select;

namespace {

/// Bytes that a loop accesses, further by a stride in each iteration.
struct MovingAddress {
  Value *Pointer = nullptr;  ///< in the current iteration
  runs::AddressForm Form;    ///< of Pointer
  int64_t Stride = 0;        ///< bytes for each iteration; 0: stays
  int64_t Low = 0, High = 0; ///< from the lowest byte to the end, from Pointer
  bool IsOneLine = false;    ///< the bytes are surely in one line
};

class TwinMaker {
public:
  TwinMaker(QuietLoop &Quiet, const std::vector<runs::Run> &Runs,
            const counting::BackEdge &Edge, const SelectEntries &Runtime)
      : Quiet(Quiet), Runs(Runs), Edge(Edge), Runtime(Runtime),
        Header(*Quiet.Header), F(*Header.getParent()), Tree(F), Loops(Tree),
        L(*Loops.getLoopFor(&Header)), Latch(*L.getLoopLatch()) {}
  void make();

private:
  BasicBlock *block(const char *Name);
  void copyCode();
  void plan();
  void addMoving(size_t Number, const CheckedAccesses &C, int64_t Stride);
  void findAddresses();
  Value *iterations(interface::PlainBuilder &B);
  Value *nextValue(interface::PlainBuilder &B, Value *V);
  Value *loadMask(interface::PlainBuilder &B, GlobalVariable *Variable);
  void endTwin();
  void returnToLoop();
  void leave(BasicBlock &ExitingBlock);
  /// Most of the time is spent in the twin: the weights keep its values in
  /// registers.
  static constexpr uint32_t RareWeight = 1, UsualWeight = 31;
  MDNode *weights(uint32_t First, uint32_t Second) const {
    return MDBuilder(F.getContext()).createBranchWeights(First, Second);
  }
  template <typename T> T *twinOf(T *V) const {
    Value *Twin = Quiet.Twins.lookup(V);
    return Twin ? cast<T>(Twin) : V;
  }

  QuietLoop &Quiet;
  const std::vector<runs::Run> &Runs;
  const counting::BackEdge &Edge;
  const SelectEntries &Runtime;
  BasicBlock &Header;
  llvm::Function &F;
  DominatorTree Tree;
  LoopInfo Loops;
  Loop &L;
  BasicBlock &Latch; ///< jumps back to Header
  BasicBlock *NextBlock = Latch.getNextNode();
  SmallSetVector<BasicBlock *, 8> Code; ///< blocks that the twin has, too
  BasicBlock *PlanBlock = nullptr, *TwinLatch = nullptr, *ReturnBlock = nullptr;
  /// Values of the loop's next iteration, computed in PlanBlock.
  DenseMap<Value *, Value *> NextValues;
  SmallVector<MovingAddress, 8> Moving;
  Value *Iterations = nullptr;  ///< the twin executes at most this number
  PHINode *Countdown = nullptr; ///< those left, with the current one
};

} // namespace

BasicBlock *TwinMaker::block(const char *Name) {
  return BasicBlock::Create(F.getContext(), Header.getName() + Name, &F,
                            NextBlock);
}

/// Copies the loop's blocks, except those of the edge back to the header.
void TwinMaker::copyCode() {
  for (BasicBlock *Block : L.blocks())
    if (!Tree.dominates(Edge.Begin, Block))
      Code.insert(Block);
  for (BasicBlock *Block : Code) {
    BasicBlock *Copy = CloneBasicBlock(Block, Quiet.Twins, ".quiet", &F);
    if (NextBlock)
      Copy->moveBefore(NextBlock);
    Quiet.Twins[Block] = Copy;
  }
  for (BasicBlock *Block : Code)
    for (Instruction &Copy : *twinOf(Block))
      RemapInstruction(&Copy, Quiet.Twins,
                       RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
}

Value *TwinMaker::loadMask(interface::PlainBuilder &B,
                           GlobalVariable *Variable) {
  Value *&Mask = NextValues[Variable];
  if (!Mask)
    Mask = B.CreateLoad(B.getInt64Ty(), B.CreateThreadLocalAddress(Variable));
  return Mask;
}

/// Computes \p V as of the next iteration; canBeKnownFirst must hold.
Value *TwinMaker::nextValue(interface::PlainBuilder &B, Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I))
    return V;
  if (Value *Known = NextValues.lookup(I))
    return Known;
  Instruction *Copy = I->clone();
  for (Use &U : Copy->operands())
    U.set(nextValue(B, U.get()));
  // The next iteration may leave the loop before this instruction.
  Copy->dropPoisonGeneratingFlags();
  B.Insert(Copy);
  return NextValues[I] = Copy;
}

/// Adds the address of \p C, a check of run \p Number, which advances by
/// \p Stride bytes. Addresses at a constant distance are planned together.
void TwinMaker::addMoving(size_t Number, const CheckedAccesses &C,
                          int64_t Stride) {
  MovingAddress New;
  New.Pointer = Runs[Number].Accesses[C.First].Pointer;
  New.Form = runs::addressForm(New.Pointer, F.getParent()->getDataLayout());
  New.Stride = Stride;
  New.Low = C.Low;
  New.High = C.Low + int64_t(C.Bytes);
  New.IsOneLine = C.IsOneLine;
  // A narrow index that overflows where the code is not executed would move
  // the address by less than all residues.
  bool HasNarrowIndex = any_of(New.Form.Terms, [](const runs::AddressTerm &T) {
    constexpr unsigned LeastBits = 16;
    return T.Variable->getType()->getIntegerBitWidth() < LeastBits;
  });
  for (MovingAddress &M : Moving) {
    if (HasNarrowIndex || M.Stride != Stride || !M.Form.isComparable(New.Form))
      continue;
    int64_t Distance = New.Form.distance(M.Form);
    constexpr int64_t Most = 2 * int64_t(SelectLineBytes);
    if (Distance < -Most || Distance > Most)
      continue;
    int64_t Low = std::min(M.Low, Distance + New.Low);
    int64_t High = std::max(M.High, Distance + New.High);
    if (High - Low > int64_t(SelectLineBytes))
      continue;
    // What is known of the alignment of one holds where that is executed.
    M.IsOneLine &= New.IsOneLine && M.Low == Distance + New.Low &&
                   M.High == Distance + New.High;
    M.Low = Low;
    M.High = High;
    return;
  }
  Moving.push_back(std::move(New));
}

/// Finds the addresses of the loop's checks that are known ahead.
void TwinMaker::findAddresses() {
  for (size_t Number : Quiet.Runs) {
    const CheckStrides &Strides = Quiet.Strides[Number];
    bool IsAlways = Tree.dominates(Runs[Number].First->getParent(), &Latch);
    std::vector<CheckedAccesses> Checks = planChecks(Runs[Number]);
    MEMFACET_CHECK(Strides.size() == Checks.size(),
                   "each check of a quiet loop has a stride");
    // A constant address, accessed in each iteration, has been checked.
    for (size_t I = 0; I != Checks.size(); ++I)
      if (Strides[I] && (*Strides[I] != 0 || !IsAlways))
        addMoving(Number, Checks[I], *Strides[I]);
  }
}

/// Returns for how many iterations no address is chosen and the interval goes
/// on; 0 or less: none.
Value *TwinMaker::iterations(interface::PlainBuilder &B) {
  Value *Minimum = Edge.executionsLeft(B), *BlockedBits = nullptr;
  findAddresses();
  for (const MovingAddress &M : Moving) {
    MEMFACET_CHECK(canBeKnownFirst(M.Pointer, L), "else it has no stride");
    Value *Address = B.CreatePtrToInt(nextValue(B, M.Pointer), B.getInt64Ty());
    if (M.Low != 0)
      Address = B.CreateAdd(Address, B.getInt64(uint64_t(M.Low)));
    Value *Chosen = loadMask(B, M.IsOneLine ? Runtime.Lines : Runtime.Spans);
    if (M.Stride != 0) {
      Value *Count = quietIterations(B, Address, Chosen, M.Stride);
      Minimum = B.CreateBinaryIntrinsic(Intrinsic::smin, Minimum, Count);
      continue;
    }
    Value *Residue = B.CreateAnd(B.CreateLShr(Address, SelectLineShift),
                                 B.getInt64(SelectResidues - 1));
    Value *Bit = B.CreateLShr(Chosen, Residue);
    BlockedBits = BlockedBits ? B.CreateOr(BlockedBits, Bit) : Bit;
  }
  if (BlockedBits)
    Minimum = B.CreateSelect(B.CreateTrunc(BlockedBits, B.getInt1Ty()),
                             B.getInt64(0), Minimum);
  return Minimum;
}

/// Inserts the branch from the loop's back edge to the twin. The jump that was
/// there, at which a run may begin, returns from the twin.
void TwinMaker::plan() {
  interface::PlainBuilder First(&*Header.getFirstInsertionPt());
  First.CreateStore(First.getFalse(), Quiet.Chosen);
  auto *Jump = cast<BranchInst>(Latch.getTerminator());
  MEMFACET_CHECK(Jump->isUnconditional(),
                 "the counter is on an edge of its own");
  PlanBlock = block(".plan");
  interface::PlainBuilder B(Jump);
  B.CreateCondBr(B.CreateLoad(B.getInt1Ty(), Quiet.Chosen), &Header, PlanBlock,
                 weights(RareWeight, UsualWeight));
  Jump->removeFromParent();
  Jump->insertInto(ReturnBlock, ReturnBlock->end());
  B.SetInsertPoint(PlanBlock);
  for (PHINode &Node : Header.phis())
    NextValues[&Node] = Node.getIncomingValueForBlock(&Latch);
  Iterations = iterations(B);
  B.CreateCondBr(B.CreateICmpSGT(Iterations, B.getInt64(0)), twinOf(&Header),
                 &Header, weights(UsualWeight, RareWeight));
  for (PHINode &Node : Header.phis())
    Node.addIncoming(NextValues[&Node], PlanBlock);
}

/// Connects the twin's back edge, with the values of each iteration.
void TwinMaker::endTwin() {
  BasicBlock *Twin = twinOf(&Header);
  interface::PlainBuilder First(&Twin->front());
  Countdown = First.CreatePHI(First.getInt64Ty(), 2, "left");
  for (BasicBlock *Block : Code)
    twinOf(Block)->getTerminator()->replaceSuccessorWith(Edge.Begin, TwinLatch);
  interface::PlainBuilder B(TwinLatch);
  Value *NextCount = B.CreateSub(Countdown, B.getInt64(1));
  B.CreateCondBr(B.CreateICmpNE(NextCount, B.getInt64(0)), Twin, ReturnBlock,
                 weights(UsualWeight, RareWeight));
  Countdown->addIncoming(Iterations, PlanBlock);
  Countdown->addIncoming(NextCount, TwinLatch);
  for (PHINode &Node : Header.phis()) {
    auto *Copy = twinOf(&Node);
    while (Copy->getNumIncomingValues() != 0)
      Copy->removeIncomingValue(0u, /*DeletePHIIfEmpty=*/false);
    Copy->addIncoming(NextValues[&Node], PlanBlock);
    Copy->addIncoming(twinOf(Node.getIncomingValueForBlock(&Latch)), TwinLatch);
  }
}

/// Goes back to the loop after the twin's last planned iteration.
void TwinMaker::returnToLoop() {
  interface::PlainBuilder B(ReturnBlock->getTerminator());
  Edge.count(B, Iterations);
  for (PHINode &Node : Header.phis())
    Node.addIncoming(twinOf(Node.getIncomingValueForBlock(&Latch)),
                     ReturnBlock);
}

/// Returns \p V, hidden from optimisation. Else LoopStrengthReduce replaces a
/// multiplication after the loop by an addition in each iteration.
static Value *hideValue(interface::PlainBuilder &B, Value *V) {
  auto *IdentityType = FunctionType::get(V->getType(), {V->getType()}, false);
  return B.CreateCall(
      InlineAsm::get(IdentityType, "", "=r,0", /*hasSideEffects=*/false), {V});
}

/// Adds the exits of the twin of \p ExitingBlock, which count the iterations.
void TwinMaker::leave(BasicBlock &ExitingBlock) {
  Instruction *End = twinOf(&ExitingBlock)->getTerminator();
  for (unsigned I = 0; I != End->getNumSuccessors(); ++I) {
    BasicBlock *ExitBlock = ExitingBlock.getTerminator()->getSuccessor(I);
    if (L.contains(ExitBlock))
      continue;
    BasicBlock *LeaveBlock = block(".quiet.leave");
    interface::PlainBuilder B(LeaveBlock);
    Edge.count(B, B.CreateSub(Iterations, hideValue(B, Countdown)));
    B.CreateBr(ExitBlock);
    End->setSuccessor(I, LeaveBlock);
    for (PHINode &Node : ExitBlock->phis())
      Node.addIncoming(twinOf(Node.getIncomingValueForBlock(&ExitingBlock)),
                       LeaveBlock);
  }
}

void TwinMaker::make() {
  // Values used after the loop come through phi nodes of its exits, which
  // control may reach from the twin, too.
  formLCSSA(L, Tree, &Loops, /*SE=*/nullptr);
  copyCode();
  TwinLatch = block(".quiet.again");
  ReturnBlock = block(".quiet.over");
  plan();
  endTwin();
  returnToLoop();
  for (BasicBlock *Block : Code)
    leave(*Block);
}

void memfacet::select::addTwin(QuietLoop &Quiet,
                               const std::vector<runs::Run> &Runs,
                               const counting::BackEdge &Edge,
                               const SelectEntries &Runtime) {
  MEMFACET_CHECK(Quiet.Header && Quiet.Chosen, "the loop and its flag are set");
  MEMFACET_CHECK(Quiet.Twins.empty(), "a loop has one twin");
  MEMFACET_CHECK(Edge.Begin && Edge.Clock,
                 "its iterations are counted by the check");
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

bool memfacet::select::canBeKnownFirst(const Value *V, const Loop &L) {
  unsigned Operations = 0;
  return knownFirst(V, L, Operations);
}

/// Returns how many bits before the first one that is set in \p V are 0, by \p
/// Count, or any number if \p V is 0: where no line is chosen, any number of
/// iterations is quiet.
static Value *zeros(interface::PlainBuilder &B, Intrinsic::ID Count, Value *V) {
  return B.CreateFreeze(B.CreateBinaryIntrinsic(Count, V, B.getTrue()));
}

Value *memfacet::select::quietIterations(interface::PlainBuilder &B,
                                         Value *Address, Value *Lines,
                                         int64_t Stride) {
  MEMFACET_CHECK(Stride != 0, "an address without a stride has no distance");
  Type *Int64 = B.getInt64Ty();
  Value *Line = B.CreateLShr(Address, SelectLineShift);
  Value *LineOffset = B.CreateAnd(Address, B.getInt64(SelectLineBytes - 1));
  uint64_t Step = uint64_t(std::abs(Stride));
  // Lines from that of Address to the first one in Lines; then bytes from
  // Address to there, and a stride but one more.
  Value *Bytes;
  if (Stride > 0) {
    Value *Rotation =
        B.CreateIntrinsic(Intrinsic::fshr, {Int64}, {Lines, Lines, Line});
    Value *Distance = zeros(B, Intrinsic::cttz, Rotation);
    Bytes = B.CreateAdd(B.CreateShl(Distance, SelectLineShift),
                        B.CreateSub(B.getInt64(Step - 1), LineOffset));
  } else {
    // The bit of Address is the highest one.
    Value *Shift = B.CreateSub(B.getInt64(SelectResidues - 1), Line);
    Value *Rotation =
        B.CreateIntrinsic(Intrinsic::fshl, {Int64}, {Lines, Lines, Shift});
    Value *Distance = zeros(B, Intrinsic::ctlz, Rotation);
    Value *LineDistance = B.CreateSub(B.CreateShl(Distance, SelectLineShift),
                                      B.getInt64(SelectLineBytes - Step));
    Bytes = B.CreateAdd(LineDistance, LineOffset);
  }
  if (isPowerOf2_64(Step))
    return B.CreateAShr(Bytes, Log2_64(Step));
  return B.CreateSDiv(Bytes, B.getInt64(Step));
}
