//===- MarkedPoints.cpp - points as regions of a file ---------------------===//

#include "analysis/phases/MarkedPoints.h"
#include "analysis/blocks/ElfImage.h"
#include "analysis/phases/PointMarkers.h"
#include <filesystem>
#include <map>
#include <utility>

namespace memfacet {

namespace {

/// Objects' files, each read once.
class Files {
public:
  Expected<CodePlace> entry(const CodeBlock &B, uint64_t Count) {
    auto It = ByPath.find(B.Object);
    if (It == ByPath.end()) {
      Expected<ElfImage> Image = ElfImage::read(B.Object);
      if (!Image)
        return makeError("{}: markers are addresses in the file that was "
                         "recorded; build it again in its place, or record "
                         "again",
                         Image.error().Message);
      It = ByPath.emplace(B.Object, std::move(*Image)).first;
    }
    const ElfImage &Image = It->second;
    const MachineFunction *F = Image.functionNamed(B.Symbol);
    if (!F)
      return makeError("'{}' has no function '{}' any more, of which the "
                       "recording knows; record again",
                       B.Object, B.Symbol);
    return CodePlace{F->Address,
                     std::filesystem::path(B.Object).filename().string(),
                     F->Address - Image.lowest(), Count};
  }

private:
  std::map<std::string, ElfImage> ByPath;
};

Expected<PlaceRange> rangeOf(Files &Objects, const BlockVectors &V,
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
      Result.Left.push_back(Point);
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

} // namespace memfacet
