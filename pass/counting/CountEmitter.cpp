//===- CountEmitter.cpp - the code that counts ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several instructions may have to be inserted at one place. What leaves a loop
// comes first, then checks, then flows, then what enters a loop.
//
//===----------------------------------------------------------------------===//

#include "pass/counting/CountEmitter.h"
#include "pass/compat/Compat.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

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
  CountedCode emit();

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
  void findBackEdges();
  void add(PlainBuilder &B, int Counter, Value *Growth);
  void moveToMemory(PlainBuilder &B, const CountedLoop &L);
  Instruction *ifUnlikely(Value *Condition, Instruction *At);

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
  CountedCode Code;
};

} // namespace

static Value *load(PlainBuilder &B, AllocaInst *Variable) {
  return B.CreateLoad(Variable->getAllocatedType(), Variable);
}

static void increase(PlainBuilder &B, Value *At, Value *Growth) {
  Value *Before = B.CreateLoad(B.getInt64Ty(), At);
  B.CreateStore(B.CreateAdd(Before, Growth), At);
}

static Value *counterAddress(PlainBuilder &B, AllocaInst *Base, int Counter) {
  return B.CreateConstInBoundsGEP1_64(B.getInt64Ty(), load(B, Base),
                                      uint64_t(Counter));
}

Value *BackEdge::executionsLeft(PlainBuilder &B) const {
  // A division takes too long.
  return B.CreateAShr(B.CreateLoad(B.getInt64Ty(), Clock),
                      Log2_64_Ceil(uint64_t(Ticks)));
}

void BackEdge::count(PlainBuilder &B, Value *Times) const {
  if (Counter >= 0)
    increase(B, Kept ? Kept : counterAddress(B, Base, Counter), Times);
  increase(B, Clock, B.CreateMul(Times, B.getInt64(uint64_t(-Ticks))));
}

/// A point on an edge of which no other one has code.
static Instruction *newPointOn(const BlockEdge &E) {
  auto [From, To] = E;
  BasicBlock *Middle = SplitCriticalEdge(
      From, To, CriticalEdgeSplittingOptions().setMergeIdenticalEdges());
  if (!Middle) // an invoke that goes on nowhere else, or a jump
    Middle = SplitEdge(From, To);
  return Middle->getTerminator();
}

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
  return Found = newPointOn(E);
}

/// All of them before anything is inserted, which cuts blocks.
void CountEmitter::choosePoints() {
  for (const IntervalCheck &C : Plan.Checks)
    if (C.On.first)
      Points[C.On] = newPointOn(C.On);
  for (const FlowEdge &E : Flows.Edges)
    if (E.Counter >= 0 && E.Where == FlowEdge::BetweenBlocks)
      pointOn({E.FromBlock, E.ToBlock});
    else if (E.Where == FlowEdge::AtEnd)
      Ends[E.From] = Runs[size_t(E.From)].First->getParent()->getTerminator();
  for (const CountedLoop &L : Plan.Loops) {
    for (const BlockEdge &E : L.Entering)
      pointOn(E);
    for (const BlockEdge &E : L.Leaving)
      pointOn(E);
  }
}

AllocaInst *CountEmitter::variable(Type *Ty) {
  PlainBuilder B(&F.getEntryBlock().front());
  Code.Variables.push_back(B.CreateAlloca(Ty));
  return Code.Variables.back();
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

void CountEmitter::add(PlainBuilder &B, int Counter, Value *Growth) {
  increase(B, counterAddress(B, Base, Counter), Growth);
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
  increase(B, Kept.lookup(E.Counter), One);
}

void CountEmitter::findBackEdges() {
  SmallPtrSet<BasicBlock *, 8> Several;
  for (const IntervalCheck &C : Plan.Checks) {
    if (!C.On.first)
      continue;
    auto [It, IsFirst] = Code.BackEdges.try_emplace(C.On.second);
    if (!IsFirst)
      Several.insert(C.On.second);
    BackEdge &E = It->second;
    E.Begin = Points.lookup(C.On)->getParent();
    E.Clock = C.Loop >= 0 ? static_cast<Value *>(Clock) : Runtime.Clock;
    E.Ticks = C.Ticks;
  }
  for (const FlowEdge &E : Flows.Edges) {
    if (!E.Retreats || E.Counter < 0)
      continue;
    BackEdge &Back = Code.BackEdges[E.ToBlock];
    Back.Counter = E.Counter;
    Back.Kept = Kept.lookup(E.Counter);
    Back.Base = Base;
  }
  for (BasicBlock *Header : Several)
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
    check(C.On.first ? pointOn(C.On) : Runs[size_t(C.AtRun)].Start, C);
  for (const FlowEdge &E : Flows.Edges)
    if (E.Counter >= 0)
      flow(E);
  for (const CountedLoop &L : Plan.Loops)
    enter(L);
  return std::move(Code);
}

CountedCode
memfacet::emitCounters(llvm::Function &F, const std::vector<Run> &Runs,
                       const FlowGraph &Flows, const CountPlan &Plan,
                       const CountTables &Tables, const CountEntries &Runtime) {
  return CountEmitter(F, Runs, Flows, Plan, Tables, Runtime).emit();
}
