//===- ClosedFormTest.cpp - cycles that a formula gives -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/RunPipeline.h"
#include "test/support/Test.h"

namespace {

constexpr unsigned Levels = 2;
constexpr uint32_t LineBytes = 64;
constexpr uint32_t Penalty = 5, Memory = 100, L1 = 3, L2 = 12;
constexpr uint32_t Miss = 2; ///< of all levels

/// So wide that nothing but what a test is about limits it.
CoreModel wide() {
  CoreModel M;
  M.Width = 64, M.Window = 1000, M.Stores = 1000, M.Misses = 1000;
  M.Penalty = Penalty, M.Memory = Memory, M.Levels = {L1, L2};
  M.Units.fill(64);
  return M;
}

CoreAccess line(uint64_t Number, uint8_t Missed, uint32_t Structure = 7) {
  CoreAccess A;
  A.Address = Number * LineBytes;
  A.Size = 8;
  A.Origin = {Structure, 1};
  A.Result = {Missed, 0, uint16_t(Missed == Miss), 0};
  return A;
}

CoreStep load(CoreAccess A, std::vector<size_t> Inputs = {}) {
  return {OperationClass::Load, std::move(Inputs), {A}, false};
}

CoreStep store(CoreAccess A, std::vector<size_t> Inputs = {}) {
  A.Write = true;
  return {OperationClass::Store, std::move(Inputs), {A}, false};
}

RunPipeline run(const CoreModel &M, const std::vector<CoreStep> &Program) {
  return {M, Levels, LineBytes, Program};
}

/// Each of a line of its own, once the one before is there or at any time.
std::vector<CoreStep> missingLoads(uint64_t Count, bool Chase = false) {
  std::vector<CoreStep> Loads;
  for (uint64_t I = 0; I != Count; ++I) {
    Loads.push_back(load(line(I, Miss)));
    if (Chase && I)
      Loads.back().Inputs = {I - 1};
  }
  return Loads;
}

TEST(ClosedForm, ADependentChaseTakesALatencyForEach) {
  constexpr uint64_t N = 50;
  std::vector<CoreStep> Chase = missingLoads(N, true);
  RunPipeline R = run(wide(), Chase);
  EXPECT_EQ(R.cycles(), Penalty + 1 + N * Memory + 1);
  EXPECT_EQ(R.busy(), N);
  EXPECT_EQ(R.stalls().at({Blame::Start, 0}), Penalty);
  EXPECT_EQ(R.stalls().at({7, 1}), 1 + N * (Memory - 1) + 1);
  CoreModel InOrder = wide();
  InOrder.InOrder = true;
  // The last is issued, and no operation waits for it.
  EXPECT_EQ(run(InOrder, Chase).cycles(), Penalty + (N - 1) * Memory + 1);
}

TEST(ClosedForm, IndependentMissesTakeALatencyForEachWindow) {
  constexpr uint32_t Window = 8, Windows = 6;
  CoreModel M = wide();
  M.Window = Window;
  std::vector<CoreStep> Loads = missingLoads(Window * Windows);
  // A cycle to enter, the latency, a cycle until the places are free.
  EXPECT_EQ(run(M, Loads).cycles(), Penalty + Windows * (Memory + 2));
}

TEST(ClosedForm, IndependentMissesTakeALatencyForAllThatFitAtOnce) {
  constexpr uint32_t AtOnce = 4, N = 64;
  CoreModel M = wide();
  M.Misses = AtOnce;
  std::vector<CoreStep> Loads = missingLoads(N);
  EXPECT_EQ(run(M, Loads).cycles(), Penalty + 1 + N / AtOnce * Memory + 1);
}

TEST(ClosedForm, AStreamTakesTheTimeOfItsTransfers) {
  constexpr uint32_t N = 64, Transfer = 10;
  CoreModel M = wide();
  M.Line = Transfer;
  std::vector<CoreStep> Loads = missingLoads(N);
  EXPECT_EQ(run(M, Loads).cycles(),
            Penalty + 1 + N * Transfer + Memory - Transfer + 1);
  // What is written back takes its time as well.
  for (CoreStep &S : Loads)
    S.Accesses[0].Result.ToMemory = 1;
  EXPECT_EQ(run(M, Loads).cycles(),
            Penalty + 1 + (2 * N - 1) * Transfer + Memory - Transfer + 1);
}

TEST(ClosedForm, InOrderStallsOnUse) {
  constexpr uint32_t Gap = 20;
  CoreModel M = wide();
  M.InOrder = true, M.Width = 1;
  std::vector<CoreStep> Program = {load(line(0, Miss))};
  for (uint32_t I = 0; I != Gap; ++I)
    Program.push_back({});
  Program.push_back({OperationClass::IntAlu, {0}, {}, false});
  RunPipeline R = run(M, Program);
  EXPECT_EQ(R.cycles(), Penalty + Memory + 1);
  EXPECT_EQ(R.stalls().at({7, 1}), Memory - Gap - 1);
}

TEST(ClosedForm, OperationsRunAsWideAsTheCoreIs) {
  CoreModel M = wide();
  M.Width = 4;
  EXPECT_EQ(run(M, std::vector<CoreStep>(40)).cycles(), Penalty + 2 + 40 / 4);
  M.Units[size_t(UnitKind::Integer)] = 2;
  EXPECT_EQ(run(M, std::vector<CoreStep>(40)).cycles(), Penalty + 2 + 40 / 2);
}

TEST(ClosedForm, ADividerIsBusyUntilItIsDone) {
  CoreModel M = wide();
  M.Units[size_t(UnitKind::Divide)] = 2;
  M.Latency[size_t(OperationClass::IntDivide)] = 30;
  std::vector<CoreStep> Divides(10, {OperationClass::IntDivide, {}, {}, false});
  EXPECT_EQ(run(M, Divides).cycles(), Penalty + 1 + 10 / 2 * 30 + 1);
}

TEST(ClosedForm, StoresLeaveWithoutWaiting) {
  constexpr uint32_t N = 64;
  std::vector<CoreStep> Stores;
  for (uint64_t I = 0; I != N; ++I)
    Stores.push_back(store(line(I, Miss)));
  EXPECT_EQ(run(wide(), Stores).cycles(), Penalty + 3);
  // Where the queue is full, the next waits for a line, charged to its owner.
  CoreModel M = wide();
  M.Stores = 1;
  RunPipeline R = run(M, Stores);
  EXPECT_EQ(R.cycles(), Penalty + 3 + (N - 1) * (2 + Memory + 1));
  EXPECT_EQ(R.stalls().at({7, 1}), 2 + (N - 1) * (Memory + 2));
}

TEST(ClosedForm, ALoadWaitsForTheLineThatIsUnderWay) {
  // node->value misses; node->next, in the same line, counts as a hit, but is
  // there no sooner.
  std::vector<CoreStep> Program = {load(line(0, Miss)), load(line(0, 0)),
                                   load(line(5, Miss), {1})};
  EXPECT_EQ(run(wide(), Program).cycles(), Penalty + 1 + 2 * Memory + 1);
}

TEST(ClosedForm, ALoadWaitsForWhatIsStored) {
  CoreModel M = wide();
  M.Latency[size_t(OperationClass::FpDivide)] = 40;
  std::vector<CoreStep> Program = {{OperationClass::FpDivide, {}, {}, false},
                                   store(line(0, 0), {0}),
                                   load(line(0, 0))};
  EXPECT_EQ(run(M, Program).cycles(), Penalty + 1 + 40 + 1 + L1 + 1);
}

TEST(ClosedForm, APerfectStructureIsServedInACycle) {
  constexpr uint64_t N = 50;
  std::vector<CoreStep> Chase = missingLoads(N, true);
  for (CoreStep &S : Chase)
    S.Accesses[0].Perfect = true;
  EXPECT_EQ(run(wide(), Chase).cycles(), Penalty + 1 + N + 1);
}

TEST(ClosedForm, EachMispredictionRefillsTheCore) {
  constexpr uint64_t N = 40;
  CoreModel M = wide();
  M.Width = 1;
  std::vector<CoreStep> Branches(N, {OperationClass::Branch, {}, {}, false});
  EXPECT_EQ(run(M, Branches).cycles(), Penalty + N + 2);
  for (CoreStep &B : Branches)
    B.Mispredicted = true;
  RunPipeline R = run(M, Branches);
  EXPECT_EQ(R.cycles(), Penalty + 3 + (N - 1) * (Penalty + 2));
  EXPECT_EQ(R.stalls().at({Blame::Branches, 0}), (N - 1) * (Penalty - 1));
}

} // namespace
