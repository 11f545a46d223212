//===- PictureCurves.cpp - the data of pictures of phases -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/phases/PictureCurves.h"
#include "memfacet/Check.h"
#include <algorithm>

namespace memfacet::study {

namespace {

size_t groupsOf(size_t Count, size_t Most) {
  return (Count + Most - 1) / std::max<size_t>(Most, 1);
}

class PictureMaker {
public:
  PictureMaker(const PhaseInput &In, uint32_t Run, uint32_t Thread,
               uint64_t Modulo)
      : P(In.Runs[Run]), Run(Run), Modulo(Modulo) {
    Picture.Modulo = Modulo ? Modulo : P.Signatures.Shape.Modulo;
    for (size_t I = 0; I != In.Spans.size(); ++I)
      if (In.Spans[I].Run == Run && In.Spans[I].Thread == Thread) {
        Spans.push_back(In.Spans[I]);
        Picture.Slices.push_back({I, 0, 0});
      }
  }

  Expected<AccessPicture> make(size_t MostRows, size_t MostColumns) {
    const result::IntervalSignatures &S = P.Signatures;
    // MissImage of the first level serves as FirstMissImage.
    result::SignatureKind FirstKind =
        !S.has(result::SignatureKind::FirstMissImage) && S.Shape.MissLevel == 0
            ? result::SignatureKind::MissImage
            : result::SignatureKind::FirstMissImage;
    bool HasFirst = S.has(FirstKind),
         HasFurther =
             S.has(result::SignatureKind::MissImage) && S.Shape.MissLevel > 0;
    if (Status Added =
            add("loads", result::SignatureKind::Image, MostRows, MostColumns);
        !Added)
      return Added.error();
    if (HasFirst)
      if (Status Added = add("L1 misses", FirstKind, MostRows, MostColumns);
          !Added)
        return Added.error();
    if (HasFurther)
      if (Status Added =
              add(fmt::format("L{} misses", S.Shape.MissLevel + 1),
                  result::SignatureKind::MissImage, MostRows, MostColumns);
          !Added)
        return Added.error();
    if (HasFirst && HasFurther)
      takeAway(Picture.Bands[1], Picture.Bands[2], true);
    if (HasFirst)
      takeHits();
    for (AccessBand &B : Picture.Bands)
      if (!B.Dots.empty())
        B.Most = *std::ranges::max_element(B.Dots);
    return std::move(Picture);
  }

private:
  Status add(std::string Name, result::SignatureKind Kind, size_t MostRows,
             size_t MostColumns) {
    size_t Columns = 0, Begin = 0;
    for (const IntervalSpan &S : Spans)
      Columns += pictureColumns(P, S);
    size_t ColumnGroup = std::max<size_t>(groupsOf(Columns, MostColumns), 1);
    Picture.Columns = groupsOf(Columns, ColumnGroup);
    AccessBand Band{std::move(Name), {}};
    auto Add = [&](size_t I, const SpanPicture &Piece) {
      size_t Rows = Piece.Rows,
             RowGroup = std::max<size_t>(groupsOf(Rows, MostRows), 1);
      Picture.Rows = groupsOf(Rows, RowGroup);
      Band.Dots.resize(Picture.Columns * Picture.Rows);
      Picture.Slices[I].Begin = double(Begin) / double(ColumnGroup);
      for (size_t D = 0; D != Piece.Dots.size(); ++D)
        Band.Dots[D % Rows / RowGroup * Picture.Columns +
                  (Begin + D / Rows) / ColumnGroup] += double(Piece.Dots[D]);
      Begin += Piece.Columns;
      Picture.Slices[I].End = double(Begin) / double(ColumnGroup);
    };
    if (Status Visited = visitPictures(P, Run, Spans, Kind, Modulo, Add);
        !Visited)
      return Visited;
    Picture.Bands.push_back(std::move(Band));
    return {};
  }
  static void takeAway(AccessBand &Target, const AccessBand &Removed,
                       bool Named) {
    MEMFACET_CHECK(Target.Dots.size() == Removed.Dots.size(),
                   "all bands of a picture have the same rows and columns");
    for (size_t I = 0; I != Target.Dots.size(); ++I)
      Target.Dots[I] = std::max(Target.Dots[I] - Removed.Dots[I], 0.0);
    if (Named)
      Target.Name += ", not " + Removed.Name;
  }
  void takeHits() {
    for (size_t B = 1; B != Picture.Bands.size(); ++B)
      takeAway(Picture.Bands[0], Picture.Bands[B], false);
    Picture.Bands[0].Name = "hits";
  }

  const result::Profile &P;
  uint32_t Run;
  uint64_t Modulo;
  std::vector<IntervalSpan> Spans;
  AccessPicture Picture;
};

} // namespace

Expected<AccessPicture> accessPicture(const PhaseInput &In, uint32_t Run,
                                      uint32_t Thread, uint64_t Modulo,
                                      size_t MostRows, size_t MostColumns) {
  MEMFACET_CHECK(Run < In.Runs.size(),
                 "the command has chosen one of the runs");
  if (!In.Runs[Run].Signatures.has(result::SignatureKind::Image))
    return makeError("the profile of '{}' has no picture of its accesses; "
                     "record it with --phases=image,first-miss-image,"
                     "miss-image",
                     In.Runs[Run].Program);
  return PictureMaker(In, Run, Thread, Modulo).make(MostRows, MostColumns);
}

std::vector<Ribbon> ribbonsOf(const IntervalTable &Table,
                              std::span<const uint32_t> Labels, uint64_t Gap) {
  MEMFACET_CHECK(Labels.size() >= Table.Intervals.size(),
                 "each interval has a phase");
  std::vector<Ribbon> All;
  for (size_t I = 0; I != Table.Intervals.size(); ++I) {
    const IntervalFacts &F = Table.Intervals[I];
    if (All.empty() || All.back().Run != F.Run || All.back().Thread != F.Thread)
      All.push_back({F.Run, F.Thread, {}});
    std::vector<RibbonPiece> &Pieces = All.back().Pieces;
    if (!Pieces.empty() && Pieces.back().Phase == Labels[I] &&
        F.ProcessBegin <= Pieces.back().End + Gap)
      Pieces.back().End = F.ProcessEnd;
    else
      Pieces.push_back({F.ProcessBegin, F.ProcessEnd, Labels[I]});
  }
  return All;
}

uint64_t processEnd(const IntervalTable &Table) {
  uint64_t End = 1;
  for (const IntervalFacts &I : Table.Intervals)
    End = std::max(End, I.ProcessEnd);
  return End;
}

std::vector<std::optional<double>> metricOverTime(const IntervalTable &Table,
                                                  const Metric &M, uint32_t Run,
                                                  size_t Bins, uint64_t End) {
  MEMFACET_CHECK(Bins != 0 && End != 0, "a bin has a length");
  std::vector<double> Parts(Bins), Wholes(Bins);
  double PerBin = double(End) / double(Bins);
  for (const IntervalFacts &I : Table.Intervals) {
    if (I.Run != Run || I.ProcessEnd <= I.ProcessBegin)
      continue;
    double BeginBin = double(I.ProcessBegin) / PerBin,
           EndBin = double(I.ProcessEnd) / PerBin;
    for (auto B = size_t(BeginBin); B < Bins && double(B) < EndBin; ++B) {
      double Share =
          (std::min(EndBin, double(B + 1)) - std::max(BeginBin, double(B))) /
          (EndBin - BeginBin);
      Parts[B] += Share * M.numerator(I);
      Wholes[B] += Share * M.denominator(I);
    }
  }
  std::vector<std::optional<double>> Values(Bins);
  for (size_t B = 0; B != Bins; ++B)
    if (Wholes[B] > 0)
      Values[B] = Parts[B] / Wholes[B];
  return Values;
}

} // namespace memfacet::study
