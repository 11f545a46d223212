//===- IntervalView.cpp - the contents of one interval --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/phases/IntervalView.h"
#include "analysis/study/clustering/SimilarityMatrix.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <bit>
#include <fmt/ranges.h>
#include <map>
#include <set>
#include <tuple>

namespace memfacet::study {

Expected<ThreadOfRun> selectedThread(const PhaseInput &In,
                                     std::optional<uint32_t> Run,
                                     std::optional<uint32_t> Thread) {
  if (!Run && In.Runs.size() > 1)
    return makeError("there are {} runs; say which with --run 1, for instance",
                     In.Runs.size());
  ThreadOfRun Selected;
  Selected.Run = Run.value_or(0);
  if (Selected.Run >= In.Runs.size())
    return usageError("there is no run {}; runs are 1 to {}", Selected.Run + 1,
                      In.Runs.size());
  std::set<uint32_t> Threads;
  for (const IntervalSpan &S : In.Spans)
    if (S.Run == Selected.Run)
      Threads.insert(S.Thread);
  if (!Thread && Threads.size() != 1)
    return makeError("there are the threads {}; say which with --thread {}",
                     fmt::join(Threads, ", "),
                     Threads.empty() ? 0 : *Threads.begin());
  Selected.Thread = Thread.value_or(*Threads.begin());
  if (!Threads.contains(Selected.Thread))
    return usageError("there is no thread {}; there are {}", Selected.Thread,
                      fmt::join(Threads, ", "));
  return Selected;
}

Expected<size_t> selectedInterval(const PhaseInput &In,
                                  const IntervalQuery &Q) {
  Expected<ThreadOfRun> Selected = selectedThread(In, Q.Run, Q.Thread);
  if (!Selected)
    return Selected.error();
  const std::vector<result::IntervalPlace> &Places =
      In.Runs[Selected->Run].Signatures.Places;
  uint32_t Last = 0;
  for (size_t I = 0; I != In.Spans.size(); ++I) {
    const IntervalSpan &S = In.Spans[I];
    if (S.Run != Selected->Run || S.Thread != Selected->Thread)
      continue;
    Last = Places[S.End - 1].Interval;
    if (Places[S.First].Interval <= Q.Number && Q.Number <= Last)
      return I;
  }
  return usageError("thread {} has no interval {}; its last one is {}",
                    Selected->Thread, Q.Number, Last);
}

namespace {

class IntervalViewer {
public:
  IntervalViewer(const PhaseInput &In, const PhaseStudy &Study, size_t Interval,
                 size_t Most)
      : In(In), Study(Study), Span(In.Spans[Interval]), P(In.Runs[Span.Run]),
        Most(Most) {
    V.Interval = Interval;
    V.Phase = Study.labels()[Interval];
  }

  Expected<IntervalView> view() {
    addSums();
    addSites();
    if (Status S = addStrides(); !S)
      return S.error();
    if (Status S = addCode(); !S)
      return S.error();
    addSimilar();
    return std::move(V);
  }

private:
  void addTo(IntervalSums &Sums, const IntervalFacts &F) const {
    ++Sums.Intervals;
    Sums.Facts.Instructions += F.Instructions;
    Sums.Facts.Cycles += F.Cycles;
    for (size_t L = 0; L != In.Table.Levels; ++L) {
      Sums.Facts.Levels[L].Accesses += F.Levels[L].Accesses;
      Sums.Facts.Levels[L].Misses += F.Levels[L].Misses;
    }
  }
  void addSums() {
    for (size_t I = 0; I != In.Table.Intervals.size(); ++I) {
      if (Study.labels()[I] == V.Phase)
        addTo(V.PhaseSums, In.Table.Intervals[I]);
      if (In.Table.Intervals[I].Run == Span.Run)
        addTo(V.RunSums, In.Table.Intervals[I]);
    }
  }

  void addSites() {
    std::map<uint32_t, uint64_t> Misses;
    for (size_t I = Span.First; I != Span.End; ++I) {
      const result::IntervalPlace &Place = P.Signatures.Places[I];
      auto Key = std::pair(Place.Thread, Place.Interval);
      for (const result::MissSite &M : std::ranges::equal_range(
               P.Signatures.MissSites, Key, {}, [](const result::MissSite &M) {
                 return std::pair(M.Thread, M.Interval);
               }))
        if (M.Site == result::MissSite::Others)
          V.OtherMisses += M.Misses;
        else
          Misses[M.Site] += M.Misses;
    }
    for (auto [Site, Count] : Misses)
      V.Sites.push_back({Site, Count, structuresOf(Site)});
    std::ranges::sort(V.Sites, {}, [](const IntervalSite &S) {
      return std::tuple(~S.Misses, S.Site);
    });
  }
  std::vector<std::pair<StructureId, double>>
  structuresOf(uint32_t Site) const {
    std::vector<std::pair<StructureId, double>> Structures;
    size_t Level = P.Signatures.Shape.MissLevel;
    double Sum = 0;
    for (const result::SiteCounts &C : std::ranges::equal_range(
             P.BySite, Site, {}, &result::SiteCounts::Site))
      if (Level < C.Misses.size() && C.Misses[Level] != 0) {
        Structures.emplace_back(C.Structure, double(C.Misses[Level]));
        Sum += double(C.Misses[Level]);
      }
    for (auto &[Structure, Share] : Structures)
      Share /= Sum;
    std::ranges::sort(Structures, {}, [](const auto &S) {
      return std::pair(-S.second, S.first.Value);
    });
    return Structures;
  }

  Status addStrides() {
    if (!hasSignature(P, PhaseSignature::LongLocalStride))
      return {};
    auto Vector = signatureVectors(P, Span.Run, {&Span, 1},
                                   PhaseSignature::LongLocalStride);
    if (!Vector)
      return Vector.error();
    for (const VectorEntry &E : Vector->front())
      V.Strides.push_back({E.Id, uint64_t(E.Count)});
    return {};
  }
  Status addCode() {
    if (!hasSignature(P, PhaseSignature::Blocks))
      return {};
    auto Vector =
        signatureVectors(P, Span.Run, {&Span, 1}, PhaseSignature::Blocks);
    if (!Vector)
      return Vector.error();
    double Sum = 0;
    for (const VectorEntry &E : Vector->front())
      Sum += E.Count;
    for (const VectorEntry &E : Vector->front()) {
      auto Block = std::ranges::lower_bound(P.Vectors.Blocks, E.Id, {},
                                            &result::CodeBlock::Number);
      V.Code.push_back(
          {uint32_t(Block - P.Vectors.Blocks.begin()), E.Count / Sum});
    }
    std::ranges::sort(V.Code, {}, [](const IntervalCode &C) {
      return std::pair(-C.Share, C.Block);
    });
    V.Code.resize(std::min(V.Code.size(), Most));
    return {};
  }
  void addSimilar() {
    for (size_t I = 0; I != Study.Points.size(); ++I)
      if (I != V.Interval)
        V.Similar.push_back({I, pointDistance(Study.Points, I, V.Interval)});
    std::ranges::sort(V.Similar, {}, [](const SimilarInterval &S) {
      return std::pair(S.Distance, S.Interval);
    });
    V.Similar.resize(std::min(V.Similar.size(), Most));
  }

  const PhaseInput &In;
  const PhaseStudy &Study;
  const IntervalSpan Span;
  const result::Profile &P;
  size_t Most;
  IntervalView V;
};

} // namespace

Expected<IntervalView> intervalView(const PhaseInput &In,
                                    const PhaseStudy &Study, size_t Interval,
                                    size_t Most) {
  MEMFACET_CHECK(Interval < In.Table.Intervals.size(),
                 "selectedInterval has found it");
  return IntervalViewer(In, Study, Interval, Most).view();
}

std::vector<IntervalStride>
strideBuckets(const std::vector<IntervalStride> &Strides) {
  std::vector<IntervalStride> Buckets;
  for (const IntervalStride &S : Strides) {
    uint64_t First = S.Bytes == 0 ? 0 : std::bit_floor(S.Bytes);
    if (Buckets.empty() || Buckets.back().Bytes != First)
      Buckets.push_back({First, 0});
    Buckets.back().Count += S.Count;
  }
  return Buckets;
}

} // namespace memfacet::study
