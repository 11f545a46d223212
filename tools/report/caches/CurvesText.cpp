//===- CurvesText.cpp - miss curves for people ----------------------------===//

#include "tools/report/caches/Curves.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/structures/TextReport.h"
#include <algorithm>

namespace memfacet {

namespace {

/// Structures whose knees are told, unless they are named.
constexpr size_t MostKnees = 5;
/// One touch in so many is too few for a structure's knees to matter.
constexpr uint64_t FewTouches = 1000;

std::string percent(uint64_t Ppm) {
  return fmt::format("±{:.{}f} %", double(Ppm) / 1e4, Ppm < 10'000 ? 2 : 1);
}

std::string methodLine(const Profile &P, const CurveModel &M) {
  const MissCurve &C = M.Total.Curve;
  std::string Caches = M.Scope == CurveScope::Shared
                           ? "one cache for all threads"
                       : P.Threads.size() > 1 ? "a cache for each thread"
                                              : "one cache";
  std::string How =
      M.Exact ? "exact"
              : fmt::format("from {} samples, {} with 95 % confidence",
                            humanCount(C.Samples), percent(C.ErrorPpm));
  return fmt::format("fully associative LRU, {}, {} B lines; {}", Caches,
                     M.LineBytes, How);
}

/// "32 KiB L1".
std::string sizeHeader(uint64_t Bytes, const CacheModel &Caches) {
  std::string Text = humanBytes(Bytes);
  for (const CacheLevel &L : Caches.Levels)
    if (L.Bytes == Bytes)
      Text += " " + L.Name;
  return Text;
}

/// Sum of rows that are not shown one by one.
CurveRow othersRow(const std::vector<const CurveRow *> &Left) {
  CurveRow Others;
  Others.Name = fmt::format("[{} others]", Left.size());
  for (const CurveRow *Row : Left) {
    MissCurve &Sum = Others.Curve;
    Sum.Compulsory += Row->Curve.Compulsory;
    Sum.Reuses.resize(std::max(Sum.Reuses.size(), Row->Curve.Reuses.size()));
    for (size_t B = 0; B != Row->Curve.Reuses.size(); ++B)
      Sum.Reuses[B] += Row->Curve.Reuses[B];
  }
  return Others;
}

class TableMaker {
public:
  TableMaker(const CurveModel &M, const CurveOptions &Options,
             const CacheModel &Caches)
      : M(M), Options(Options) {
    Result.Columns.push_back({"structure", TableColumn::Fit::CutEnd, 0});
    Result.Columns.push_back({"touches"});
    if (!M.Exact)
      Result.Columns.push_back({"error", TableColumn::Fit::Always, 1});
    for (uint64_t Bytes : Options.Sizes)
      Result.Columns.push_back({sizeHeader(Bytes, Caches)});
    Result.Columns.push_back({"compulsory"});
  }

  void add(const CurveRow &Row, Style Look = Style::Plain, bool Rule = false) {
    uint64_t All = Row.Curve.touches();
    auto Cell = [&](uint64_t Misses) {
      return Options.Counts ? humanCount(Misses) : humanRate(Misses, All);
    };
    TableRow To;
    To.Cells = {printable(Row.Name), humanCount(All)};
    if (!M.Exact)
      To.Cells.push_back(Row.Curve.ErrorPpm ? percent(Row.Curve.ErrorPpm) : "");
    for (uint64_t Bytes : Options.Sizes)
      To.Cells.push_back(Cell(missesAt(M, Row.Curve, Bytes)));
    To.Cells.push_back(Cell(Row.Curve.Compulsory));
    To.Look = Look, To.RuleBefore = Rule;
    Result.Rows.push_back(std::move(To));
  }

  Table Result;

private:
  const CurveModel &M;
  const CurveOptions &Options;
};

std::string tableText(const Profile &P, const CurveModel &M,
                      const CurveOptions &Options, const Terminal &Out) {
  TableMaker Maker(M, Options, P.Caches);
  std::vector<const CurveRow *> Shown = drawnRows(M, Options, Options.Top);
  std::vector<const CurveRow *> Left;
  for (const CurveRow *Row : Shown)
    Maker.add(*Row);
  for (const CurveRow &Row : M.Rows)
    if (std::ranges::find(Shown, &Row) == Shown.end())
      Left.push_back(&Row);
  if (!Left.empty())
    Maker.add(othersRow(Left), Style::Dim);
  Maker.add(M.Total, Style::Bold, true);
  return renderTable(Maker.Result, Out);
}

std::string kneeLines(const CurveModel &M, const CurveRow &Row,
                      const std::string &Name) {
  std::string Text;
  for (const Knee &K : knees(M, Row.Curve))
    Text +=
        fmt::format("{} needs {}: with {}, it misses {:.1f} %, from there "
                    "on {:.1f} %\n",
                    printable(Name), humanBytes(K.Bytes),
                    humanBytes(K.BelowBytes), 100 * K.Below, 100 * K.Beyond);
  return Text;
}

} // namespace

std::string curvesText(const Profile &P, const CurveModel &M,
                       const CurveOptions &Options, const Terminal &Out) {
  std::string Text = headerText(P, Out);
  Text += fmt::format("{:<13} {}\n\n", "curves", methodLine(P, M));
  Text += tableText(P, M, Options, Out);
  std::string Knees = kneeLines(M, M.Total, "the whole");
  std::vector<const CurveRow *> Told = drawnRows(M, Options, MostKnees);
  for (const CurveRow *Row : Told)
    if (!Options.Named.empty() ||
        Row->Curve.touches() * FewTouches >= M.Total.Curve.touches())
      Knees += kneeLines(M, *Row, Row->Name);
  if (!Knees.empty())
    Text += "\n" + Knees;
  if (!Options.Plot)
    return Text;
  Text += "\n" + curvePlot(M, M.Total, P.Caches, Out.Width);
  if (!Options.Named.empty())
    for (const CurveRow *Row : Told)
      Text += "\n" + curvePlot(M, *Row, P.Caches, Out.Width);
  return Text;
}

} // namespace memfacet
