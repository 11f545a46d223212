//===- decode/FlowTables.cpp - executions of runs from their counters -----===//

#include "analysis/decode/FlowTables.h"
#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>

namespace memfacet {

/// The row of \p Bytes each that \p Address is the beginning of.
static std::optional<uint32_t> rowAt(const TableImage &Image, TableKind Kind,
                                     uint64_t Address, size_t Bytes) {
  uint64_t Offset = Address - Image.range(Kind).Begin;
  if (Offset % Bytes != 0 || Offset / Bytes >= Image.rows(Kind, Bytes))
    return std::nullopt;
  return uint32_t(Offset / Bytes);
}

FlowTables::FlowTables(const TableImage &Image) {
  EdgesOf.resize(Image.rows(TableKind::Blocks, sizeof(Block)));
  size_t Counters = Image.rows(TableKind::Counters, sizeof(Counter));
  EdgeOf.assign(Counters, None);
  FunctionOf.assign(Counters, None);
  readEdges(Image);
  for (Function &F : Functions)
    order(F);
}

void FlowTables::readEdges(const TableImage &Image) {
  std::map<uint64_t, std::vector<Edge>> ByFunction;
  size_t Rows = Image.rows(TableKind::Flows, sizeof(RunFlow));
  uint64_t At = Image.range(TableKind::Flows).Begin;
  for (size_t I = 0; I != Rows; ++I, At += sizeof(RunFlow)) {
    RunFlow F = *Image.read<RunFlow>(TableKind::Flows, At);
    auto Row = [&](size_t Field, RelPtr Value, TableKind Kind, size_t Bytes) {
      return Value == 0
                 ? std::optional(None)
                 : rowAt(Image, Kind, targetOf(At + Field, Value), Bytes);
    };
    auto From =
        Row(offsetof(RunFlow, From), F.From, TableKind::Blocks, sizeof(Block));
    auto To =
        Row(offsetof(RunFlow, To), F.To, TableKind::Blocks, sizeof(Block));
    auto Count = Row(offsetof(RunFlow, Counter), F.Counter, TableKind::Counters,
                     sizeof(Counter));
    if (!From || !To || !Count || (*From == None && *To == None))
      continue;
    uint64_t Address = Image.range(TableKind::Blocks).Begin +
                       uint64_t(*To == None ? *From : *To) * sizeof(Block);
    auto B = *Image.read<Block>(TableKind::Blocks, Address);
    ByFunction[targetOf(Address + offsetof(Block, Function), B.Function)]
        .push_back({*From, *To, *Count});
  }
  for (auto &[Address, List] : ByFunction) {
    Function &F = Functions.emplace_back();
    F.FirstEdge = uint32_t(Edges.size());
    F.Edges = uint32_t(List.size());
    for (const Edge &E : List) {
      auto Number = uint32_t(Edges.size());
      if (E.Counter != None) {
        EdgeOf[E.Counter] = Number;
        FunctionOf[E.Counter] = uint32_t(Functions.size() - 1);
      }
      for (uint32_t Row : {E.From, E.To})
        if (Row != None) {
          F.Rows.push_back(Row);
          if (EdgesOf[Row].empty() || EdgesOf[Row].back() != Number)
            EdgesOf[Row].push_back(Number);
        }
      Edges.push_back(E);
    }
    std::ranges::sort(F.Rows);
    F.Rows.erase(std::ranges::unique(F.Rows).begin(), F.Rows.end());
  }
}

/// Takes away the only open edge of a run, again and again.
void FlowTables::order(Function &F) {
  F.FirstStep = uint32_t(Steps.size());
  std::vector<bool> Open(F.Edges);
  std::map<uint32_t, uint32_t> Degree;
  auto IsLoop = [](const Edge &E) { return E.From == E.To; };
  for (uint32_t I = 0; I != F.Edges; ++I) {
    const Edge &E = Edges[F.FirstEdge + I];
    Open[I] = E.Counter == None && !IsLoop(E);
    for (uint32_t Row : {E.From, E.To})
      if (Open[I] && Row != None)
        ++Degree[Row];
  }
  std::vector<uint32_t> Work;
  for (auto [Row, Count] : Degree)
    if (Count == 1)
      Work.push_back(Row);
  while (!Work.empty()) {
    uint32_t Row = Work.back();
    Work.pop_back();
    for (uint32_t Number : EdgesOf[Row]) {
      if (Number < F.FirstEdge || Number - F.FirstEdge >= F.Edges ||
          !Open[Number - F.FirstEdge])
        continue;
      Open[Number - F.FirstEdge] = false;
      Steps.push_back({Number, Row});
      const Edge &E = Edges[Number];
      uint32_t Other = E.From == Row ? E.To : E.From;
      if (Other != None && --Degree[Other] == 1)
        Work.push_back(Other);
      break;
    }
  }
  F.Steps = uint32_t(Steps.size()) - F.FirstStep;
}

void FlowTables::solve(std::span<const CounterGrowth> Counters,
                       std::vector<RunExecutions> &To) {
  std::vector<uint32_t> Touched;
  for (const CounterGrowth &C : Counters) {
    if (C.Counter >= EdgeOf.size() || EdgeOf[C.Counter] == None)
      continue;
    Edges[EdgeOf[C.Counter]].Value += C.Growth;
    if (Touched.empty() || Touched.back() != FunctionOf[C.Counter])
      Touched.push_back(FunctionOf[C.Counter]);
  }
  std::ranges::sort(Touched);
  Touched.erase(std::ranges::unique(Touched).begin(), Touched.end());
  for (uint32_t F : Touched)
    solveFunction(Functions[F], To);
}

void FlowTables::solveFunction(Function &F, std::vector<RunExecutions> &To) {
  for (uint32_t I = 0; I != F.Steps; ++I) {
    auto [Open, Row] = Steps[F.FirstStep + I];
    int64_t Surplus = 0; // of what comes in over what goes out
    for (uint32_t Number : EdgesOf[Row]) {
      const Edge &E = Edges[Number];
      if (Number != Open && E.From != E.To)
        Surplus += E.To == Row ? E.Value : -E.Value;
    }
    Edges[Open].Value = Edges[Open].From == Row ? Surplus : -Surplus;
  }
  for (uint32_t Row : F.Rows) {
    int64_t Executions = 0;
    for (uint32_t Number : EdgesOf[Row])
      if (Edges[Number].To == Row)
        Executions += Edges[Number].Value;
    if (Executions != 0)
      To.push_back({Row, Executions});
  }
  for (uint32_t I = 0; I != F.Edges; ++I)
    Edges[F.FirstEdge + I].Value = 0;
}

} // namespace memfacet
