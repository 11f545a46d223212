//===- PointMarkers.cpp - where simulation points begin and end -----------===//

#include "analysis/phases/PointMarkers.h"
#include <algorithm>
#include <map>
#include <utility>

namespace memfacet {

namespace {

using Counts = std::vector<BlockExecutions>;

/// What one run executed, interval by interval.
struct CountedRun {
  std::vector<Counts> Lists; ///< of Intervals
  std::vector<ExecutedInterval> Intervals;
  std::map<size_t, size_t> BySpan; ///< number among Intervals
};

/// Of each recorded interval, thread and number, the executions.
using Vectors = std::map<std::pair<uint32_t, uint32_t>, Counts>;

Vectors vectorsOf(const BlockVectors &V) {
  Vectors Result;
  for (const BlockInterval &I : V.Intervals)
    if (auto List = unpackCounts(I.Packed, V.Blocks.size()))
      for (const BlockCount &C : *List)
        Result[{I.Thread, I.Interval}].push_back({C.Block, C.Count});
  return Result;
}

CountedRun executionsOf(const PhaseInput &In, uint32_t Run) {
  const Profile &P = In.Runs[Run];
  Vectors ByPlace = vectorsOf(P.Vectors);
  CountedRun R;
  for (size_t Span = 0; Span != In.Spans.size(); ++Span) {
    const IntervalSpan &S = In.Spans[Span];
    if (S.Run != Run)
      continue;
    std::map<uint32_t, uint64_t> Sum;
    for (size_t I = S.First; I != S.End; ++I) {
      const IntervalPlace &Place = P.Signatures.Places[I];
      for (const BlockExecutions &B : ByPlace[{Place.Thread, Place.Interval}])
        Sum[B.Block] += B.Count;
    }
    Counts List;
    for (auto [Block, Count] : Sum)
      List.push_back({Block, Count});
    const IntervalFacts &F = In.Table.Intervals[Span];
    R.BySpan[Span] = R.Intervals.size();
    R.Intervals.push_back({F.Thread, F.ProcessBegin, F.ProcessEnd, {}});
    R.Lists.push_back(std::move(List));
  }
  for (size_t I = 0; I != R.Lists.size(); ++I)
    R.Intervals[I].Counts = R.Lists[I];
  return R;
}

} // namespace

std::vector<std::optional<MarkedRegion>> pointMarkers(const PhaseInput &In,
                                                      const PhaseStudy &Study,
                                                      MarkerBlocks Which) {
  std::map<uint32_t, CountedRun> Runs;
  std::vector<std::optional<MarkedRegion>> Result;
  for (const SimulationPoint &Point : Study.Picked) {
    uint32_t Run = In.Table.Intervals[Point.Interval].Run;
    auto [It, New] = Runs.try_emplace(Run);
    if (New)
      It->second = executionsOf(In, Run);
    const std::vector<CodeBlock> &Blocks = In.Runs[Run].Vectors.Blocks;
    Result.push_back(markRegion(
        It->second.Intervals, It->second.BySpan.at(Point.Interval),
        [&](uint32_t Block) {
          return Which == MarkerBlocks::Any || !Blocks[Block].Symbol.empty();
        }));
  }
  return Result;
}

} // namespace memfacet
