//===- PhaseFiles.cpp - the points of phases in SimPoint's format ---------===//

#include "analysis/points/PointFile.h"
#include "tools/report/phases/PhaseReport.h"
#include <cmath>
#include <fmt/format.h>

namespace memfacet {

std::string phasePointsFile(const PhaseInput &In, const PhaseStudy &Study,
                            uint64_t Length) {
  const Profile &Run = In.Runs.front();
  bool AsRecorded = Length <= Run.IntervalInstructions;
  PointCut Cut{Length, AsRecorded};
  if (AsRecorded)
    Cut.Markers = Run.Signatures.Shape.Cut;
  std::string Text = cutLine(Cut);
  for (size_t I = 0; I != Study.Picked.size(); ++I) {
    const SimulationPoint &P = Study.Picked[I];
    const IntervalFacts &F = In.Table.Intervals[P.Interval];
    // Boundaries are at most a record late, and what was taken together may
    // begin anywhere.
    uint64_t Middle = F.Start + std::min(F.Instructions, Length) / 2;
    uint64_t Interval = AsRecorded ? F.Interval : Middle / Length;
    Text += fmt::format("{} {} {}{}\n", Interval, Study.pointNumber(I),
                        F.Thread, Study.Several ? phaseComment(P.Cluster) : "");
  }
  return Text;
}

std::string phaseWeightsFile(const PhaseStudy &Study) {
  std::string Text;
  for (size_t I = 0; I != Study.Picked.size(); ++I)
    Text += fmt::format("{:.9g} {}\n", Study.Sample[I].Weight,
                        Study.pointNumber(I));
  return Text;
}

std::string phaseLabelsFile(const PhaseStudy &Study) {
  std::string Text;
  const Clustering &C = Study.Chosen.Best;
  for (size_t I = 0; I != C.Labels.size(); ++I)
    Text += fmt::format("{} {:.6g}\n", C.Labels[I], std::sqrt(C.Distances[I]));
  return Text;
}

} // namespace memfacet
