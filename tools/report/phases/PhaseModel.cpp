//===- PhaseModel.cpp - the contents and scores of phases -----------------===//

#include "tools/report/phases/PhaseReport.h"
#include <algorithm>

namespace memfacet {

std::string phaseName(uint32_t Phase) {
  if (Phase < 9)
    return std::string(1, char('1' + Phase));
  if (Phase < 9 + 26)
    return std::string(1, char('a' + Phase - 9));
  return fmt::format("{}", Phase + 1);
}

Expected<PhaseReport> phaseReport(const PhaseInput &In,
                                  const PhaseOptions &Options,
                                  const PhaseStudy &Study, size_t MissLevel) {
  PhaseReport R{In, Options, Study, {}, {}, {}, {}};
  size_t Level = std::min(MissLevel, std::max<size_t>(In.Table.Levels, 1) - 1);
  Expected<std::vector<PhaseContents>> Contents =
      phaseContents(In, Study.labels(), Study.phases(), Level, 3);
  if (!Contents)
    return Contents.error();
  R.Contents = std::move(*Contents);
  R.Scales = scalingOf(In.Table, Study.labels(), In.Times);
  R.Markers = pointMarkers(In, Study, MarkerBlocks::Any);
  StratifiedSample Sample = samplePoints(Study.labels(), Study.Picked);
  for (const Metric &M : In.Table.metrics()) {
    R.Spreads.push_back(scoreLabels(In.Table, M, Study.labels()));
    SureEstimate E = estimateByPhases(M, In.Table, Study.labels(), Sample);
    // Several points of a phase do not stand for equal parts of it.
    E.Estimate = estimateOf(M, In.Table, Study.Sample);
    R.Estimates.push_back(E);
  }
  return R;
}

} // namespace memfacet
