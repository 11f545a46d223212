//===- FlowTables.cpp - executions of runs from their counters ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/FlowTables.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cstddef>
#include <optional>

namespace memfacet::decode {

/// Returns the row that begins at \p Address, in a table with rows of \p Bytes
/// bytes.
static std::optional<uint32_t> rowAt(const TableImage &Image, TableKind Kind,
                                     uint64_t Address, size_t Bytes) {
  uint64_t Offset = Address - Image.range(Kind).Begin;
  if (Offset % Bytes != 0 || Offset / Bytes >= Image.rows(Kind, Bytes))
    return std::nullopt;
  return uint32_t(Offset / Bytes);
}

FlowTables::FlowTables(const TableImage &Image) {
  MEMFACET_CHECK(Image.complete(), "what follows is found once");
  Runs.resize(Image.rows(TableKind::Blocks, sizeof(Block)));
  ByCounter.resize(Image.rows(TableKind::Counters, sizeof(Counter)));
  order(readEdges(Image));
  Due.grow(Steps.size());
}

std::vector<FlowTables::Edge> FlowTables::readEdges(const TableImage &Image) {
  std::vector<Edge> Open;
  size_t Rows = Image.rows(TableKind::Flows, sizeof(RunFlow));
  uint64_t Address = Image.range(TableKind::Flows).Begin;
  for (size_t I = 0; I != Rows; ++I, Address += sizeof(RunFlow)) {
    RunFlow F = *Image.read<RunFlow>(TableKind::Flows, Address);
    auto Row = [&](size_t Field, RelPtr Value, TableKind Kind, size_t Bytes) {
      return Value == 0
                 ? std::optional(None)
                 : rowAt(Image, Kind, targetOf(Address + Field, Value), Bytes);
    };
    auto Source = Row(offsetof(RunFlow, Source), F.Source, TableKind::Blocks,
                      sizeof(Block));
    auto Target = Row(offsetof(RunFlow, Target), F.Target, TableKind::Blocks,
                      sizeof(Block));
    auto Count = Row(offsetof(RunFlow, Counter), F.Counter, TableKind::Counters,
                     sizeof(Counter));
    if (!Source || !Target || !Count || (*Source == None && *Target == None))
      continue;
    ++Flows;
    if (*Count != None)
      ByCounter[*Count] = {*Source, *Target};
    else if (*Source != *Target)
      Open.push_back({*Source, *Target});
  }
  return Open;
}

/// Takes away the only open flow of a run, again and again. Flows of a run that
/// is left with several, which no compiler makes, stay 0.
void FlowTables::order(std::vector<Edge> Open) {
  // The flows of a run stand together in ByRun, up to First of the next run.
  std::vector<uint32_t> First(Runs.size() + 1), Degree(Runs.size());
  for (const Edge &E : Open)
    for (uint32_t Row : {E.Source, E.Target})
      if (Row != None)
        ++First[Row + 1], ++Degree[Row];
  for (size_t Row = 0; Row != Runs.size(); ++Row)
    First[Row + 1] += First[Row];
  std::vector<uint32_t> ByRun(First.back()), Next(First);
  for (uint32_t I = 0; I != Open.size(); ++I)
    for (uint32_t Row : {Open[I].Source, Open[I].Target})
      if (Row != None)
        ByRun[Next[Row]++] = I;

  std::vector<bool> Removed(Open.size());
  std::vector<uint32_t> Work;
  for (uint32_t Row = uint32_t(Runs.size()); Row-- != 0;)
    if (Degree[Row] == 1)
      Work.push_back(Row);
  while (!Work.empty()) {
    uint32_t Row = Work.back();
    Work.pop_back();
    auto End = ByRun.begin() + First[Row + 1];
    auto Left = std::find_if(ByRun.begin() + First[Row], End,
                             [&](uint32_t I) { return !Removed[I]; });
    if (Left == End)
      continue;
    Removed[*Left] = true;
    bool Leaves = Open[*Left].Source == Row;
    uint32_t Other = Leaves ? Open[*Left].Target : Open[*Left].Source;
    Runs[Row].Step = uint32_t(Steps.size());
    Steps.push_back({Row, Other, Leaves});
    if (Other != None && --Degree[Other] == 1)
      Work.push_back(Other);
  }
}

/// Adds \p In, entries minus exits, to the surplus of the run in \p Row.
FlowTables::RunState &FlowTables::reach(uint32_t Row, int64_t In,
                                        uint32_t Least) {
  RunState &R = Runs[Row];
  if (!R.Touched)
    Touched.push_back(Row);
  R.Touched = true;
  R.Surplus += In;
  if (R.Step != None && R.Step >= Least)
    Due.add(R.Step);
  return R;
}

void FlowTables::flow(const Edge &E, int64_t Times, uint32_t Least) {
  if (Times == 0)
    return;
  if (E.Source != None)
    reach(E.Source, -Times, Least);
  if (E.Target != None)
    reach(E.Target, Times, Least).Executions += Times;
}

void FlowTables::solve(std::span<const CounterGrowth> Counters,
                       std::vector<RunExecutions> &Result) {
  for (const CounterGrowth &C : Counters)
    if (C.Counter < ByCounter.size())
      flow(ByCounter[C.Counter], C.Growth, 0);
  Due.take([&](size_t Number) {
    auto [Row, Other, Leaves] = Steps[Number];
    // Only later steps become due, also in damaged tables: there must be an
    // end.
    auto Least = uint32_t(Number) + 1;
    int64_t Surplus = Runs[Row].Surplus;
    if (Leaves)
      flow({Row, Other}, Surplus, Least);
    else
      flow({Other, Row}, -Surplus, Least);
  });
  for (uint32_t Row : Touched) {
    RunState &R = Runs[Row];
    if (R.Executions != 0)
      Result.push_back({Row, R.Executions});
    R.Surplus = R.Executions = 0;
    R.Touched = false;
  }
  Touched.clear();
}

} // namespace memfacet::decode
