//===- WaveletSweep.cpp - scores of wavelets by size and modulo -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/phases/WaveletSweep.h"
#include "analysis/study/points/Scores.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <ctime>
#include <numeric>

namespace memfacet::study {

namespace {

/// Returns whether pictures can be folded to \p Modulo. All are powers of two,
/// so each divides the larger ones.
bool canFold(const PhaseInput &In, uint64_t Modulo) {
  return std::ranges::all_of(In.Runs, [&](const result::Profile &P) {
    const result::SignatureShape &S = P.Signatures.Shape;
    MEMFACET_CHECK(Modulo != 0 && Modulo <= S.Modulo,
                   "chooseModuli takes none above the least recorded one");
    return S.Rows % (S.Modulo / Modulo) == 0;
  });
}

Expected<WaveletSweepCell> sweepCell(const PhaseInput &In,
                                     const PhaseOptions &Options,
                                     const Metric &Misses) {
  std::clock_t Begin = std::clock();
  Expected<PhaseStudy> Study = studyPhases(In, Options);
  if (!Study)
    return Study.error();
  WaveletSweepCell Cell;
  Cell.Seconds = double(std::clock() - Begin) / CLOCKS_PER_SEC;
  SpreadScore S = scoreLabels(In.Table, Misses, Study->labels(),
                              {Weighing::Intervals, ScoredValue::Count});
  Cell.Phases = Study->phases();
  Cell.Sigma = S.WithinSigma, Cell.Variation = S.Variation;
  return Cell;
}

/// Sets the moduli that the pictures of all runs can be folded to, and the rows
/// that they need.
Status chooseModuli(const PhaseInput &In, WaveletSweep &Sweep) {
  constexpr uint64_t LeastModulo = 1024;
  MEMFACET_CHECK(!In.Runs.empty(), "a sweep is of a run");
  uint64_t Most = In.Runs.front().Signatures.Shape.Modulo;
  for (const result::Profile &P : In.Runs) {
    if (!P.Signatures.has(result::SignatureKind::Image))
      return makeError("the profile of '{}' has no picture of its accesses; "
                       "record it with --phases=image,modulo=64K,rows=1600",
                       P.Program);
    Most = std::min(Most, P.Signatures.Shape.Modulo);
  }
  for (uint64_t M = std::min(LeastModulo, Most); M <= Most; M *= 2)
    Sweep.Modulos.push_back(M);
  for (const result::Profile &P : In.Runs) {
    uint64_t Fold = P.Signatures.Shape.Modulo / Sweep.Modulos.front();
    Sweep.RowsNeeded = std::max(
        Sweep.RowsNeeded, uint32_t(std::lcm(P.Signatures.Shape.Rows, Fold)));
  }
  return {};
}

} // namespace

Expected<WaveletSweep> sweepWavelets(const PhaseInput &In,
                                     const PhaseOptions &Options,
                                     uint32_t MissLevel) {
  WaveletSweep Sweep;
  Sweep.Sizes = {4, 8, 16, 32, 64};
  if (Status Chosen = chooseModuli(In, Sweep); !Chosen)
    return Chosen.error();
  Metric Misses{
      MetricKind::MissesPerInstruction,
      std::min<uint32_t>(MissLevel,
                         uint32_t(std::max<size_t>(In.Table.Levels, 1)) - 1)};
  PhaseOptions CellOptions = Options;
  CellOptions.Signature.Terms = {{PhaseSignature::Wavelet, 1}};
  // All coefficients, as in the paper: principal components of 64 x 64 would
  // take longer than everything that is compared.
  CellOptions.Signature.Dimensions = 0;
  for (uint64_t Modulo : Sweep.Modulos)
    for (size_t Size : Sweep.Sizes) {
      std::optional<WaveletSweepCell> &Cell = Sweep.Cells.emplace_back();
      if (!canFold(In, Modulo))
        continue;
      CellOptions.Signature.Modulo = Modulo;
      CellOptions.Signature.Wavelets.Size = Size;
      Expected<WaveletSweepCell> Made = sweepCell(In, CellOptions, Misses);
      if (!Made)
        return Made.error();
      Cell = *Made;
    }
  for (const IntervalFacts &I : In.Table.Intervals)
    Sweep.Instructions += I.Instructions;
  Sweep.Sigma = scoreLabels(In.Table, Misses,
                            std::vector<uint32_t>(In.Table.Intervals.size(), 0),
                            {Weighing::Intervals, ScoredValue::Count})
                    .Sigma;
  return Sweep;
}

} // namespace memfacet::study
