//===- PipelineTest.cpp - against a core, cycle by cycle ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/support/RunPipeline.h"
#include "test/support/Test.h"

namespace {

constexpr unsigned Levels = 2;
constexpr uint32_t LineBytes = 64;

class RandomCore {
public:
  explicit RandomCore(uint64_t Seed) : Random(Seed) {}

  CoreModel model() {
    CoreModel M;
    M.InOrder = chance(2);
    M.Width = 1 + below(5);
    M.Window = 1 + below(chance(2) ? 6 : 60);
    M.Stores = 1 + below(chance(2) ? 2 : 10);
    M.Misses = 1 + below(chance(2) ? 2 : 10);
    M.Penalty = below(12);
    M.TlbMiss = below(3) * 7;
    M.Line = below(3) * 9;
    M.Levels = {1 + below(4), 5 + below(10)};
    M.Memory = M.Line + 1 + below(90);
    for (uint32_t &L : M.Latency)
      L = 1 + below(chance(3) ? 20 : 4);
    for (uint32_t &U : M.Units)
      U = 1 + below(3);
    return M;
  }

  std::vector<CoreStep> program(size_t Length) {
    // Nothing but an operation's class and its neighbours is special: that of
    // memory operations comes with accesses most often, others rarely do.
    std::vector<CoreStep> Program(Length);
    unsigned Misses = 1 + below(6), Branches = 3 + below(40);
    bool FewLines = chance(2);
    for (size_t I = 0; I != Length; ++I) {
      CoreStep &S = Program[I];
      do
        S.Class = OperationClass(below(OperationClasses));
      while (isFree(S.Class));
      for (uint32_t N = below(4); N != 0 && I != 0; --N)
        S.Inputs.push_back(I - 1 - below(uint32_t(std::min<size_t>(I, 9))));
      bool Memory = unitOf(S.Class) == UnitKind::Memory;
      uint32_t Accesses = Memory ? 1 + chance(5) * below(4) : chance(20);
      for (uint32_t N = 0; N != Accesses; ++N)
        S.Accesses.push_back(access(S.Class, Misses, FewLines));
      S.Mispredicted = chance(Branches);
    }
    return Program;
  }

private:
  uint32_t below(uint32_t N) { return uint32_t(Random() % N); }
  bool chance(unsigned Odds) { return Random() % Odds == 0; }

  CoreAccess access(OperationClass Class, unsigned Misses, bool FewLines) {
    CoreAccess A;
    // There are lines enough to share slots of the tables.
    A.Address = 0x1000 + below(FewLines ? 8 : 40) * 8 +
                chance(3) * uint64_t(4096 * 64) + chance(3) * 4096 * 8;
    A.Size = chance(8) ? 1 + below(300) : 1 << below(4);
    A.Origin = {below(4), below(3)};
    A.Write = Class == OperationClass::Load    ? false
              : Class == OperationClass::Store ? true
                                               : chance(2);
    A.Perfect = chance(7);
    if (chance(Misses))
      A.Result.Missed = uint8_t(1 + below(Levels));
    A.Result.TlbMissed = uint8_t(chance(9) * (1 + below(2)));
    if (A.Result.Missed == Levels || chance(20))
      A.Result.FromMemory = uint16_t(below(chance(9) ? 5 : 2));
    A.Result.ToMemory = uint16_t(chance(8) * below(3));
    return A;
  }

  std::mt19937_64 Random;
};

void expectSame(const CoreModel &M, const std::vector<CoreStep> &Program) {
  RunPipeline Fast(M, Levels, LineBytes, Program);
  ReferenceCore Slow(M, Levels, LineBytes, Program);
  EXPECT_EQ(Fast.cycles(), Slow.cycles());
  EXPECT_EQ(Fast.busy(), Slow.busy());
  EXPECT_EQ(Fast.stalls(), Slow.stalls());
  uint64_t Sum = Fast.busy();
  for (const auto &[Site, Cycles] : Fast.stalls())
    Sum += Cycles;
  EXPECT_EQ(Sum, Fast.cycles());
}

TEST(Pipeline, RandomProgramsTakeTheSameCycles) {
  for (uint64_t Seed = 0; Seed != 3000; ++Seed) {
    SCOPED_TRACE(Seed);
    RandomCore R(Seed);
    CoreModel M = R.model();
    ASSERT_TRUE(checkCoreModel(M, Levels));
    expectSame(M, R.program(1 + Seed % 150));
    if (testing::Test::HasFailure())
      return;
  }
}

TEST(Pipeline, TheCalendarsGrowAndForget) {
  // Long waits with many lines in between: beyond the rings' first sizes.
  for (uint64_t Seed = 1000; Seed != 1010; ++Seed) {
    SCOPED_TRACE(Seed);
    RandomCore R(Seed);
    CoreModel M = R.model();
    M.InOrder = Seed % 2;
    M.Window = 64, M.Memory = 3000, M.Line = 900;
    M.Stores = 20;
    expectSame(M, R.program(120));
    if (testing::Test::HasFailure())
      return;
  }
}

} // namespace
