//===- PhasesPart.cpp - phases and intervals, for a page ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/clustering/SimilarityMatrix.h"
#include "analysis/study/phases/PhaseContents.h"
#include "analysis/study/phases/PictureCurves.h"
#include "analysis/study/phases/ThreadPoints.h"
#include "tools/html/IntervalsPart.h"
#include "tools/html/PageParts.h"
#include "tools/report/common/Places.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <thread>

namespace memfacet::html {

namespace {

// Limits: intervals (of longer runs, neighbours are joined); structures with
// counts by phase; cells of a row of the similarity matrix, and threads with a
// matrix.
constexpr size_t MostSpans = 2500, MostPhaseRows = 100;
constexpr size_t MostCells = 192, MostMatrices = 4;
constexpr uint32_t MostPhases = 10;
constexpr size_t MostContents = 4;

/// Returns the signature that distinguishes intervals: that of `memfacet
/// phases`, or the first one that the profile has; empty if there is none.
std::vector<study::SignatureTerm> signatureOf(const result::Profile &P) {
  if (study::hasSignature(P, study::PhaseSignature::Blocks))
    return *study::parseSignatures(study::usualSignature({&P, 1}));
  if (study::hasSignature(P, study::PhaseSignature::Wavelet))
    return {{study::PhaseSignature::Wavelet, 1}};
  for (study::PhaseSignature S : study::AllPhaseSignatures)
    if (study::hasSignature(P, S))
      return {{S, 1}};
  return {};
}

report::Json percentOf(double Share) { return std::round(Share * 1e4) / 1e4; }

class PhasesMaker {
public:
  PhasesMaker(const study::PhaseInput &In, const study::PhaseStudy &Study,
              PageNumbers &Numbers)
      : In(In), Study(Study), P(In.Runs.front()), Numbers(Numbers) {}

  Expected<report::Json>
  make(const std::vector<study::SignatureTerm> &Signature) {
    Expected<report::Json> Rows = rows();
    if (!Rows)
      return Rows.error();
    Expected<report::Json> Sums = sums();
    if (!Sums)
      return Sums.error();
    std::string Text;
    for (const study::SignatureTerm &T : Signature)
      Text += (Text.empty() ? "" : " and ") +
              std::string(study::phaseSignatureText(T.Signature));
    report::Json Part = {{"signature", Text},
                         {"metrics", metricNames()},
                         {"rows", *Rows},
                         {"sums", *Sums},
                         {"points", points()},
                         {"similarity", matrices()},
                         {"end", study::processEnd(In.Table)}};
    Expected<report::Json> Intervals = intervalsPart(In, Study, Numbers);
    if (!Intervals)
      return Intervals.error();
    Part["intervals"] = std::move(*Intervals);
    return Part;
  }

private:
  report::Json metricNames() const {
    report::Json Names = report::Json::array();
    for (const study::Metric &M : In.Table.metrics())
      Names.push_back(study::metricName(M));
    return Names;
  }

  Expected<report::Json> rows() const {
    Expected<std::vector<study::PhaseContents>> Contents =
        study::phaseContents(In, Study.labels(), Study.phases(),
                             P.Signatures.Shape.MissLevel, MostContents);
    if (!Contents)
      return Contents.error();
    std::vector<study::Metric> Metrics = In.Table.metrics();
    std::vector<std::vector<double>> Part(Study.phases(),
                                          std::vector<double>(Metrics.size())),
        Whole = Part;
    std::vector<uint64_t> Instructions(Study.phases()),
        Intervals(Study.phases());
    for (size_t I = 0; I != In.Table.Intervals.size(); ++I) {
      const study::IntervalFacts &F = In.Table.Intervals[I];
      uint32_t Phase = Study.labels()[I];
      Instructions[Phase] += F.Instructions;
      ++Intervals[Phase];
      for (size_t M = 0; M != Metrics.size(); ++M) {
        Part[Phase][M] += Metrics[M].numerator(F);
        Whole[Phase][M] += Metrics[M].denominator(F);
      }
    }
    report::Json Rows = report::Json::array();
    for (uint32_t Phase = 0; Phase != Study.phases(); ++Phase) {
      report::Json Values = report::Json::array();
      for (size_t M = 0; M != Metrics.size(); ++M)
        Values.push_back(Whole[Phase][M] == 0
                             ? report::Json()
                             : percentOf(Part[Phase][M] / Whole[Phase][M]));
      Rows.push_back({{"instructions", Instructions[Phase]},
                      {"intervals", Intervals[Phase]},
                      {"metrics", Values},
                      {"code", codeOf((*Contents)[Phase])},
                      {"data", dataOf((*Contents)[Phase])}});
    }
    return Rows;
  }
  report::Json codeOf(const study::PhaseContents &C) const {
    report::Json Rows = report::Json::array();
    for (const study::PhaseCode &Code : C.Code)
      Rows.push_back({{"text", report::shortPlace(P, Code)},
                      {"share", percentOf(Code.Share)}});
    return Rows;
  }
  report::Json dataOf(const study::PhaseContents &C) const {
    report::Json Rows = report::Json::array();
    for (const study::PhaseData &D : C.Data)
      Rows.push_back({{"text", D.Title.empty() ? D.Name : D.Title},
                      {"share", percentOf(D.Share)}});
    return Rows;
  }

  /// Returns counts of structures by phase, and of all structures together (id
  /// null).
  Expected<report::Json> sums() const {
    std::vector<StructureId> Shown = costliest(P, MostPhaseRows);
    Shown.push_back(StructureId());
    std::vector<PageMeasure> Measures = pageMeasures(P);
    report::Json Sums = report::Json::array();
    for (StructureId Id : Shown) {
      std::vector<std::vector<uint64_t>> Counts(
          Study.phases(), std::vector<uint64_t>(Measures.size()));
      for (size_t M = 0; M != Measures.size(); ++M) {
        study::SpanValues Values(In.Spans.size());
        if (Status Added = study::addStream(P, 0, In.Spans, Id,
                                            Measures[M].Metric, Values);
            !Added)
          return Added.error();
        for (size_t I = 0; I != Values.size(); ++I)
          Counts[Study.labels()[I]][M] += Values[I];
      }
      Sums.push_back(
          {{"id", Id.valid() ? report::Json(Id.Value) : report::Json()},
           {"counts", Counts}});
    }
    return Sums;
  }

  report::Json points() const {
    report::Json Points = report::Json::array();
    for (const study::SimulationPoint &Point : Study.Picked)
      Points.push_back({{"phase", Point.Cluster},
                        {"interval", Point.Interval},
                        {"weight", percentOf(Point.Weight)}});
    return Points;
  }

  /// Returns similarity matrices of the threads with most intervals.
  report::Json matrices() const {
    std::map<uint32_t, std::vector<size_t>> ByThread;
    for (size_t I = 0; I != In.Table.Intervals.size(); ++I)
      ByThread[In.Table.Intervals[I].Thread].push_back(I);
    std::vector<std::pair<size_t, uint32_t>> Order;
    for (const auto &[Thread, Intervals] : ByThread)
      Order.emplace_back(~Intervals.size(), Thread);
    std::ranges::sort(Order);
    Order.resize(std::min(Order.size(), MostMatrices));
    report::Json Matrices = report::Json::array();
    for (auto [Size, Thread] : Order) {
      study::SimilarityMatrix M =
          study::similarityMatrix(Study.Points, ByThread[Thread], MostCells);
      float Most = M.quantile(0.97F);
      std::vector<uint8_t> Cells;
      for (float D : M.Distances)
        Cells.push_back(
            uint8_t(Most > 0 ? std::min(255.F, 255.F * D / Most) : 0));
      std::vector<uint64_t> First;
      for (size_t C = 0; C != M.Cells; ++C)
        First.push_back(M.Intervals[M.begin(C)]);
      Matrices.push_back({{"thread", Thread},
                          {"cells", M.Cells},
                          {"first", Numbers.add(First)},
                          {"distances", Numbers.addBytes(Cells)}});
    }
    return Matrices;
  }

  const study::PhaseInput &In;
  const study::PhaseStudy &Study;
  const result::Profile &P;
  PageNumbers &Numbers;
};

} // namespace

Expected<report::Json> phasesPart(const result::Profile &P,
                                  PageNumbers &Numbers) {
  std::vector<study::SignatureTerm> Signature = signatureOf(P);
  if (P.Signatures.empty() || Signature.empty())
    return report::Json();
  uint64_t PerSpan = P.Signatures.Places.size() / MostSpans + 1;
  Expected<study::PhaseInput> In = study::phaseInput(
      {&P, 1}, PerSpan == 1 ? 0 : PerSpan * P.IntervalInstructions);
  // For instance, there are too few intervals to cluster.
  if (!In)
    return report::Json();
  study::PhaseOptions Options;
  Options.Signature.Terms = Signature;
  Options.Choose.MostClusters = MostPhases;
  Options.Choose.Threads = std::max(1U, std::thread::hardware_concurrency());
  Expected<study::PhaseStudy> Study = study::studyPhases(*In, Options);
  if (!Study)
    return report::Json();
  return PhasesMaker(*In, *Study, Numbers).make(Signature);
}

} // namespace memfacet::html
