//===- PinnedThreadsTest.cpp - predictors, channels, threads of runs ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slow references, and sums over random runs, whose pipeline has a reference of
// its own (ReferenceCore.h). See PinnedNumbers.h for how to take a change over.
//
//===----------------------------------------------------------------------===//

#include "analysis/core/Calendar.h"
#include "analysis/core/CoreThread.h"
#include "analysis/support/Hash.h"
#include "test/unit/PinnedNumbers.h"

namespace {

/// Counters in maps, as docs/internals/core-model.md describes them.
class SlowPredictor {
public:
  explicit SlowPredictor(const PredictorModel &M) : M(M) {}

  bool branch(uint32_t Place, bool Direction) {
    bool Guess = say(Place, Direction);
    History = 2 * History + Direction;
    return Guess == Direction;
  }

private:
  struct Counter {
    int Value;
    void count(bool Increment, int Most) {
      Value = std::clamp(Value + (Increment ? 1 : -1), 0, Most);
    }
  };
  Counter &at(std::map<uint64_t, Counter> &Table, uint64_t Index, int First) {
    return Table.try_emplace(Index, Counter{First}).first->second;
  }
  bool say(uint32_t Place, bool Direction) {
    if (M.Kind == PredictorKind::Perfect)
      return Direction;
    if (M.Kind == PredictorKind::Taken)
      return true;
    if (M.Kind != PredictorKind::Tournament) {
      bool Shares = M.Kind == PredictorKind::Gshare;
      Counter &C = at(Global, (Shares ? Place ^ History : Place) % M.Global, 2);
      bool Guess = C.Value >= 2;
      C.count(Direction, 3);
      return Guess;
    }
    uint64_t &H = Histories[Place % M.Local];
    Counter &L = at(Local, H % M.Local, 4),
            &G = at(Global, History % M.Global, 2),
            &C = at(Choice, History % M.Choice, 2);
    bool OfLocal = L.Value >= 4, OfGlobal = G.Value >= 2;
    bool Guess = C.Value >= 2 ? OfGlobal : OfLocal;
    if (OfLocal != OfGlobal)
      C.count(OfGlobal == Direction, 3);
    L.count(Direction, 7);
    G.count(Direction, 3);
    H = 2 * H + Direction;
    return Guess;
  }

  PredictorModel M;
  uint32_t History = 0;
  std::map<uint64_t, uint64_t> Histories;
  std::map<uint64_t, Counter> Local, Global, Choice;
};

TEST(BranchPredictor, SaysWhatTheSlowOneSays) {
  for (auto Kind :
       {PredictorKind::Perfect, PredictorKind::Taken, PredictorKind::Bimodal,
        PredictorKind::Gshare, PredictorKind::Tournament})
    for (uint32_t Size : {2u, 8u, 64u}) {
      PredictorModel M{Kind, Size, 2 * Size, 4 * Size};
      BranchPredictor Fast(M);
      SlowPredictor Slow(M);
      SeededRandom Random(1);
      for (uint32_t I = 0; I != 3000; ++I) {
        auto Place = uint32_t(Random.below(40));
        // Some follow a pattern, some the last ones, some nothing.
        bool Direction = Place % 3 == 0   ? I / 3 % (2 + Place) != 0
                         : Place % 3 == 1 ? I / 50 % 2
                                          : Random.below(2);
        ASSERT_EQ(Fast.branch(Place, Direction), Slow.branch(Place, Direction))
            << int(Kind) << " " << Size << " " << I;
      }
    }
}

TEST(Channel, TakesTheFirstFreeCycles) {
  SeededRandom Random(2);
  ChannelCalendar Fast;
  std::set<uint64_t> Busy;
  uint64_t Clock = 0;
  for (int Round = 0; Round != 3000; ++Round) {
    Clock += Random.below(50) ? Random.below(9) : Random.below(9000);
    Fast.advance(Clock);
    uint64_t Time = Clock + Random.below(100), Cycles = 1 + Random.below(140);
    if (Random.below(3))
      Cycles = 1 + Cycles % 3;
    uint64_t Cycle = Time, Left = Cycles;
    for (; Left != 0; ++Cycle)
      Left -= Busy.insert(Cycle).second;
    ASSERT_EQ(Fast.take(Cycles, Time), Cycle) << Round;
  }
}

/// The base may move by as much as there are words, and by more.
TEST(CalendarRing, ForgetsWhatIsBefore) {
  SeededRandom Random(3);
  for (size_t First : {1, 4, 16}) {
    CalendarRing Ring(First, 4 * First);
    std::map<uint64_t, uint64_t> Slow;
    uint64_t Base = 0;
    for (int Round = 0; Round != 3000; ++Round) {
      if (Random.below(4) == 0)
        Ring.advance(Base += Random.below(2 * First + 2));
      if (Random.below(200) == 0)
        Ring.advance(Base += 30 * First);
      uint64_t Number = Base + Random.below(12 * First);
      ASSERT_EQ(Ring[Number], Slow[Number]) << First << " " << Round;
      Ring[Number] = Slow[Number] = Random.next();
    }
  }
}

/// A function's runs, of any operations, that use any values.
std::vector<RunCode> randomFunction(SeededRandom &Random, uint64_t Function) {
  std::vector<RunCode> Runs(3);
  for (uint32_t Ordinal = 0; Ordinal != 3; ++Ordinal) {
    RunCode &R = Runs[Ordinal];
    R.Function = Function, R.Ordinal = Ordinal, R.Values = 8;
    R.Id = uint32_t(Function * 10 + Ordinal);
    R.EntersFunction = Ordinal == 0;
    R.Predecessors = {0, 1, 2};
    R.NotTakenOrdinal = int64_t(Random.below(3)),
    R.TakenOrdinal = int64_t(Random.below(3));
    auto Count = uint32_t(Random.below(7));
    R.Instructions = Count + uint32_t(Random.below(3));
    R.FirstSite = uint32_t(100 * Function + 10 * Ordinal);
    for (uint32_t I = 0; I != Count; ++I) {
      auto Class = OperationClass(Random.below(OperationClasses));
      if (Class == OperationClass::Phi && I != 0)
        Class = OperationClass::IntAlu;
      if (I + 1 == Count && Ordinal == 2)
        Class = OperationClass::Return;
      else if (I + 1 == Count && Random.below(2))
        Class =
            Random.below(3) ? OperationClass::Branch : OperationClass::Switch;
      RunOperation O;
      O.Class = Class;
      O.FirstInput = uint32_t(R.Inputs.size());
      O.Inputs = Class == OperationClass::Phi ? 3 : uint32_t(Random.below(3));
      O.Number =
          Random.below(3) ? uint32_t(Random.below(8)) : RunOperation::NoNumber;
      O.FirstSite = R.Sites;
      O.Sites = hasSiteByDefault(Class);
      R.Sites += O.Sites;
      for (uint32_t N = 0; N != O.Inputs; ++N) {
        bool InRun = I != 0 && Class != OperationClass::Phi && Random.below(2);
        R.Inputs.push_back(
            InRun ? RunInput{RunInput::InRun, uint32_t(Random.below(I))}
            : Random.below(4)
                ? RunInput{RunInput::OfFunction, uint32_t(Random.below(8))}
                : RunInput{});
      }
      R.Operations.push_back(O);
    }
  }
  return Runs;
}

std::vector<CoreAccess> randomAccesses(SeededRandom &Random, const RunCode &R) {
  std::vector<CoreAccess> Accesses;
  for (uint32_t S = 0; S != R.Sites + 1; ++S) {
    if (Random.below(4) == 0)
      continue;
    CoreAccess A;
    A.Address = 64 * Random.below(30), A.Size = uint32_t(1 + Random.below(70));
    A.Origin = {uint32_t(Random.below(3)), R.FirstSite + S};
    A.Write = Random.below(3) == 0;
    auto Missed = uint8_t(Random.below(3));
    A.Result = {Missed, uint8_t(Random.below(9) == 0), Missed == 2, 0};
    Accesses.push_back(A);
  }
  return Accesses;
}

void addCounts(PinnedNumbers &Numbers, std::string_view Name,
               const CoreCounts &C) {
  NumberSum Stalls, Intervals, Recent;
  for (auto [Key, Cycles] : C.Stalls)
    Stalls.add(double(Key.first + 7 * Key.second)), Stalls.add(double(Cycles));
  for (auto [Interval, Cycles] : C.Intervals)
    Intervals.add(Interval), Intervals.add(double(Cycles));
  for (uint32_t Structure : C.RecentlyStalled)
    Recent.add(double(Structure)), Recent.add(double(C.Recent[Structure]));
  Numbers.row(Name, C.Instructions, C.Operations, C.Cycles, C.Busy,
              C.Computation, C.Branches, C.Start, C.Predicted, C.Mispredicted);
  Numbers.row("  sums", Stalls.sum(), Intervals.sum(), Recent.sum());
}

TEST(PinnedThreads, OfRandomRuns) {
  PinnedNumbers Numbers;
  for (bool InOrder : {false, true})
    for (auto Kind : {PredictorKind::Tournament, PredictorKind::Perfect}) {
      CoreModel M;
      M.InOrder = InOrder;
      M.Width = 2, M.Window = 12, M.Stores = 3, M.Misses = 2;
      M.Penalty = 6, M.TlbMiss = 9, M.Line = 4, M.Memory = 60;
      M.Levels = {3, 12};
      M.Predictor = {Kind, 8, 16, 16};
      SeededRandom Random(4);
      std::vector<RunCode> Runs;
      for (uint64_t Function : {1, 2, 3})
        for (RunCode &R : randomFunction(Random, Function))
          Runs.push_back(std::move(R));
      CoreThread Core(M, 2, 64);
      const RunCode *Current = &Runs[0];
      for (uint32_t I = 0; I != 1500; ++I) {
        // Most often in the same function; sometimes another one is entered.
        size_t Row = size_t(Current - Runs.data()) / 3 * 3;
        const RunCode *Next = Random.below(5) ? &Runs[Row + 1 + Random.below(2)]
                                              : &Runs[3 * Random.below(3)];
        if (Random.below(10) == 0)
          Next = &Runs[Random.below(Runs.size())];
        if (I % 500 == 400)
          Core.count(false);
        Core.execute(*Current, randomAccesses(Random, *Current),
                     Random.below(20) ? Next : nullptr, I / 20);
        Core.count(true);
        Current = Next;
      }
      addCounts(Numbers, fmt::format("{} {}", InOrder, int(Kind)),
                Core.counts());
    }
  expectPinned(Numbers, R"(
false 4: 6138 5700 26948 3112 110 206 6 593 271
  sums: 1362479 2322535 95971
false 0: 6138 5700 26649 3066 0 0 6 593 0
  sums: 1365545 2301477 96133
true 4: 6138 5700 22210 3633 0 1626 6 593 271
  sums: 756102 1970319 71997
true 0: 6138 5700 22136 3578 0 0 6 593 0
  sums: 834788 1967107 78447
)");
}

} // namespace
