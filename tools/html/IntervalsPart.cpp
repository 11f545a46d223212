//===- IntervalsPart.cpp - each interval by itself, for a page ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/html/IntervalsPart.h"
#include "analysis/study/clustering/SimilarityMatrix.h"
#include "analysis/study/phases/IntervalView.h"
#include "analysis/study/phases/PictureCurves.h"
#include "tools/report/common/Places.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace memfacet::html {

namespace {

// Limits of pictures: the height, dots of all together, bands of each, and
// threads with a picture.
constexpr size_t MostRows = 128, MostDots = 3'600'000, Bands = 3;
constexpr size_t MostPictures = 8;
// Limits of an interval: sites, powers of two of strides, and similar
// intervals.
constexpr size_t MostSites = 10, StrideBins = 24, MostSimilar = 6;
constexpr double DistanceUnits = 1e6;

/// Makes columns of numbers, with one or several values for each interval.
class IntervalColumns {
public:
  IntervalColumns(const study::PhaseInput &In, const study::PhaseStudy &Study,
                  PageNumbers &Numbers)
      : In(In), Study(Study), P(In.Runs.front()), Numbers(Numbers) {}

  report::Json facts() const {
    using Facts = study::IntervalFacts;
    report::Json Columns = {
        {"n", In.Table.Intervals.size()},
        {"thread", column([](const Facts &F) { return F.Thread; })},
        {"number", column([](const Facts &F) { return F.Interval; })},
        {"start", column([](const Facts &F) { return F.Start; })},
        {"instructions", column([](const Facts &F) { return F.Instructions; })},
        {"begin", column([](const Facts &F) { return F.ProcessBegin; })},
        {"end", column([](const Facts &F) { return F.ProcessEnd; })},
        {"accesses",
         column([](const Facts &F) { return F.Levels[0].Accesses; })}};
    std::vector<uint64_t> Labels(Study.labels().begin(), Study.labels().end());
    Columns["phase"] = Numbers.add(Labels);
    Columns["misses"] = report::Json::array();
    for (size_t L = 0; L != In.Table.Levels; ++L)
      Columns["misses"].push_back(
          column([L](const Facts &F) { return F.Levels[L].Misses; }));
    if (In.Table.HasCycles)
      Columns["cycles"] = column([](const Facts &F) { return F.Cycles; });
    return Columns;
  }

  /// Returns, for each interval, the number of sites and, site by site, the
  /// number in the page's list and the misses. "rest" has the misses of other
  /// sites.
  report::Json sites() const {
    if (P.Signatures.MissSites.empty())
      return {};
    std::vector<uint64_t> SiteCounts, SiteNumbers, Misses, Rest;
    std::map<uint32_t, uint64_t> Numbering;
    report::Json Names = report::Json::array();
    for (const study::IntervalSpan &Span : In.Spans) {
      auto [Sites, Left] = sitesOf(Span);
      for (size_t I = MostSites; I < Sites.size(); ++I)
        Left += Sites[I].first;
      Sites.resize(std::min(Sites.size(), MostSites));
      SiteCounts.push_back(Sites.size());
      Rest.push_back(Left);
      for (auto [Count, Site] : Sites) {
        auto [Entry, New] = Numbering.try_emplace(Site, Names.size());
        if (New)
          Names.push_back(siteJson(P.Sites[Site]));
        SiteNumbers.push_back(Entry->second);
        Misses.push_back(Count);
      }
    }
    return {{"level", P.Caches.Levels[P.Signatures.Shape.MissLevel].Name},
            {"names", Names},
            {"many", Numbers.add(SiteCounts)},
            {"site", Numbers.add(SiteNumbers)},
            {"misses", Numbers.add(Misses)},
            {"rest", Numbers.add(Rest)}};
  }

  /// Returns, for each interval, counts by power of two of the distance in
  /// bytes.
  Expected<report::Json> strides() const {
    if (!study::hasSignature(P, study::PhaseSignature::LongLocalStride))
      return report::Json();
    auto Vectors = study::signatureVectors(
        P, 0, In.Spans, study::PhaseSignature::LongLocalStride);
    if (!Vectors)
      return Vectors.error();
    std::vector<uint64_t> All(In.Spans.size() * StrideBins);
    for (size_t I = 0; I != Vectors->size(); ++I)
      for (const study::VectorEntry &E : (*Vectors)[I])
        All[I * StrideBins +
            std::min<size_t>(size_t(std::bit_width(uint64_t(E.Id))),
                             StrideBins - 1)] += uint64_t(E.Count);
    return report::Json{{"bins", StrideBins}, {"counts", Numbers.add(All)}};
  }

  report::Json similar() const {
    size_t Count = Study.Points.size(),
           Shown = std::min(MostSimilar, Count - 1);
    std::vector<uint64_t> Indices, Distance;
    std::vector<std::pair<double, size_t>> All;
    for (size_t I = 0; I != Count; ++I) {
      All.clear();
      for (size_t J = 0; J != Count; ++J)
        if (J != I)
          All.emplace_back(study::pointDistance(Study.Points, I, J), J);
      std::ranges::partial_sort(All, All.begin() + ptrdiff_t(Shown));
      for (size_t K = 0; K != Shown; ++K) {
        Indices.push_back(All[K].second);
        Distance.push_back(
            uint64_t(std::llround(All[K].first * DistanceUnits)));
      }
    }
    return {{"each", Shown},
            {"which", Numbers.add(Indices)},
            {"distance", Numbers.add(Distance)}};
  }

  Expected<report::Json> pictures() const {
    auto Vectors = vectors();
    if (!Vectors)
      return Vectors.error();
    report::Json List = report::Json::array();
    size_t PictureCount = std::clamp<size_t>(Vectors->size(), 1, MostPictures),
           MostColumns = MostDots / (MostRows * Bands * PictureCount);
    for (auto &[Thread, ThreadVectors] : *Vectors) {
      if (List.size() == MostPictures)
        break;
      result::Profile Single;
      Single.Signatures.Shape = P.Signatures.Shape;
      Single.Signatures.Places = P.Signatures.Places;
      Single.Signatures.Vectors = std::move(ThreadVectors);
      study::PhaseInput Input = In;
      Input.Runs = {&Single, 1};
      Expected<study::AccessPicture> Picture =
          study::accessPicture(Input, 0, Thread, 0, MostRows, MostColumns);
      if (!Picture)
        return report::Json();
      List.push_back(pictureJson(Thread, *Picture));
    }
    return List;
  }

private:
  template <typename Getter> report::Json column(Getter Get) const {
    std::vector<uint64_t> Values;
    for (const study::IntervalFacts &F : In.Table.Intervals)
      Values.push_back(Get(F));
    return Numbers.add(Values);
  }

  /// Returns the vectors of pictures by thread. Otherwise each picture would
  /// read the vectors of all threads.
  Expected<std::map<uint32_t, std::vector<result::SignatureVector>>>
  vectors() const {
    std::map<uint32_t, std::vector<result::SignatureVector>> ByThread;
    for (result::SignatureKind Kind :
         {result::SignatureKind::Image, result::SignatureKind::MissImage,
          result::SignatureKind::FirstMissImage}) {
      Expected<std::vector<result::SignatureVector>> Found =
          P.Signatures.vectors(Kind);
      if (!Found)
        return Found.error();
      for (result::SignatureVector &V : *Found)
        ByThread[V.Thread].push_back(std::move(V));
    }
    return ByThread;
  }

  /// Returns (misses, site), most misses first, and the misses of sites that
  /// were not kept.
  std::pair<std::vector<std::pair<uint64_t, uint32_t>>, uint64_t>
  sitesOf(const study::IntervalSpan &Span) const {
    std::map<uint32_t, uint64_t> BySite;
    uint64_t Left = 0;
    for (size_t I = Span.First; I != Span.End; ++I) {
      const result::IntervalPlace &Place = P.Signatures.Places[I];
      for (const result::MissSite &M : std::ranges::equal_range(
               P.Signatures.MissSites, std::pair(Place.Thread, Place.Interval),
               {}, [](const result::MissSite &M) {
                 return std::pair(M.Thread, M.Interval);
               }))
        (M.Site < P.Sites.size() ? BySite[M.Site] : Left) += M.Misses;
    }
    std::vector<std::pair<uint64_t, uint32_t>> All;
    for (auto [Site, Misses] : BySite)
      All.emplace_back(Misses, Site);
    std::ranges::sort(All, [](const auto &A, const auto &B) {
      return A.first != B.first ? A.first > B.first : A.second < B.second;
    });
    return {All, Left};
  }
  report::Json siteJson(const result::CodeSite &S) const {
    return {{"text", report::shortPlace(P, S)},
            {"file", report::tableFile(P, S.File)},
            {"line", S.Line},
            {"write", S.Write}};
  }

  report::Json pictureJson(uint32_t Thread,
                           const study::AccessPicture &Picture) const {
    report::Json Bands = report::Json::array();
    for (const study::AccessBand &B : Picture.Bands) {
      std::vector<uint8_t> Dots;
      for (double D : B.Dots)
        Dots.push_back(roughly(uint64_t(std::llround(std::max(D, 0.0)))));
      Bands.push_back({{"name", B.Name}, {"dots", Numbers.addBytes(Dots)}});
    }
    std::vector<uint64_t> Interval, Begin, End;
    constexpr double Fine = 1000;
    for (const study::AccessSlice &S : Picture.Slices) {
      Interval.push_back(S.Interval);
      Begin.push_back(uint64_t(std::llround(S.Begin * Fine)));
      End.push_back(uint64_t(std::llround(S.End * Fine)));
    }
    return {{"thread", Thread},
            {"modulo", Picture.Modulo},
            {"rows", Picture.Rows},
            {"columns", Picture.Columns},
            {"bands", Bands},
            {"interval", Numbers.add(Interval)},
            {"begin", Numbers.add(Begin)},
            {"end", Numbers.add(End)}};
  }

  const study::PhaseInput &In;
  const study::PhaseStudy &Study;
  const result::Profile &P;
  PageNumbers &Numbers;
};

} // namespace

Expected<report::Json> intervalsPart(const study::PhaseInput &In,
                                     const study::PhaseStudy &Study,
                                     PageNumbers &Numbers) {
  IntervalColumns Columns(In, Study, Numbers);
  report::Json Part = Columns.facts();
  Part["sites"] = Columns.sites();
  Expected<report::Json> Strides = Columns.strides();
  if (!Strides)
    return Strides.error();
  Part["strides"] = std::move(*Strides);
  Part["similar"] = Columns.similar();
  Expected<report::Json> Pictures = Columns.pictures();
  if (!Pictures)
    return Pictures.error();
  Part["pictures"] = std::move(*Pictures);
  return Part;
}

} // namespace memfacet::html
