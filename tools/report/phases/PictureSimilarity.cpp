//===- PictureSimilarity.cpp - picture: distances of intervals ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/clustering/SimilarityMatrix.h"
#include "analysis/study/phases/IntervalView.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Columns.h"
#include "tools/report/phases/PhasePicture.h"
#include <algorithm>
#include <numeric>

namespace memfacet::report {

namespace {

constexpr double Side = 480, Left = 84, Top = 56, Strip = 8, Right = 116,
                 Bottom = 20;
constexpr size_t MostCells = 400;

/// The intervals of a thread, one after the other in the matrix.
struct Stretch {
  uint32_t Run = 0, Thread = 0;
  size_t Begin = 0, End = 0;
};

class SimilarityPicture : public PhasePicture {
public:
  SimilarityPicture(const PhaseReport &R, std::vector<size_t> Intervals)
      : R(R), M(study::similarityMatrix(R.Study.Points, std::move(Intervals),
                                        MostCells)) {
    for (size_t I = 0; I != M.Intervals.size(); ++I) {
      const study::IntervalFacts &F = facts(I);
      if (Stretches.empty() || Stretches.back().Run != F.Run ||
          Stretches.back().Thread != F.Thread)
        Stretches.push_back({F.Run, F.Thread, I, I});
      Stretches.back().End = I + 1;
    }
    White = M.quantile(0.98);
  }

  std::string text(const Terminal &Out) const override;
  std::string svg() const override;
  std::string json() const override;
  std::string csv() const override;
  std::optional<Raster> raster() const override;

private:
  const study::IntervalFacts &facts(size_t I) const {
    return R.In.Table.Intervals[M.Intervals[I]];
  }
  /// Returns the phase of most intervals in cell \p Cell.
  uint32_t phaseOf(const study::SimilarityMatrix &Matrix, size_t Cell) const {
    std::vector<size_t> Counts(R.Study.phases());
    for (size_t I = Matrix.begin(Cell); I != Matrix.begin(Cell + 1); ++I)
      ++Counts[R.Study.labels()[Matrix.Intervals[I]]];
    return uint32_t(std::ranges::max_element(Counts) - Counts.begin());
  }
  double likeness(const study::SimilarityMatrix &Matrix, size_t Row,
                  size_t Column) const {
    return White > 0 ? 1 - std::min(double(Matrix.at(Row, Column) / White), 1.0)
                     : 1;
  }
  std::string title() const {
    const Stretch &First = Stretches.front();
    return fmt::format("distance of {} intervals from each other{}, black: 0, "
                       "white: {:.3g} and "
                       "more",
                       M.Intervals.size(),
                       Stretches.size() == 1
                           ? " (" + threadText(R, First.Run, First.Thread) + ")"
                           : "",
                       White);
  }
  double place(size_t Interval) const {
    return Side * double(Interval) / double(M.Intervals.size());
  }
  std::string stretches() const;

  const PhaseReport &R;
  study::SimilarityMatrix M;
  std::vector<Stretch> Stretches;
  float White; ///< the distance that is drawn in white
};

std::optional<Raster> SimilarityPicture::raster() const {
  Raster Result(M.Cells, M.Cells);
  for (size_t Row = 0; Row != M.Cells; ++Row)
    for (size_t Column = 0; Column != M.Cells; ++Column)
      Result.set(Column, Row, greyOf(likeness(M, Row, Column)));
  return Result;
}

/// Draws where threads begin, and their names.
std::string SimilarityPicture::stretches() const {
  std::string Text;
  constexpr double LeastToName = 12;
  constexpr const char *Border = "stroke=\"#d55e00\" stroke-width=\"0.7\"";
  for (const Stretch &S : Stretches) {
    double Begin = place(S.Begin), End = place(S.End);
    if (S.Begin != 0)
      Text += svgLine(Left, Top + Begin, Left + Side, Top + Begin, Border) +
              svgLine(Left + Begin, Top, Left + Begin, Top + Side, Border);
    if (End - Begin >= LeastToName)
      Text += svgText(Left - Strip - 6, Top + (Begin + End) / 2 + 4, "end",
                      R.In.Runs.size() == 1
                          ? fmt::format("thread {}", S.Thread)
                          : fmt::format("{}: {}", S.Run + 1, S.Thread));
  }
  if (R.In.Runs.size() > 1)
    Text += svgText(Left - Strip - 6, Top - 8, "end", "run: thread");
  return Text;
}

std::string SimilarityPicture::svg() const {
  std::string Text = svgText(Left, 20, "start", title()) +
                     svgRaster(Left, Top, Side, Side, *raster());
  for (size_t Cell = 0; Cell != M.Cells;) {
    size_t End = Cell + 1;
    uint32_t Phase = phaseOf(M, Cell);
    while (End != M.Cells && phaseOf(M, End) == Phase)
      ++End;
    double Begin = place(M.begin(Cell)), Length = place(M.begin(End)) - Begin;
    std::string Colour = hexOf(phaseColour(Phase));
    Text += svgBox(Left + Begin, Top - Strip - 2, Length, Strip, Colour) +
            svgBox(Left - Strip - 2, Top + Begin, Strip, Length, Colour);
    Cell = End;
  }
  Text += svgFrame(Left, Top, Side, Side) + stretches() +
          svgPhases(Left + Side + 16, Top + 10, R);
  return svgDocument(Left + Side + Right, Top + Side + Bottom, Text);
}

std::string SimilarityPicture::text(const Terminal &Out) const {
  // A character is about twice as high as it is wide.
  size_t Width = Out.Width == 0 ? 100 : std::clamp<size_t>(Out.Width, 40, 160);
  study::SimilarityMatrix Small = study::similarityMatrix(
      R.Study.Points, M.Intervals, std::min<size_t>(Width / 2 - 2, 48));
  std::string Text = title() + "\n\n  ";
  for (size_t Cell = 0; Cell != Small.Cells; ++Cell)
    Text += std::string(2, phaseName(phaseOf(Small, Cell))[0]);
  Text += "\n";
  for (size_t Row = 0; Row != Small.Cells; ++Row) {
    Text += fmt::format("{} ", phaseName(phaseOf(Small, Row))[0]);
    for (size_t Column = 0; Column != Small.Cells; ++Column)
      Text += std::string(2, shadeOf(likeness(Small, Row, Column)));
    Text += "\n";
  }
  if (Stretches.size() > 1)
    for (const Stretch &S : Stretches)
      Text += fmt::format("from row {}: {}\n",
                          S.Begin * Small.Cells / M.Intervals.size() + 1,
                          threadText(R, S.Run, S.Thread));
  return Text;
}

std::string SimilarityPicture::json() const {
  Json Intervals = Json::array(), Rows = Json::array();
  for (size_t I = 0; I != M.Intervals.size(); ++I)
    Intervals.push_back(
        {{"run", facts(I).Run},
         {"thread", facts(I).Thread},
         {"interval", facts(I).Interval},
         {"phase", phaseName(R.Study.labels()[M.Intervals[I]])}});
  for (size_t Row = 0; Row != M.Cells; ++Row) {
    Json Cells = Json::array();
    for (size_t Column = 0; Column != M.Cells; ++Column)
      Cells.push_back(M.at(Row, Column));
    Rows.push_back(std::move(Cells));
  }
  Json Result = {{"schema", ReportSchemaVersion},
                 {"picture", pictureName(PictureKind::Similarity)},
                 {"intervals", std::move(Intervals)},
                 {"cells", M.Cells},
                 {"distances", std::move(Rows)}};
  return jsonText(Result, -1);
}

std::string SimilarityPicture::csv() const {
  std::string Text = csvLine({"row", "column", "distance"});
  for (size_t Row = 0; Row != M.Cells; ++Row)
    for (size_t Column = 0; Column != M.Cells; ++Column)
      Text += csvLine({fmt::format("{}", Row), fmt::format("{}", Column),
                       fmt::format("{:.6g}", M.at(Row, Column))});
  return Text;
}

} // namespace

MadePicture similarityPicture(const PhaseReport &R,
                              const PictureOptions &Options) {
  std::optional<uint32_t> Run = Options.Run, Thread = Options.Thread;
  if (Thread) {
    Expected<study::ThreadOfRun> Meant =
        study::selectedThread(R.In, Run, Thread);
    if (!Meant)
      return Meant.error();
    Run = Meant->Run;
  }
  std::vector<size_t> Intervals;
  for (size_t I = 0; I != R.In.Spans.size(); ++I)
    if (Run.value_or(R.In.Spans[I].Run) == R.In.Spans[I].Run &&
        Thread.value_or(R.In.Spans[I].Thread) == R.In.Spans[I].Thread)
      Intervals.push_back(I);
  if (Intervals.empty())
    return usageError("there is no run {}; runs are 1 to {}", *Run + 1,
                      R.In.Runs.size());
  return std::unique_ptr<PhasePicture>(
      new SimilarityPicture(R, std::move(Intervals)));
}

} // namespace memfacet::report
