//===- RunCyclesTest.cpp - closed forms of runs that never miss -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/core/RunCycles.h"
#include "analysis/core/CoreModel.h"
#include "test/support/Test.h"

namespace {

using enum OperationClass;

/// A loop of one run. The first operation is the value of the last one in the
/// iteration before.
class LoopRun {
public:
  LoopRun() {
    Run.Function = 1, Run.Ordinal = 0, Run.Values = 1;
    Run.Predecessors = {0};
    add(Phi, {RunInput::OfFunction, 0});
  }
  LoopRun &add(OperationClass Class, RunInput Input = {},
               uint32_t Number = RunOperation::NoNumber) {
    uint32_t Sites = hasSiteByDefault(Class);
    Run.Operations.push_back(
        {Class, uint32_t(Run.Inputs.size()), 1, Number, Run.Sites, Sites});
    Run.Inputs.push_back(Input);
    Run.Sites += Sites;
    ++Run.Instructions;
    return *this;
  }
  /// Adds an operation that waits for the iteration before.
  LoopRun &carry(OperationClass Class) {
    return add(Class, {RunInput::InRun, 0}, 0);
  }
  double cycles() const { return core::cyclesOf(Run); }

private:
  RunCode Run;
};

uint32_t latency(OperationClass Class) {
  return good(parseCoreModel("zen4")).Latency[size_t(Class)];
}

TEST(RunCycles, AChainTakesItsLatency) {
  EXPECT_DOUBLE_EQ(LoopRun().carry(FpAdd).cycles(), latency(FpAdd));
  EXPECT_DOUBLE_EQ(LoopRun().carry(IntMultiply).cycles(), latency(IntMultiply));
  // A load to use: the first level is hit.
  EXPECT_DOUBLE_EQ(LoopRun().carry(Load).cycles(),
                   good(parseCoreModel("zen4")).Levels[0]);
}

TEST(RunCycles, IndependentOperationsTakeTheirUnits) {
  LoopRun Integers, Loads, Divisions;
  for (int I = 0; I != 8; ++I)
    Integers.add(IntAlu);
  for (int I = 0; I != 6; ++I)
    Loads.add(Load);
  Divisions.add(IntDivide).add(IntDivide);
  // Four units for integers, three for memory, a divider.
  EXPECT_DOUBLE_EQ(Integers.cycles(), 2);
  EXPECT_DOUBLE_EQ(Loads.cycles(), 2);
  EXPECT_DOUBLE_EQ(Divisions.cycles(), 2 * latency(IntDivide));
}

TEST(RunCycles, CopiesAreFree) {
  LoopRun Chain, Other;
  Chain.carry(FpAdd);
  Other.carry(FpAdd);
  for (int I = 0; I != 20; ++I)
    Other.add(Copy);
  EXPECT_DOUBLE_EQ(Chain.cycles(), Other.cycles());
}

TEST(RunCycles, NothingTakesNoTime) { EXPECT_EQ(core::cyclesOf(RunCode()), 0); }

} // namespace
