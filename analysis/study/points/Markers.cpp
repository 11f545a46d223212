//===- Markers.cpp - begin and end of regions by executed blocks ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/Markers.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace memfacet::study {

std::map<uint32_t, uint64_t>
executionsBefore(std::span<const ExecutedInterval> All, uint64_t Time) {
  std::map<uint32_t, uint64_t> Whole;
  std::map<uint32_t, double> Partial;
  for (const ExecutedInterval &I : All) {
    if (I.ProcessBegin >= Time)
      continue;
    if (I.ProcessEnd <= Time) {
      for (const BlockExecutions &B : I.Counts)
        Whole[B.Block] += B.Count;
      continue;
    }
    double Share =
        double(Time - I.ProcessBegin) / double(I.ProcessEnd - I.ProcessBegin);
    for (const BlockExecutions &B : I.Counts)
      Partial[B.Block] += Share * double(B.Count);
  }
  for (auto [Block, Count] : Partial)
    Whole[Block] += uint64_t(std::llround(Count));
  return Whole;
}

namespace {

using Filter = std::function<bool(uint32_t Block)>;

const ExecutedInterval *neighbour(std::span<const ExecutedInterval> All,
                                  size_t Number, bool Next) {
  size_t Other = Next ? Number + 1 : Number - 1; // wraps before the first one
  if (Other >= All.size() || All[Other].Thread != All[Number].Thread)
    return nullptr;
  return &All[Other];
}

/// Returns the block with the largest count, of several that with the least
/// number; none where all are 0.
std::optional<uint32_t>
mostFrequent(const std::map<uint32_t, uint64_t> &Counts) {
  auto Largest = std::ranges::max_element(Counts, {}, [](const auto &E) {
    return E.second; // the first of several
  });
  if (Largest == Counts.end() || Largest->second == 0)
    return std::nullopt;
  return Largest->first;
}

std::map<uint32_t, uint64_t> goodCounts(const ExecutedInterval &I,
                                        const Filter &IsGood) {
  std::map<uint32_t, uint64_t> Counts;
  for (const BlockExecutions &B : I.Counts)
    if (IsGood(B.Block))
      Counts[B.Block] = B.Count;
  return Counts;
}

/// Returns the block for a boundary between two intervals; \p Previous may be
/// null.
std::optional<uint32_t> blockAt(const ExecutedInterval *Previous,
                                const ExecutedInterval &Next,
                                const Filter &IsGood) {
  std::map<uint32_t, uint64_t> Counts = goodCounts(Next, IsGood);
  if (Previous) {
    std::map<uint32_t, uint64_t> Both;
    for (const BlockExecutions &B : Previous->Counts)
      if (auto Entry = Counts.find(B.Block); Entry != Counts.end())
        Both[B.Block] = std::min(Entry->second, B.Count);
    if (std::optional<uint32_t> Block = mostFrequent(Both))
      return Block;
  }
  return mostFrequent(Counts);
}

} // namespace

std::optional<MarkedRegion>
markRegion(std::span<const ExecutedInterval> All, size_t Number,
           const std::function<bool(uint32_t Block)> &IsGood) {
  MEMFACET_CHECK(Number < All.size(), "it is one of the intervals");
  const ExecutedInterval &Interval = All[Number];
  const ExecutedInterval *Next = neighbour(All, Number, true);
  std::optional<uint32_t> First =
      blockAt(neighbour(All, Number, false), Interval, IsGood);
  std::optional<uint32_t> Last;
  if (Next)
    Last = blockAt(&Interval, *Next, IsGood);
  if (!First || (Next && !Last))
    return std::nullopt;
  if (!Next)
    Last = mostFrequent(goodCounts(Interval, IsGood));
  auto AtStart = executionsBefore(All, Interval.ProcessBegin);
  auto AtEnd = executionsBefore(All, Interval.ProcessEnd);
  MarkedRegion R;
  R.Start = {*First, AtStart[*First] + 1};
  R.End = {*Last, AtEnd[*Last] + (Next != nullptr)};
  R.RelativeEnd = R.End.Count - AtStart[*Last] - (*First == *Last);
  return R;
}

static std::string oneWord(std::string Name) {
  std::ranges::replace_if(
      Name, [](char C) { return C == ',' || uint8_t(C) <= ' '; }, '_');
  return Name;
}

static std::string place(const CodePlace &P) {
  return fmt::format("{:#x},{},{:#x},{}", P.Address, oneWord(P.Image), P.Offset,
                     P.Count);
}

/// Returns the fields that regions and warm-ups have in common, from the thread
/// on.
static std::string fields(const SimulationRegion &R, uint32_t Id,
                          const PlaceRange &Range, double Weight,
                          double Multiplier) {
  return fmt::format("{},{},{},{},{},{},{:.5f},{:.3f}",
                     R.Thread ? fmt::to_string(*R.Thread) : "global", Id,
                     place(Range.Start), place(Range.End), Range.RelativeEnd,
                     Range.Length, Weight, Multiplier);
}

std::string markerFile(std::span<const SimulationRegion> Regions,
                       const RegionSource &Source) {
  std::string Text = fmt::format(
      "# Regions based on: {}\n"
      "# comment,thread-id,region-id,start-pc, start-image-name, "
      "start-image-offset, start-pc-count,end-pc, end-image-name, "
      "end-image-offset, end-pc-count,end-pc-relative-count, region-length, "
      "region-weight, region-multiplier, region-type\n",
      Source.Origin);
  uint32_t Most = 0;
  uint64_t Length = 0;
  for (const SimulationRegion &R : Regions) {
    Most = std::max(Most, R.Cluster + 1);
    Length += R.Range.Length;
    Text += fmt::format(
        "cluster {} from slice {},{},simulation\n", R.Cluster, R.Interval,
        fields(R, R.Cluster + 1, R.Range, R.Weight, R.Multiplier));
  }
  for (const SimulationRegion &R : Regions)
    if (R.Warmup)
      Text += fmt::format(
          "Warmup for regionid {},{},warmup:{}\n", R.Cluster + 1,
          fields(R, R.Cluster + 1 + Most, *R.Warmup, 0, 0), R.Cluster + 1);
  Text += fmt::format("# Total instructions in {} regions = {}\n"
                      "# Total instructions in workload = {}\n"
                      "# Total slices in workload = {}\n",
                      Regions.size(), Length, Source.Instructions,
                      Source.Intervals);
  return Text;
}

} // namespace memfacet::study
