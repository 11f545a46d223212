//===- CoreThreadTest.cpp - values from run to run ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/core/CoreThread.h"
#include "test/support/Test.h"
#include <sys/resource.h>

namespace {

constexpr uint32_t Penalty = 5, Memory = 100;

CoreModel wide() {
  CoreModel M;
  M.Width = 64, M.Window = 1000, M.Stores = 1000, M.Misses = 1000;
  M.Penalty = Penalty, M.Memory = Memory, M.Levels = {3, 12};
  M.Units.fill(64);
  M.Predictor.Kind = PredictorKind::Perfect;
  return M;
}

/// Builds a run operation by operation.
class Code {
public:
  Code(uint64_t Function, uint32_t Ordinal, bool Enters = false) {
    Run.Function = Function, Run.Ordinal = Ordinal;
    Run.Id = uint32_t(Function * 100 + Ordinal);
    Run.EntersFunction = Enters;
    Run.Values = 10;
    Run.FirstSite = 0;
  }
  Code &add(OperationClass Class, std::vector<RunInput> Inputs = {},
            uint32_t Number = RunOperation::NoNumber) {
    uint32_t Sites = hasSiteByDefault(Class);
    Run.Operations.push_back({Class, uint32_t(Run.Inputs.size()),
                              uint32_t(Inputs.size()), Number, Run.Sites,
                              Sites});
    Run.Sites += Sites;
    Run.Inputs.insert(Run.Inputs.end(), Inputs.begin(), Inputs.end());
    ++Run.Instructions;
    return *this;
  }
  Code &after(std::vector<int64_t> Predecessors) {
    Run.Predecessors = std::move(Predecessors);
    return *this;
  }
  Code &branch(int64_t NotTaken, int64_t Target) {
    Run.NotTakenOrdinal = NotTaken, Run.TakenOrdinal = Target;
    return add(OperationClass::Branch);
  }
  operator const RunCode &() const { return Run; }
  RunCode Run;
};

RunInput value(uint32_t Number) { return {RunInput::OfFunction, Number}; }
RunInput local(uint32_t Number) { return {RunInput::InRun, Number}; }
constexpr RunInput Constant = {};

class Thread {
public:
  explicit Thread(const CoreModel &Model = wide()) : Core(Model, 2, 64) {}
  /// Each load misses a line of its own.
  Thread &run(const RunCode &R, const RunCode *Next = nullptr) {
    std::vector<CoreAccess> Accesses;
    for (uint32_t S = 0; S != R.Sites; ++S) {
      CoreAccess A;
      A.Address = 64 * ++Lines, A.Size = 8, A.Origin = {3, S},
      A.Result = {2, 0, 1, 0};
      Accesses.push_back(A);
    }
    Core.execute(R, Accesses, Next, 0);
    return *this;
  }
  const CoreCounts &counts() const { return Core.counts(); }
  uint64_t cycles() const { return Core.counts().Cycles; }

private:
  CoreThread Core;
  uint64_t Lines = 0;
};

/// Returns the cycles of \p Loads loads in a row, each of which needs the one
/// before.
uint64_t chained(uint64_t Loads) { return Penalty + 1 + Loads * Memory + 1; }

using enum OperationClass;

TEST(CoreThread, AChaseThroughALoopIsOneChain) {
  Code Entry(1, 0, true), Loop(1, 1);
  Entry.add(Load, {}, 5);
  Loop.after({0, 1})
      .add(Phi, {value(5), value(6)})
      .add(Load, {local(0)}, 6)
      .branch(2, 1);
  Thread T;
  T.run(Entry, &Loop.Run);
  for (int I = 0; I != 20; ++I)
    T.run(Loop, &Loop.Run);
  EXPECT_EQ(T.cycles(), chained(21));
  // Phis are instructions, but cost nothing.
  EXPECT_EQ(T.counts().Instructions, 61u);
  EXPECT_EQ(T.counts().Operations, 41u);
}

TEST(CoreThread, APhiTakesTheValueThatArrived) {
  // The loop begins anew from a constant: its loads do not wait for the last
  // ones of the round before.
  Code Entry(1, 0, true), Loop(1, 1);
  Entry.add(Jump);
  Loop.after({0, 1})
      .add(Phi, {Constant, value(6)})
      .add(Load, {local(0)}, 6)
      .branch(0, 1);
  Thread T;
  for (int Round = 0; Round != 10; ++Round) {
    T.run(Entry, &Loop.Run);
    T.run(Loop, &Loop.Run).run(Loop, &Entry.Run);
  }
  EXPECT_EQ(T.cycles(), chained(2));
}

TEST(CoreThread, PhisExchangeTheirValues) {
  // a, b = b, load(a): each is loaded only every other time.
  Code Entry(1, 0, true), Loop(1, 1);
  Entry.add(Jump);
  Loop.after({0, 1})
      .add(Phi, {Constant, value(2)}, 1)
      .add(Phi, {Constant, value(3)}, 2)
      .add(Load, {local(0)}, 3)
      .branch(2, 1);
  Thread T;
  T.run(Entry, &Loop.Run);
  for (int I = 0; I != 10; ++I)
    T.run(Loop, &Loop.Run);
  EXPECT_EQ(T.cycles(), chained(5));
}

TEST(CoreThread, ArgumentsAndResultsArriveWithTheirValues) {
  // for (...) p = next(p); next(p) returns p->next
  Code First(1, 0, true), Last(1, 1), Next(2, 0, true);
  First.add(Call, {Constant, value(4)}, 4);
  Last.add(Jump);
  Next.add(Load, {value(1)}, 7).add(Return, {local(0)});
  First.Run.EntersFunction = false;
  Thread T;
  for (int I = 0; I != 10; ++I)
    T.run(First, &Next.Run).run(Next, &Last.Run).run(Last, &First.Run);
  // The last return and what follows it need a cycle more.
  EXPECT_EQ(T.cycles(), chained(10) + 1);
  // Without the return of a value, no caller waits.
  Code Void(2, 0, true);
  Void.add(Load, {value(1)}, 7).add(Return);
  Thread U;
  for (int I = 0; I != 10; ++I)
    U.run(First, &Void.Run).run(Void, &Last.Run).run(Last, &First.Run);
  EXPECT_LT(U.cycles(), chained(2));
}

TEST(CoreThread, EachActivationHasItsOwnValues) {
  // f calls itself: what it awaits is not what the inner one loads.
  Code F(1, 0, true), Rest(1, 1);
  F.add(Load, {}, 3).add(Call, {}, 9);
  Rest.add(Load, {value(3)}, 4).add(Return);
  Thread T;
  T.run(F, &F.Run).run(F, &F.Run).run(F, &Rest.Run);
  T.run(Rest, &Rest.Run).run(Rest, &Rest.Run).run(Rest);
  EXPECT_EQ(T.cycles(), chained(2));
}

TEST(CoreThread, AJumpOutOfCallsEndsThem) {
  Code Outer(1, 0, true), Inner(2, 0, true), Landing(1, 1);
  Outer.add(Load, {}, 3).add(Call, {});
  Inner.add(Call, {});
  Landing.add(Load, {value(3)}, 4);
  Thread T;
  T.run(Outer, &Inner.Run).run(Inner, &Inner.Run).run(Inner, &Landing.Run);
  T.run(Landing);
  EXPECT_EQ(T.cycles(), chained(2));
}

TEST(CoreThread, AFunctionMayHaveMoreValuesThanBefore) {
  // Other code is where the function was: damaged, or loaded anew.
  Code Small(1, 0, true), Large(1, 1);
  Small.add(Load, {}, 3);
  Large.Run.Values = 100000;
  Large.add(Load, {value(3)}, 99999).add(Load, {value(99999)}, 4);
  Thread T;
  T.run(Small, &Large.Run).run(Large);
  EXPECT_EQ(T.cycles(), chained(3));
}

TEST(CoreThread, DamagedTracesTakeNoMoreMemoryThanTimeAllows) {
  // Each entry has a million values, and none returns.
  Code F(1, 0, true), Rest(1, 1);
  F.Run.Values = 1 << 20;
  F.add(Load, {}, 3);
  Rest.add(Load, {value(3)}, 4);
  Thread T;
  for (size_t I = 0; I != 3 * Activations::MostValues / F.Run.Values; ++I)
    T.run(F, &F.Run);
  uint64_t Cycles = T.cycles();
  // The innermost is known.
  T.run(F, &Rest.Run).run(Rest);
  EXPECT_GE(T.cycles(), Cycles + Memory);
  rusage Used;
  getrusage(RUSAGE_SELF, &Used);
  EXPECT_LT(Used.ru_maxrss, 700'000) << "KiB";
}

TEST(CoreThread, ARunOfWhichOnlyInstructionsAreKnownEnds) {
  RunCode R;
  R.Instructions = UINT32_MAX;
  CoreThread Core(wide(), 2, 64);
  Core.execute(R, {}, nullptr, 0);
  EXPECT_EQ(Core.counts().Operations, 4096u);
  EXPECT_EQ(Core.counts().Instructions, UINT32_MAX);
}

TEST(CoreThread, BranchesArePredictedByWhereTheyWent) {
  CoreModel M = wide();
  M.Predictor.Kind = PredictorKind::Taken;
  M.Width = 1;
  Code A(1, 0), B(1, 1);
  A.branch(1, 0);
  B.branch(2, 0);
  std::mt19937_64 Random(3);
  Thread T(M);
  uint64_t Wrong = 0, N = 200;
  const RunCode *Current = &A.Run;
  for (uint64_t I = 0; I != N; ++I) {
    // From B, it always goes back.
    const RunCode *Next = Current == &A.Run && Random() % 2 ? &B.Run : &A.Run;
    Wrong += Next == &B.Run;
    T.run(*Current, Next);
    Current = Next;
  }
  T.run(*Current);
  EXPECT_EQ(T.counts().Predicted, N);
  EXPECT_EQ(T.counts().Mispredicted, Wrong);
  // The last operation enters after a cycle for each branch that went as
  // predicted, and after a refill for the others; it needs two more.
  EXPECT_EQ(T.cycles(), Penalty + (N - Wrong) + Wrong * (Penalty + 2) + 3);
}

TEST(CoreThread, AccessesFindTheirOperationsBySite) {
  // The first load was not executed; the second is still the second.
  Code R(1, 0);
  R.add(Load, {}, 1).add(Load, {local(0)}, 2).add(Load, {local(1)}, 3);
  CoreThread Core(wide(), 2, 64);
  std::vector<CoreAccess> Accesses(2);
  for (uint32_t I = 0; I != 2; ++I) {
    Accesses[I].Address = 64 * (I + 1), Accesses[I].Size = 8;
    Accesses[I].Origin = {3, I + 1}, Accesses[I].Result = {2, 0, 1, 0};
  }
  Core.execute(R, Accesses, nullptr, 0);
  EXPECT_EQ(Core.counts().Cycles, Penalty + 1 + 1 + 2 * Memory + 1);
  EXPECT_EQ(Core.counts().Stalls.size(), 2u);
}

TEST(CoreThread, NothingIsCountedOutsideARegionOfInterest) {
  Code R(1, 0);
  R.add(Load, {}, 1);
  CoreThread Core(wide(), 2, 64);
  CoreAccess A;
  A.Address = 64, A.Size = 8, A.Origin = {3, 0}, A.Result = {2, 0, 1, 0};
  Core.execute(R, {&A, 1}, nullptr, 0);
  Core.count(false);
  A.Address = 128;
  Core.execute(R, {&A, 1}, nullptr, 1);
  Core.forgetCounts();
  EXPECT_EQ(Core.counts().Cycles, 0u);
  Core.count(true);
  Core.execute(R, {}, nullptr, 2);
  const CoreCounts &C = Core.counts();
  EXPECT_EQ(C.Operations, 1u);
  uint64_t Sum = C.Busy + C.Computation + C.Branches + C.Start;
  for (const auto &[Site, Cycles] : C.Stalls)
    Sum += Cycles;
  EXPECT_EQ(Sum, C.Cycles);
}

} // namespace
