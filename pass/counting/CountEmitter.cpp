//===- CountEmitter.cpp - the code that counts ----------------------------===//
//
// Several instructions may have to be inserted at one place. What leaves a loop
// comes first, then checks, then flows, then what enters a loop.
//
//===----------------------------------------------------------------------===//

#include "pass/counting/CountEmitter.h"
#include "pass/compat/Compat.h"
#include "pass/interface/PlainBuilder.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace memfacet;

namespace {

class CountEmitter {
public:
  CountEmitter(llvm::Function &F, const std::vector<Run> &Runs,
               const FlowGraph &Flows, const CountPlan &Plan,
               const CountTables &Tables, const CountEntries &Runtime)
      : F(F), Runs(Runs), Flows(Flows), Plan(Plan), Tables(Tables),
        Runtime(Runtime), Int64(Type::getInt64Ty(F.getContext())),
        Pointer(PointerType::get(F.getContext(), 0)) {}
  void emit();

private:
  void choosePoints();
  Instruction *pointOn(const BlockEdge &E);
  AllocaInst *variable(Type *Ty);
  void makeVariables();
  void begin();
  void leave(const CountedLoop &L);
  void enter(const CountedLoop &L);
  void check(Instruction *At, const IntervalCheck &C);
  void flow(const FlowEdge &E);
  Value *address(PlainBuilder &B, int Counter);
  void add(PlainBuilder &B, int Counter, Value *Growth);
  void moveToMemory(PlainBuilder &B, const CountedLoop &L);
  Instruction *ifUnlikely(Value *Condition, Instruction *At);
  Value *load(PlainBuilder &B, AllocaInst *Variable) {
    return B.CreateLoad(Variable->getAllocatedType(), Variable);
  }

  llvm::Function &F;
  const std::vector<Run> &Runs;
  const FlowGraph &Flows;
  const CountPlan &Plan;
  const CountTables &Tables;
  const CountEntries &Runtime;
  Type *Int64, *Pointer;
  DenseMap<std::pair<BasicBlock *, BasicBlock *>, Instruction *> Points;
  DenseMap<int, Instruction *> Ends; ///< of the blocks of runs
  AllocaInst *Base = nullptr, *Clock = nullptr;
  DenseMap<int, AllocaInst *> Kept; ///< by counter
  SmallVector<AllocaInst *, 16> Variables;
};

} // namespace

Instruction *CountEmitter::pointOn(const BlockEdge &E) {
  Instruction *&Found = Points[E];
  if (Found)
    return Found;
  auto [From, To] = E;
  Instruction *End = From->getTerminator();
  if (From->getUniqueSuccessor() == To && isa<BranchInst, SwitchInst>(End))
    return Found = End;
  if (To->getUniquePredecessor())
    return Found = compat::firstInsertionPoint(*To);
  BasicBlock *Middle = SplitCriticalEdge(
      From, To, CriticalEdgeSplittingOptions().setMergeIdenticalEdges());
  if (!Middle) // an invoke that goes on nowhere else
    Middle = SplitEdge(From, To);
  return Found = Middle->getTerminator();
}

/// All of them before anything is inserted, which cuts blocks.
void CountEmitter::choosePoints() {
  for (const FlowEdge &E : Flows.Edges)
    if (E.Counter >= 0 && E.Where == FlowEdge::BetweenBlocks)
      pointOn({E.FromBlock, E.ToBlock});
    else if (E.Where == FlowEdge::AtEnd)
      Ends[E.From] = Runs[size_t(E.From)].First->getParent()->getTerminator();
  for (const IntervalCheck &C : Plan.Checks)
    if (C.On.first)
      pointOn(C.On);
  for (const CountedLoop &L : Plan.Loops) {
    for (const BlockEdge &E : L.Entering)
      pointOn(E);
    for (const BlockEdge &E : L.Leaving)
      pointOn(E);
  }
}

AllocaInst *CountEmitter::variable(Type *Ty) {
  PlainBuilder B(&F.getEntryBlock().front());
  Variables.push_back(B.CreateAlloca(Ty));
  return Variables.back();
}

void CountEmitter::makeVariables() {
  Base = variable(Pointer);
  if (!Plan.Loops.empty())
    Clock = variable(Int64);
  for (const CountedLoop &L : Plan.Loops)
    for (int Counter : L.Counters)
      Kept[Counter] = variable(Int64);
}

Instruction *CountEmitter::ifUnlikely(Value *Condition, Instruction *At) {
  constexpr uint32_t Never = 1, Always = 1u << 20;
  return SplitBlockAndInsertIfThen(
      Condition, At, false,
      MDBuilder(F.getContext()).createBranchWeights(Never, Always));
}

void CountEmitter::begin() {
  Instruction *Start = Runs.front().Start;
  PlainBuilder B(Start);
  auto Set = [&](PlainBuilder &To) {
    Value *Distance = To.CreateLoad(Int64, Runtime.Counters);
    // As a number: of a pointer into the table, which is constant, the compiler
    // would think that nothing it points to changes.
    Value *Table = To.CreatePtrToInt(Tables.Counters, Int64);
    To.CreateStore(To.CreateIntToPtr(To.CreateAdd(Table, Distance), Pointer),
                   Base);
    return Distance;
  };
  Value *Distance = Set(B);
  Instruction *Slow =
      ifUnlikely(B.CreateICmpEQ(Distance, ConstantInt::get(Int64, 0)), Start);
  PlainBuilder Late(Slow);
  Late.CreateCall(Runtime.Attach,
                  {Runtime.Counters, Runtime.Tables, Tables.Flows})
      ->setCallingConv(CallingConv::PreserveAll);
  Set(Late);
  if (Plan.EntryTicks == 0)
    return;
  IntervalCheck C;
  C.Ticks = Plan.EntryTicks;
  check(Start, C);
}

Value *CountEmitter::address(PlainBuilder &B, int Counter) {
  return B.CreateConstInBoundsGEP1_64(Int64, load(B, Base), uint64_t(Counter));
}

void CountEmitter::add(PlainBuilder &B, int Counter, Value *Growth) {
  Value *At = address(B, Counter);
  B.CreateStore(B.CreateAdd(B.CreateLoad(Int64, At), Growth), At);
}

void CountEmitter::moveToMemory(PlainBuilder &B, const CountedLoop &L) {
  for (int Counter : L.Counters)
    add(B, Counter, load(B, Kept.lookup(Counter)));
}

void CountEmitter::leave(const CountedLoop &L) {
  for (const BlockEdge &E : L.Leaving) {
    PlainBuilder B(pointOn(E));
    moveToMemory(B, L);
    if (L.Parent < 0)
      B.CreateStore(load(B, Clock), Runtime.Clock);
  }
}

void CountEmitter::enter(const CountedLoop &L) {
  for (const BlockEdge &E : L.Entering) {
    PlainBuilder B(pointOn(E));
    for (int Counter : L.Counters)
      B.CreateStore(ConstantInt::get(Int64, 0), Kept.lookup(Counter));
    if (L.Parent < 0)
      B.CreateStore(B.CreateLoad(Int64, Runtime.Clock), Clock);
  }
}

void CountEmitter::check(Instruction *At, const IntervalCheck &C) {
  PlainBuilder B(At);
  Value *Where = C.Loop >= 0 ? static_cast<Value *>(Clock) : Runtime.Clock;
  Value *Left = B.CreateSub(B.CreateLoad(Int64, Where),
                            ConstantInt::get(Int64, uint64_t(C.Ticks)));
  B.CreateStore(Left, Where);
  Instruction *Slow =
      ifUnlikely(B.CreateICmpSLT(Left, ConstantInt::get(Int64, 0)), At);
  PlainBuilder Late(Slow);
  for (int L = C.Loop; L >= 0; L = Plan.Loops[size_t(L)].Parent) {
    moveToMemory(Late, Plan.Loops[size_t(L)]);
    for (int Counter : Plan.Loops[size_t(L)].Counters)
      Late.CreateStore(ConstantInt::get(Int64, 0), Kept.lookup(Counter));
  }
  if (C.Loop >= 0)
    Late.CreateStore(Left, Runtime.Clock);
  if (C.Counter >= 0)
    add(Late, C.Counter, ConstantInt::get(Int64, 1));
  Late.CreateCall(Runtime.Check)->setCallingConv(CallingConv::PreserveAll);
  if (C.Counter >= 0)
    add(Late, C.Counter, ConstantInt::getSigned(Int64, -1));
  if (C.Loop >= 0)
    Late.CreateStore(Late.CreateLoad(Int64, Runtime.Clock), Clock);
}

void CountEmitter::flow(const FlowEdge &E) {
  Instruction *At = nullptr;
  if (E.Where == FlowEdge::AtStart)
    At = Runs[size_t(E.To)].Start;
  else if (E.Where == FlowEdge::AtEnd)
    At = Ends.lookup(E.From);
  else if (E.Where == FlowEdge::BetweenBlocks)
    At = pointOn({E.FromBlock, E.ToBlock});
  if (!At)
    return;
  PlainBuilder B(At);
  Value *One = ConstantInt::get(Int64, 1);
  if (Plan.LoopOf[size_t(E.Counter)] < 0)
    return add(B, E.Counter, One);
  AllocaInst *Variable = Kept.lookup(E.Counter);
  B.CreateStore(B.CreateAdd(load(B, Variable), One), Variable);
}

void CountEmitter::emit() {
  choosePoints();
  makeVariables();
  begin();
  for (const CountedLoop &L : reverse(Plan.Loops))
    leave(L);
  for (const IntervalCheck &C : Plan.Checks)
    check(C.On.first ? pointOn(C.On) : Runs[size_t(C.AtRun)].Start, C);
  for (const FlowEdge &E : Flows.Edges)
    if (E.Counter >= 0)
      flow(E);
  for (const CountedLoop &L : Plan.Loops)
    enter(L);
  DominatorTree Tree(F);
  PromoteMemToReg(Variables, Tree);
}

void memfacet::emitCounters(llvm::Function &F, const std::vector<Run> &Runs,
                            const FlowGraph &Flows, const CountPlan &Plan,
                            const CountTables &Tables,
                            const CountEntries &Runtime) {
  CountEmitter(F, Runs, Flows, Plan, Tables, Runtime).emit();
}
