//===- MarkerFile.cpp - simulation points as marked regions ---------------===//

#include "analysis/points/MarkerFile.h"
#include <algorithm>
#include <fmt/format.h>

namespace memfacet {

static std::string oneWord(std::string Name) {
  std::ranges::replace_if(
      Name, [](char C) { return C == ',' || uint8_t(C) <= ' '; }, '_');
  return Name;
}

static std::string place(const CodePlace &P) {
  return fmt::format("{:#x},{},{:#x},{}", P.Address, oneWord(P.Image), P.Offset,
                     P.Count);
}

/// What regions and warm-ups have in common, from the thread on.
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

} // namespace memfacet
