//===- FlowTablesTest.cpp -------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/FlowTables.h"
#include "test/support/TableBuilder.h"
#include "test/support/Test.h"

namespace {

TableImage imageOf(const TableBuilder &Tables) {
  std::array<TableRange, TableCount> Ranges;
  for (size_t I = 0; I != TableCount; ++I)
    Ranges[I] = Tables.range(TableKind(I));
  TableImage Image(Ranges);
  for (size_t I = 0; I != TableCount; ++I)
    Image.append(Ranges[I].Begin, Tables.bytes(TableKind(I)));
  return Image;
}

std::map<uint32_t, int64_t> solve(FlowTables &Flows,
                                  const std::vector<CounterGrowth> &Counters) {
  std::vector<RunExecutions> Runs;
  Flows.solve(Counters, Runs);
  std::map<uint32_t, int64_t> Result;
  for (const RunExecutions &R : Runs)
    EXPECT_TRUE(Result.emplace(R.Row, R.Executions).second);
  return Result;
}

/// A made-up function: some flows, of which those off a tree are counted. A
/// flow from or to run -1 is one from or to the outside.
struct RandomGraph {
  struct Edge {
    int Source, Target;
    int Counter = -1;
    int64_t Times = 0;
  };
  std::vector<Edge> Edges;
  std::vector<uint64_t> Rows;
  int Counters = 0;

  RandomGraph(std::mt19937 &Random, TableBuilder &Tables) {
    int Runs = 1 + int(Random() % 12);
    for (int I = 0; I != Runs; ++I)
      Rows.push_back(Tables.block({.Instructions = 1}));
    Edges.push_back({-1, 0});
    for (int I = 0; I != Runs; ++I) {
      // Somewhere on, or calls that may never return, and anywhere at all.
      Edges.push_back({I, I + 1 == Runs ? -1 : I + 1});
      for (unsigned K = Random() % 3; K != 0; --K)
        Edges.push_back({I, int(Random() % unsigned(Runs + 1)) - 1});
    }
    std::vector<int> Part(size_t(Runs) + 1);
    for (size_t I = 0; I != Part.size(); ++I)
      Part[I] = int(I);
    std::shuffle(Edges.begin(), Edges.end(), Random);
    for (Edge &E : Edges) {
      int A = Part[size_t(E.Source + 1)], B = Part[size_t(E.Target + 1)];
      if (A == B)
        E.Counter = Counters++;
      for (int &P : Part)
        P = P == A ? B : P;
    }
    std::vector<uint64_t> CounterRows;
    for (int I = 0; I != Counters; ++I)
      CounterRows.push_back(Tables.counter(1));
    auto Row = [&](int Run) { return Run < 0 ? 0 : Rows[size_t(Run)]; };
    for (const Edge &E : Edges)
      Tables.flow(Row(E.Source), Row(E.Target),
                  E.Counter < 0 ? 0 : CounterRows[size_t(E.Counter)]);
  }

  /// Walks from the outside back to it, or for ever so long.
  void walk(std::mt19937 &Random, std::map<uint32_t, int64_t> &Executions) {
    int Node = -1;
    do {
      std::vector<Edge *> Ways;
      for (Edge &E : Edges)
        if (E.Source == Node && (Node >= 0 || E.Target >= 0))
          Ways.push_back(&E);
      Edge &Way = *Ways[Random() % Ways.size()];
      ++Way.Times;
      Node = Way.Target;
      if (Node >= 0)
        ++Executions[uint32_t(Node)];
    } while (Node >= 0);
  }
};

} // namespace

TEST(FlowTables, CountsOfALoopFollowFromItsBranches) {
  TableBuilder Tables;
  uint64_t Entry = Tables.block({}), Body = Tables.block({}),
           Exit = Tables.block({});
  uint64_t Back = Tables.counter(1), In = Tables.counter(3);
  Tables.flow(0, Entry, In);
  Tables.flow(Entry, Body, 0);
  Tables.flow(Body, Body, Back);
  Tables.flow(Body, Exit, 0);
  Tables.flow(Exit, 0, 0);
  TableImage Image = imageOf(Tables);
  FlowTables Flows(Image);
  EXPECT_EQ(solve(Flows, {{0, 40}, {1, 2}}),
            (std::map<uint32_t, int64_t>{{0, 2}, {1, 42}, {2, 2}}));
  // Nothing is left of it.
  EXPECT_EQ(solve(Flows, {{1, 1}}),
            (std::map<uint32_t, int64_t>{{0, 1}, {1, 1}, {2, 1}}));
}

TEST(FlowTables, ACallThatDoesNotReturnLeavesWhatFollowsUncounted) {
  TableBuilder Tables;
  uint64_t Call = Tables.block({}), Return = Tables.block({});
  uint64_t In = Tables.counter(1), Back = Tables.counter(1);
  Tables.flow(0, Call, In);
  Tables.flow(Call, Return, Back);
  Tables.flow(Call, 0, 0);
  Tables.flow(Return, 0, 0);
  TableImage Image = imageOf(Tables);
  FlowTables Flows(Image);
  EXPECT_EQ(solve(Flows, {{0, 5}, {1, 3}}),
            (std::map<uint32_t, int64_t>{{0, 5}, {1, 3}}));
  // Calls of the interval before come back.
  EXPECT_EQ(solve(Flows, {{1, 2}}), (std::map<uint32_t, int64_t>{{1, 2}}));
}

TEST(FlowTables, RandomFunctionsGiveWhatWasWalked) {
  for (unsigned Seed = 0; Seed != 300; ++Seed) {
    std::mt19937 Random(Seed);
    TableBuilder Tables;
    RandomGraph Graph(Random, Tables);
    std::map<uint32_t, int64_t> Expected;
    for (unsigned Walks = Random() % 5; Walks != 0; --Walks)
      Graph.walk(Random, Expected);
    std::vector<CounterGrowth> Counters(size_t(Graph.Counters));
    for (const RandomGraph::Edge &E : Graph.Edges)
      if (E.Counter >= 0)
        Counters[size_t(E.Counter)] = {uint32_t(E.Counter), E.Times};
    TableImage Image = imageOf(Tables);
    FlowTables Flows(Image);
    EXPECT_EQ(solve(Flows, Counters), Expected) << "seed " << Seed;
  }
}

TEST(FlowTables, FunctionsAndEventsDoNotMix) {
  for (unsigned Seed = 0; Seed != 100; ++Seed) {
    std::mt19937 Random(Seed);
    TableBuilder Tables;
    std::vector<RandomGraph> Graphs;
    for (int I = 0; I != 20; ++I)
      Graphs.emplace_back(Random, Tables);
    TableImage Image = imageOf(Tables);
    FlowTables Flows(Image);
    for (int Event = 0; Event != 4; ++Event) {
      std::map<uint32_t, int64_t> Expected;
      std::vector<CounterGrowth> Counters;
      uint32_t FirstRow = 0, FirstCounter = 0;
      for (RandomGraph &Graph : Graphs) {
        std::map<uint32_t, int64_t> Executions;
        for (unsigned Walks = Random() % 3; Walks != 0; --Walks)
          Graph.walk(Random, Executions);
        for (auto [Row, Count] : Executions)
          Expected[FirstRow + Row] = Count;
        // In two parts, as a word holds only one.
        for (RandomGraph::Edge &E : Graph.Edges)
          if (int64_t Times = std::exchange(E.Times, 0); E.Counter >= 0)
            for (int64_t Part : {Times / 3, Times - Times / 3})
              Counters.push_back({FirstCounter + uint32_t(E.Counter), Part});
        FirstRow += uint32_t(Graph.Rows.size());
        FirstCounter += uint32_t(Graph.Counters);
      }
      std::shuffle(Counters.begin(), Counters.end(), Random);
      EXPECT_EQ(solve(Flows, Counters), Expected) << "seed " << Seed;
    }
  }
}

TEST(FlowTables, DamagedRowsAreLeftOut) {
  for (unsigned Seed = 0; Seed != 300; ++Seed) {
    std::mt19937 Random(Seed);
    TableBuilder Tables;
    RandomGraph Graph(Random, Tables);
    std::string &Bytes = Tables.bytes(TableKind::Flows);
    for (int I = 0; I != 5; ++I)
      Bytes[Random() % Bytes.size()] = char(Random());
    TableImage Image = imageOf(Tables);
    FlowTables Flows(Image);
    std::vector<RunExecutions> Runs;
    std::vector<CounterGrowth> Counters;
    for (uint32_t I = 0; I != uint32_t(Graph.Counters) + 2; ++I)
      Counters.push_back({I, 1});
    Flows.solve(Counters, Runs);
    for (const RunExecutions &R : Runs)
      EXPECT_LT(R.Row, Graph.Rows.size());
  }
}
