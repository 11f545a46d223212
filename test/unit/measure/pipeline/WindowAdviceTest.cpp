//===- WindowAdviceTest.cpp - advice on windows of made-up programs -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/WindowAdvice.h"
#include "test/support/SelectedProgram.h"

namespace {

constexpr const char *Caches = "L1=32K,8";
constexpr uint64_t Nodes = 3000, NodeBytes = 24, Interval = 30000;
/// The lines of all nodes, one after the other: more than the cache has.
constexpr uint64_t PoolLines = Nodes * NodeBytes / 64;

/// A program that walks along nodes of the heap, each in a line of its own, in
/// the order of their allocation: each access misses. In a pool, each line
/// misses once in each walk.
class Walks {
public:
  explicit Walks(WindowAdvice &Advice)
      : Complete(Caches, Interval),
        Selected(Caches, Interval, {}, {Advice.observer()}),
        Tested(Complete, Selected) {
    Load = Tested.run({{.Size = 8}}, 10);
    Name = Tested.Tables.allocation({.Name = "nodes",
                                     .Type = "struct node",
                                     .ElementSize = uint32_t(NodeBytes)});
    Tested.start();
  }

  void allocate() {
    for (uint64_t I = 0; I != Nodes; ++I)
      Tested.alloc(addressOf(I), NodeBytes, Name);
  }
  /// The last one first, so that a pool hands out the first one first again.
  void release() {
    for (uint64_t I = Nodes; I-- != 0;)
      Tested.free(addressOf(I));
  }
  /// Does an interval's work: walks once, in the window of \p Slot if it is
  /// not NoSlot; else one line in 2^\p Bits is recorded.
  void walk(uint8_t Bits, uint64_t Slot) {
    Tested.choose(Bits, Slot == NoSlot ? 0 : longWindowAddress(Slot));
    for (uint64_t I = 0; I != Nodes; ++I)
      Tested.execute(Load, {{addressOf(I)}});
    Tested.endInterval();
  }
  Profile finish() {
    Tested.endProcess();
    Tested.pass();
    return Selected.finish();
  }

private:
  static uint64_t addressOf(uint64_t I) { return 0x10000010 + 256 * I; }

  Analysed Complete, Selected;
  Program Tested;
  Program::Run Load;
  uint64_t Name = 0;
};

AdviseOptions options() {
  AdviseOptions Options;
  Options.Collect.Caches = *parseCacheModel(Caches);
  return Options;
}

const Suggestion *pool(const Advice &A) {
  auto Found = std::ranges::find_if(A.Suggestions, [](const Suggestion &S) {
    return S.Change.Kind == AdviceKind::Pool;
  });
  return Found == A.Suggestions.end() ? nullptr : &*Found;
}

void expectPool(const Advice &A, uint64_t Rounds) {
  const Suggestion *S = pool(A);
  ASSERT_TRUE(S) << A.Found << " found, " << A.Tried << " tried";
  EXPECT_EQ(S->StructureBefore.Levels[0], Rounds * Nodes);
  EXPECT_NEAR(double(S->StructureAfter.Levels[0]), double(Rounds * PoolLines),
              double(Rounds));
  EXPECT_EQ(A.Program.Levels[0], Rounds * Nodes);
}

TEST(WindowAdvice, OfARunThatIsAllWindowsIsExact) {
  WindowAdvice Advice(options());
  Walks Program(Advice);
  Program.allocate();
  for (uint64_t Slot = 0; Slot != 20; ++Slot)
    Program.walk(0, Slot);
  Profile P = Program.finish();
  ASSERT_TRUE(Advice.hasWindows());
  memfacet::advise::Advice A = Advice.advise(P);
  EXPECT_EQ(A.Share, 1);
  EXPECT_TRUE(A.IsOfWindows);
  expectPool(A, 20);
}

// Between windows, all lines are recorded: the profile is exact, and the
// windows stand for four times as many walks.
TEST(WindowAdvice, HasTheMissesOfTheProfileBefore) {
  WindowAdvice Advice(options());
  Walks Program(Advice);
  Program.allocate();
  for (uint64_t Slot = 0; Slot != 32; ++Slot)
    Program.walk(0, Slot % 4 == 0 ? Slot : NoSlot);
  Profile P = Program.finish();
  memfacet::advise::Advice A = Advice.advise(P);
  EXPECT_EQ(A.Share, 0.25);
  expectPool(A, 32);
}

// Events of the heap come in batches between windows, where lines are chosen.
TEST(WindowAdvice, KnowsObjectsThatBeginBetweenWindows) {
  WindowAdvice Advice(options());
  Walks Program(Advice);
  Program.allocate();
  for (uint64_t Slot = 0; Slot != 32; ++Slot) {
    if (Slot % 4 == 2) {
      Program.release();
      Program.allocate();
    }
    Program.walk(1, Slot % 4 == 0 ? Slot : NoSlot);
  }
  Profile P = Program.finish();
  memfacet::advise::Advice A = Advice.advise(P);
  const Suggestion *S = pool(A);
  ASSERT_TRUE(S);
  double Expected =
      double(S->StructureBefore.Levels[0]) * double(PoolLines) / double(Nodes);
  EXPECT_NEAR(double(S->StructureAfter.Levels[0]), Expected, Expected / 50);
}

TEST(WindowAdvice, SaysWhereItWasStopped) {
  std::atomic<bool> Stop = false;
  AdviseOptions Options = options();
  Options.Collect.Stop = &Stop;
  WindowAdvice Advice(Options);
  Walks Program(Advice);
  Program.allocate();
  for (uint64_t Slot = 0; Slot != 20; ++Slot)
    Program.walk(0, Slot);
  Profile P = Program.finish();
  Stop = true;
  memfacet::advise::Advice A = Advice.advise(P);
  EXPECT_EQ(A.Stopped, StoppedPass::Trials);
  EXPECT_EQ(A.ReadShare, 0);
  EXPECT_TRUE(A.Suggestions.empty());
  EXPECT_FALSE(A.Untried.empty());
}

TEST(WindowAdvice, NeedsAWindow) {
  WindowAdvice Advice(options());
  Walks Program(Advice);
  Program.allocate();
  Program.walk(0, NoSlot);
  Program.finish();
  EXPECT_FALSE(Advice.hasWindows());
}

} // namespace
