//===- RunCodeTest.cpp - operations of runs -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/RunCode.h"
#include "analysis/decode/Decoder.h"
#include "test/support/StreamBuilder.h"
#include "test/support/Test.h"

namespace {

std::string bytes(std::initializer_list<unsigned> List) {
  return {List.begin(), List.end()};
}

RunCode run(uint32_t Values, uint32_t Sites, uint32_t Ordinal = 0) {
  RunCode R;
  R.Values = Values, R.Sites = Sites, R.Ordinal = Ordinal;
  return R;
}

/// The loop of test/pass/accesses/tell-what-runs-do.ll.
const std::string Loop =
    bytes({8, 2, 0, 1, 'R',  5, 0, 'R',  7,   0, '@', 1,   4, '(', 2, 0xc0,
           1, 3, 6, 2, 0xa0, 1, 2, 0x0a, '@', 2, 3,   ',', 2, 2,   0});

TEST(RunCode, IsWhatThePassSaid) {
  RunCode R = run(4, 1, 1);
  // What follows is somebody else's.
  ASSERT_TRUE(decodeOperations(Loop + "more", R));
  EXPECT_EQ(R.Predecessors, (std::vector<int64_t>{1, 0}));
  EXPECT_EQ(R.NotTakenOrdinal, 2);
  EXPECT_EQ(R.TakenOrdinal, 1);
  std::vector<OperationClass> Classes =
      each(R.Operations, &RunOperation::Class);
  using enum OperationClass;
  EXPECT_EQ(Classes, (std::vector{Phi, Phi, IntAlu, Load, IntAlu, IntAlu,
                                  IntAlu, Branch}));
  auto Inputs = [&](size_t I) {
    auto Span = R.inputs(R.Operations[I]);
    return std::vector<RunInput>(Span.begin(), Span.end());
  };
  constexpr RunInput Constant = {};
  EXPECT_EQ(Inputs(0),
            (std::vector<RunInput>{{RunInput::OfFunction, 2}, Constant}));
  EXPECT_EQ(Inputs(2), (std::vector<RunInput>{{RunInput::OfFunction, 0},
                                              {RunInput::InRun, 0}}));
  EXPECT_EQ(Inputs(3), (std::vector<RunInput>{{RunInput::InRun, 2}}));
  EXPECT_EQ(Inputs(4), (std::vector<RunInput>{{RunInput::InRun, 1},
                                              {RunInput::InRun, 3}}));
  EXPECT_EQ(R.Operations[3].Sites, 1u);
  EXPECT_EQ(R.Operations[4].Number, 3u);
  EXPECT_EQ(R.Operations[5].Number, 2u);
  EXPECT_EQ(R.Operations[6].Number, RunOperation::NoNumber);
}

TEST(RunCode, WhatMakesNoSenseIsNothing) {
  for (const std::string &Bad :
       {std::string(), bytes({1}), bytes({1, 0}), bytes({9, 0, 3}),
        bytes({1, 33, 0}), bytes({1, 0, 31}),
        // More sites than the run has; more inputs than there are bytes.
        bytes({1, 0, 8}), bytes({1, 0, 0x60, 200, 1}),
        bytes({255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255})}) {
    RunCode R = run(4, 0);
    EXPECT_FALSE(decodeOperations(Bad, R)) << Bad.size();
    EXPECT_TRUE(R.Operations.empty());
  }
}

TEST(RunCode, NumbersStayInBoundsWhateverTheBytes) {
  std::mt19937_64 Random(5);
  size_t Good = 0;
  for (int I = 0; I != 20000; ++I) {
    std::string Text = Loop;
    for (size_t N = 1 + Random() % 4; N != 0; --N)
      Text[Random() % Text.size()] = char(Random());
    RunCode R = run(uint32_t(Random() % 5), uint32_t(Random() % 3), 1);
    Good += decodeOperations(Text, R);
    uint32_t Sites = 0;
    for (size_t Op = 0; Op != R.Operations.size(); ++Op) {
      const RunOperation &O = R.Operations[Op];
      ASSERT_LT(uint32_t(O.Class), OperationClasses);
      ASSERT_LE(size_t(O.FirstInput) + O.Inputs, R.Inputs.size());
      ASSERT_EQ(O.FirstSite, Sites);
      Sites += O.Sites;
      if (O.Number != RunOperation::NoNumber)
        ASSERT_LT(O.Number, R.Values);
      for (const RunInput &In : R.inputs(O))
        ASSERT_TRUE(In.Source == RunInput::Nothing ||
                    In.Number < (In.Source == RunInput::InRun ? Op : R.Values));
    }
    ASSERT_LE(Sites, R.Sites);
  }
  EXPECT_GT(Good, 1000u);
}

/// Accesses and runs in the order in which they come.
class RunKeeper final : public BatchSink {
public:
  explicit RunKeeper(bool Wants) : Wants(Wants) {}
  bool wantsRuns() override { return Wants; }
  void event(const Event &) override {}
  void batch(const AccessBatch &B) override {
    ++Batches;
    size_t Next = 0;
    auto Begin = [&](size_t Limit) {
      for (; Next != B.Runs.size() && B.Runs[Next].Position <= Limit; ++Next)
        Order.push_back(B.Runs[Next].Row);
    };
    for (size_t I = 0; I != B.Count; ++I) {
      Begin(I);
      Order.push_back(B.Address[I]);
    }
    Begin(B.Count);
  }

  std::vector<uint64_t> Order;
  size_t Batches = 0;

private:
  bool Wants;
};

TEST(ExecutedRuns, ComeInOrderBeforeTheirAccesses) {
  TableBuilder Tables;
  std::vector<uint64_t> Rows;
  for (uint16_t Slots : {0, 1, 3, 12})
    Rows.push_back(
        Tables.block({.Instructions = 7,
                      .Slots = Slots,
                      .Sites = std::vector<SiteSpec>(Slots, SiteSpec{})}));
  for (size_t Row = 0; Row != Rows.size(); ++Row)
    ASSERT_NE(Rows[Row], 0u);
  std::mt19937_64 Random(11);
  StreamBuilder Stream;
  Stream.module(0, Tables);
  std::vector<uint64_t> Expected;
  for (int I = 0; I != 3000; ++I) {
    size_t Choice = Random() % Rows.size();
    size_t Slots = std::array<size_t, 4>{0, 1, 3, 12}[Choice];
    std::vector<uint64_t> Words(Slots);
    Expected.push_back(Rows[Choice]);
    for (uint64_t &W : Words) {
      // Every site has slot 0: a record is executed as a whole or not at all.
      W = 0x100000 + Random() % 4096 * 8;
    }
    if (Slots != 0 && Random() % 5 == 0)
      Words[0] = 0;
    for (size_t S = 0; S != Slots && Words[0] != 0; ++S)
      Expected.push_back(Words[0]);
    Stream.block(Rows[Choice], Words);
  }
  for (bool Wants : {true, false}) {
    ModuleSet Modules;
    ModuleBuilder Builder(Modules);
    RunKeeper Keeper(Wants);
    Decoder Decode(Builder, Keeper, {.Intervals = {1000}});
    ASSERT_TRUE(Decode.segment({ThreadId(0), Stream.words()}));
    Decode.finish();
    EXPECT_GT(Keeper.Batches, 10u);
    if (!Wants)
      std::erase_if(Expected, [&](uint64_t Word) {
        return std::ranges::count(Rows, Word);
      });
    EXPECT_EQ(Keeper.Order, Expected) << Wants;
  }
}

TEST(ExecutedRuns, ARowKnowsItsRun) {
  TableBuilder Tables;
  uint64_t B = Tables.block({.Instructions = 8,
                             .Slots = 1,
                             .Sites = {{}},
                             .Flags = BlockEntersFunction,
                             .Id = 77,
                             .Function = "f",
                             .Operations = Loop,
                             .Ordinal = 1,
                             .Values = 4});
  ModuleSet Modules;
  ModuleBuilder Builder(Modules);
  RunKeeper Keeper(true);
  Decoder Decode(Builder, Keeper, {});
  ASSERT_TRUE(
      Decode.segment({ThreadId(0), StreamBuilder().module(0, Tables).words()}));
  std::unique_ptr<RunCode> R = Modules.runCode(B);
  ASSERT_TRUE(R);
  EXPECT_EQ(R->Operations.size(), 8u);
  EXPECT_EQ(R->Values, 4u);
  EXPECT_EQ(R->Ordinal, 1u);
  EXPECT_EQ(R->Id, 77u);
  EXPECT_EQ(R->Instructions, 8u);
  EXPECT_TRUE(R->EntersFunction);
  EXPECT_FALSE(Modules.runCode(B + 4));
  EXPECT_FALSE(Modules.runCode(B + sizeof(Block)));
  EXPECT_FALSE(Modules.runCode(0));
}

} // namespace
