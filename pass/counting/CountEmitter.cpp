//===- CountEmitter.cpp - the code that counts ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several instructions may have to be inserted at one place. What leaves a loop
// comes first, then checks, then flows, then what enters a loop.
//
//===----------------------------------------------------------------------===//

#include "pass/counting/CountEmitter.h"
#include "memfacet/Check.h"
#include "memfacet/Entry.h"
#include "pass/compat/Compat.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace memfacet;
using namespace memfacet::counting;

namespace {

class CountEmitter {
public:
  CountEmitter(llvm::Function &F, const std::vector<runs::Run> &Runs,
               const FlowGraph &Flows, const CountPlan &Plan,
               const CountTables &Tables,
               const interface::CountEntries &Runtime)
      : F(F), Runs(Runs), Flows(Flows), Plan(Plan), Tables(Tables),
        Runtime(Runtime), Int64(Type::getInt64Ty(F.getContext())),
        Pointer(PointerType::get(F.getContext(), 0)) {}
  CountedCode emit();

private:
  void choosePoints();
  Instruction *pointOn(const BlockEdge &E);
  AllocaInst *variable(Type *Ty);
  void makeVariables();
  void begin();
  void leave(const CountedLoop &L);
  void enter(const CountedLoop &L);
  void check(Instruction *InsertPoint, const IntervalCheck &C);
  void flow(const FlowEdge &E);
  void findBackEdges();
  void add(interface::PlainBuilder &B, int Counter, Value *Growth);
  void moveToMemory(interface::PlainBuilder &B, const CountedLoop &L);
  Instruction *ifUnlikely(Value *Condition, Instruction *InsertPoint);

  llvm::Function &F;
  const std::vector<runs::Run> &Runs;
  const FlowGraph &Flows;
  const CountPlan &Plan;
  const CountTables &Tables;
  const interface::CountEntries &Runtime;
  Type *Int64, *Pointer;
  DenseMap<std::pair<BasicBlock *, BasicBlock *>, Instruction *> Points;
  DenseMap<int, Instruction *> BlockEnds; ///< of the blocks of runs
  AllocaInst *Base = nullptr, *Clock = nullptr;
  DenseMap<int, AllocaInst *> LoopVariables; ///< by counter
  CountedCode Code;
};

} // namespace

static Value *load(interface::PlainBuilder &B, AllocaInst *Variable) {
  return B.CreateLoad(Variable->getAllocatedType(), Variable);
}

static void increase(interface::PlainBuilder &B, Value *Address,
                     Value *Growth) {
  Value *Previous = B.CreateLoad(B.getInt64Ty(), Address);
  B.CreateStore(B.CreateAdd(Previous, Growth), Address);
}

static Value *counterAddress(interface::PlainBuilder &B, AllocaInst *Base,
                             int Counter) {
  MEMFACET_CHECK(Counter >= 0, "other counts follow from those with a number");
  return B.CreateConstInBoundsGEP1_64(B.getInt64Ty(), load(B, Base),
                                      uint64_t(Counter));
}

Value *BackEdge::executionsLeft(interface::PlainBuilder &B) const {
  MEMFACET_CHECK(Clock && Ticks > 0, "the edge has a check");
  // A division takes too long.
  return B.CreateAShr(B.CreateLoad(B.getInt64Ty(), Clock),
                      Log2_64_Ceil(uint64_t(Ticks)));
}

void BackEdge::count(interface::PlainBuilder &B, Value *Times) const {
  MEMFACET_CHECK(Clock && Ticks > 0, "the edge has a check");
  MEMFACET_CHECK(Counter < 0 || Variable || Base,
                 "a count is a value or in memory");
  if (Counter >= 0)
    increase(B, Variable ? Variable : counterAddress(B, Base, Counter), Times);
  increase(B, Clock, B.CreateMul(Times, B.getInt64(uint64_t(-Ticks))));
}

/// Returns an insert point that is executed on \p E only.
static Instruction *newPointOn(const BlockEdge &E) {
  auto [Source, Destination] = E;
  BasicBlock *Middle = SplitCriticalEdge(
      Source, Destination,
      CriticalEdgeSplittingOptions().setMergeIdenticalEdges());
  if (!Middle) // the edge is not critical
    Middle = SplitEdge(Source, Destination);
  return Middle->getTerminator();
}

Instruction *CountEmitter::pointOn(const BlockEdge &E) {
  Instruction *&Found = Points[E];
  if (Found)
    return Found;
  auto [Source, Destination] = E;
  Instruction *End = Source->getTerminator();
  if (Source->getUniqueSuccessor() == Destination &&
      isa<BranchInst, SwitchInst>(End))
    return Found = End;
  if (Destination->getUniquePredecessor())
    return Found = compat::firstInsertionPoint(*Destination);
  return Found = newPointOn(E);
}

/// Finds all points before anything is inserted, which cuts blocks.
void CountEmitter::choosePoints() {
  for (const IntervalCheck &C : Plan.Checks)
    if (C.Edge.first)
      Points[C.Edge] = newPointOn(C.Edge);
  for (const FlowEdge &E : Flows.Edges)
    if (E.Counter >= 0 && E.Position == FlowEdge::BetweenBlocks)
      pointOn({E.SourceBlock, E.DestinationBlock});
    else if (E.Position == FlowEdge::AtEnd)
      BlockEnds[E.Source] =
          Runs[size_t(E.Source)].First->getParent()->getTerminator();
  for (const CountedLoop &L : Plan.Loops) {
    for (const BlockEdge &E : L.Entries)
      pointOn(E);
    for (const BlockEdge &E : L.Exits)
      pointOn(E);
  }
}

AllocaInst *CountEmitter::variable(Type *Ty) {
  interface::PlainBuilder B(&F.getEntryBlock().front());
  Code.Variables.push_back(B.CreateAlloca(Ty));
  return Code.Variables.back();
}

void CountEmitter::makeVariables() {
  Base = variable(Pointer);
  if (!Plan.Loops.empty())
    Clock = variable(Int64);
  for (const CountedLoop &L : Plan.Loops)
    for (int Counter : L.Counters)
      LoopVariables[Counter] = variable(Int64);
}

Instruction *CountEmitter::ifUnlikely(Value *Condition,
                                      Instruction *InsertPoint) {
  constexpr uint32_t Never = 1, Always = 1u << 20;
  return SplitBlockAndInsertIfThen(
      Condition, InsertPoint, false,
      MDBuilder(F.getContext()).createBranchWeights(Never, Always));
}

void CountEmitter::begin() {
  MEMFACET_CHECK(!Runs.empty(), "the function has runs");
  Instruction *Start = Runs.front().Start;
  interface::PlainBuilder B(Start);
  auto [Distance, IsUnknown] = Runtime.loadDistance(B);
  BasicBlock *Test = Start->getParent();
  Instruction *Slow = ifUnlikely(IsUnknown, Start);
  CallInst *Attached =
      interface::PlainBuilder(Slow).CreateCall(Runtime.Attach, {Tables.Flows});
  Attached->setCallingConv(CallingConv::PreserveAll);
  interface::PlainBuilder Rest(Start);
  PHINode *Known = Rest.CreatePHI(Int64, 2);
  Known->addIncoming(Distance, Test);
  Known->addIncoming(Attached, Slow->getParent());
  // The address is a number. From a pointer into the table, which is constant,
  // the compiler would conclude that what it points to never changes.
  Value *Table = Rest.CreatePtrToInt(Tables.Counters, Int64);
  Rest.CreateStore(Rest.CreateIntToPtr(Rest.CreateAdd(Table, Known), Pointer),
                   Base);
  if (Plan.EntryTicks == 0)
    return;
  IntervalCheck C;
  C.Ticks = Plan.EntryTicks;
  check(Start, C);
}

void CountEmitter::add(interface::PlainBuilder &B, int Counter, Value *Growth) {
  increase(B, counterAddress(B, Base, Counter), Growth);
}

void CountEmitter::moveToMemory(interface::PlainBuilder &B,
                                const CountedLoop &L) {
  for (int Counter : L.Counters)
    add(B, Counter, load(B, LoopVariables.lookup(Counter)));
}

void CountEmitter::leave(const CountedLoop &L) {
  for (const BlockEdge &E : L.Exits) {
    interface::PlainBuilder B(pointOn(E));
    moveToMemory(B, L);
    if (L.Parent < 0)
      B.CreateStore(load(B, Clock), Runtime.Clock);
  }
}

void CountEmitter::enter(const CountedLoop &L) {
  for (const BlockEdge &E : L.Entries) {
    interface::PlainBuilder B(pointOn(E));
    for (int Counter : L.Counters)
      B.CreateStore(ConstantInt::get(Int64, 0), LoopVariables.lookup(Counter));
    if (L.Parent < 0)
      B.CreateStore(B.CreateLoad(Int64, Runtime.Clock), Clock);
  }
}

void CountEmitter::check(Instruction *InsertPoint, const IntervalCheck &C) {
  MEMFACET_CHECK(C.Loop < 0 || Clock,
                 "a function with loops has a clock of its own");
  MEMFACET_CHECK(C.Ticks > 0, "else an interval would not end");
  interface::PlainBuilder B(InsertPoint);
  Value *ClockAddress =
      C.Loop >= 0 ? static_cast<Value *>(Clock) : Runtime.Clock;
  Value *Remaining = B.CreateSub(B.CreateLoad(Int64, ClockAddress),
                                 ConstantInt::get(Int64, uint64_t(C.Ticks)));
  B.CreateStore(Remaining, ClockAddress);
  Instruction *Slow = ifUnlikely(
      B.CreateICmpSLT(Remaining, ConstantInt::get(Int64, 0)), InsertPoint);
  interface::PlainBuilder SlowBuilder(Slow);
  for (int L = C.Loop; L >= 0; L = Plan.Loops[size_t(L)].Parent) {
    moveToMemory(SlowBuilder, Plan.Loops[size_t(L)]);
    for (int Counter : Plan.Loops[size_t(L)].Counters)
      SlowBuilder.CreateStore(ConstantInt::get(Int64, 0),
                              LoopVariables.lookup(Counter));
  }
  if (C.Loop >= 0)
    SlowBuilder.CreateStore(Remaining, Runtime.Clock);
  if (C.Counter >= 0)
    add(SlowBuilder, C.Counter, ConstantInt::get(Int64, 1));
  SlowBuilder.CreateCall(Runtime.Check)
      ->setCallingConv(CallingConv::PreserveAll);
  if (C.Counter >= 0)
    add(SlowBuilder, C.Counter, ConstantInt::getSigned(Int64, -1));
  if (C.Loop >= 0)
    SlowBuilder.CreateStore(SlowBuilder.CreateLoad(Int64, Runtime.Clock),
                            Clock);
}

void CountEmitter::flow(const FlowEdge &E) {
  Instruction *InsertPoint = nullptr;
  if (E.Position == FlowEdge::AtStart)
    InsertPoint = Runs[size_t(E.Destination)].Start;
  else if (E.Position == FlowEdge::AtEnd)
    InsertPoint = BlockEnds.lookup(E.Source);
  else if (E.Position == FlowEdge::BetweenBlocks)
    InsertPoint = pointOn({E.SourceBlock, E.DestinationBlock});
  if (!InsertPoint)
    return;
  interface::PlainBuilder B(InsertPoint);
  Value *One = ConstantInt::get(Int64, 1);
  MEMFACET_CHECK(size_t(E.Counter) < Plan.LoopByCounter.size(),
                 "the plan is that of these flows");
  if (Plan.LoopByCounter[size_t(E.Counter)] < 0)
    return add(B, E.Counter, One);
  increase(B, LoopVariables.lookup(E.Counter), One);
}

void CountEmitter::findBackEdges() {
  SmallPtrSet<BasicBlock *, 8> Ambiguous;
  for (const IntervalCheck &C : Plan.Checks) {
    if (!C.Edge.first)
      continue;
    auto [Entry, IsFirst] = Code.BackEdges.try_emplace(C.Edge.second);
    if (!IsFirst)
      Ambiguous.insert(C.Edge.second);
    BackEdge &E = Entry->second;
    E.Begin = Points.lookup(C.Edge)->getParent();
    E.Clock = C.Loop >= 0 ? static_cast<Value *>(Clock) : Runtime.Clock;
    E.Ticks = C.Ticks;
  }
  for (const FlowEdge &E : Flows.Edges) {
    if (!E.IsRetreating || E.Counter < 0)
      continue;
    BackEdge &Back = Code.BackEdges[E.DestinationBlock];
    Back.Counter = E.Counter;
    Back.Variable = LoopVariables.lookup(E.Counter);
    Back.Base = Base;
  }
  for (BasicBlock *Header : Ambiguous)
    Code.BackEdges.erase(Header);
}

CountedCode CountEmitter::emit() {
  choosePoints();
  makeVariables();
  findBackEdges();
  begin();
  for (const CountedLoop &L : reverse(Plan.Loops))
    leave(L);
  for (const IntervalCheck &C : Plan.Checks)
    check(C.Edge.first ? pointOn(C.Edge) : Runs[size_t(C.RunIndex)].Start, C);
  for (const FlowEdge &E : Flows.Edges)
    if (E.Counter >= 0)
      flow(E);
  for (const CountedLoop &L : Plan.Loops)
    enter(L);
  return std::move(Code);
}

CountedCode memfacet::counting::emitCounters(
    llvm::Function &F, const std::vector<runs::Run> &Runs,
    const FlowGraph &Flows, const CountPlan &Plan, const CountTables &Tables,
    const interface::CountEntries &Runtime) {
  return CountEmitter(F, Runs, Flows, Plan, Tables, Runtime).emit();
}
