//===- PointMarkers.cpp - where the points of recorded runs begin and end -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/phases/PointMarkers.h"
#include "analysis/gauges/blocks/ElfImage.h"
#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

namespace memfacet::study {

namespace {

using Counts = std::vector<BlockExecutions>;

/// The blocks that one run executed, interval by interval.
struct CountedRun {
  std::vector<Counts> Lists; ///< of Intervals
  std::vector<ExecutedInterval> Intervals;
  std::map<size_t, size_t> BySpan; ///< number among Intervals
};

/// By thread and number of a recorded interval: the executions.
using Vectors = std::map<std::pair<uint32_t, uint32_t>, Counts>;

Vectors vectorsOf(const result::BlockVectors &V) {
  Vectors Result;
  for (const result::BlockInterval &I : V.Intervals)
    if (auto List = result::unpackCounts(I.Packed, V.Blocks.size()))
      for (const result::BlockCount &C : *List)
        Result[{I.Thread, I.Interval}].push_back({C.Block, C.Count});
  return Result;
}

CountedRun executionsOf(const PhaseInput &In, uint32_t Run) {
  const result::Profile &P = In.Runs[Run];
  Vectors ByPlace = vectorsOf(P.Vectors);
  CountedRun R;
  for (size_t Span = 0; Span != In.Spans.size(); ++Span) {
    const IntervalSpan &S = In.Spans[Span];
    if (S.Run != Run)
      continue;
    std::map<uint32_t, uint64_t> Sum;
    for (size_t I = S.First; I != S.End; ++I) {
      const result::IntervalPlace &Place = P.Signatures.Places[I];
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

std::vector<std::optional<MarkedRegion>>
pointMarkers(const PhaseInput &In, const PhaseStudy &Study, MarkerBlocks Kind) {
  std::map<uint32_t, CountedRun> Runs;
  std::vector<std::optional<MarkedRegion>> Result;
  for (const SimulationPoint &Point : Study.Picked) {
    uint32_t Run = In.Table.Intervals[Point.Interval].Run;
    auto [Entry, IsNew] = Runs.try_emplace(Run);
    if (IsNew)
      Entry->second = executionsOf(In, Run);
    const std::vector<result::CodeBlock> &Blocks = In.Runs[Run].Vectors.Blocks;
    Result.push_back(markRegion(
        Entry->second.Intervals, Entry->second.BySpan.at(Point.Interval),
        [&](uint32_t Block) {
          return Kind == MarkerBlocks::Any || !Blocks[Block].Symbol.empty();
        }));
  }
  return Result;
}

namespace {

/// Object files, each read once.
class Files {
public:
  Expected<CodePlace> entry(const result::CodeBlock &B, uint64_t Count) {
    auto Entry = ByPath.find(B.Object);
    if (Entry == ByPath.end()) {
      Expected<gauges::ElfImage> Image = gauges::ElfImage::read(B.Object);
      if (!Image)
        return makeError("{}: markers are addresses in the file that was "
                         "recorded; build it again in its place, or record "
                         "again",
                         Image.error().Message);
      Entry = ByPath.emplace(B.Object, std::move(*Image)).first;
    }
    const gauges::ElfImage &Image = Entry->second;
    const gauges::MachineFunction *F = Image.functionNamed(B.Symbol);
    if (!F)
      return makeError("'{}' has no function '{}' any more, of which the "
                       "recording knows; record again",
                       B.Object, B.Symbol);
    return CodePlace{F->Address,
                     std::filesystem::path(B.Object).filename().string(),
                     F->Address - Image.lowest(), Count};
  }

private:
  std::map<std::string, gauges::ElfImage> ByPath;
};

Expected<PlaceRange> rangeOf(Files &Objects, const result::BlockVectors &V,
                             const MarkedRegion &M, uint64_t Length) {
  Expected<CodePlace> Start =
      Objects.entry(V.Blocks[M.Start.Block], M.Start.Count);
  if (!Start)
    return Start.error();
  Expected<CodePlace> End = Objects.entry(V.Blocks[M.End.Block], M.End.Count);
  if (!End)
    return End.error();
  return PlaceRange{*Start, *End, M.RelativeEnd, Length};
}

} // namespace

Expected<MarkedPoints> markedPoints(const PhaseInput &In,
                                    const PhaseStudy &Study) {
  if (In.Runs.front().Vectors.empty())
    return makeError("'{}' was recorded without block vectors, which markers "
                     "are counts of; record it with --phases or --blocks",
                     In.Runs.front().Program);
  auto Markers = pointMarkers(In, Study, MarkerBlocks::Entries);
  double Whole = 0;
  for (const IntervalFacts &F : In.Table.Intervals)
    Whole += double(F.Instructions);
  MarkedPoints Result;
  Files Objects;
  for (size_t I = 0; I != Markers.size(); ++I) {
    const SimulationPoint &Point = Study.Picked[I];
    if (!Markers[I]) {
      Result.Omitted.push_back(Point);
      continue;
    }
    const IntervalFacts &F = In.Table.Intervals[Point.Interval];
    Expected<PlaceRange> Range =
        rangeOf(Objects, In.Runs[F.Run].Vectors, *Markers[I], F.Instructions);
    if (!Range)
      return Range.error();
    double Weight = Study.Sample[I].Weight;
    SimulationRegion R;
    R.Cluster = Study.pointNumber(I);
    R.Interval = F.Interval;
    R.Range = std::move(*Range);
    R.Weight = Weight;
    R.Multiplier = Weight * Whole / double(F.Instructions);
    Result.Regions.push_back(std::move(R));
  }
  return Result;
}

} // namespace memfacet::study
