//===- ThreadPoints.cpp - points for the intervals of one thread ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/phases/ThreadPoints.h"
#include <algorithm>

namespace memfacet::study {
namespace {

std::vector<IntervalSpan> spansOf(const result::Profile &P, uint32_t Thread) {
  std::vector<IntervalSpan> Spans = intervalSpans(P, 0, 0);
  std::erase_if(Spans,
                [&](const IntervalSpan &S) { return S.Thread != Thread; });
  return Spans;
}

} // namespace

const char *usualSignature(std::span<const result::Profile> Runs) {
  bool Best = Runs.size() == 1 &&
              hasSignature(Runs[0], PhaseSignature::Blocks) &&
              hasSignature(Runs[0], PhaseSignature::MissRates);
  return Best ? BestPointSignature : "blocks";
}

bool hasCodeAndMisses(const result::Profile &P, uint32_t Thread) {
  if (P.Signatures.empty() || P.Caches.Levels.empty() ||
      P.Vectors.Source != result::BlockSource::Recorded)
    return false;
  return !spansOf(P, Thread).empty();
}

Expected<ThreadPoints> pointsByCodeAndMisses(const result::Profile &P,
                                             uint32_t Thread,
                                             SignatureOptions Options) {
  Expected<std::vector<SignatureTerm>> Terms =
      parseSignatures(BestPointSignature);
  if (!Terms)
    return Terms.error();
  Options.Terms = std::move(*Terms);
  std::vector<IntervalSpan> Spans = spansOf(P, Thread);
  std::span<const result::Profile> Runs(&P, 1);
  Expected<IntervalTable> Table = intervalTable(Runs, Spans);
  if (!Table)
    return Table.error();
  Expected<PointSet> Points = signaturePoints(Runs, Spans, *Table, Options);
  if (!Points)
    return Points.error();
  return ThreadPoints{std::move(*Points), std::move(*Table)};
}

} // namespace memfacet::study
