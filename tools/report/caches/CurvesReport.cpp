//===- CurvesReport.cpp - miss curves as text, JSON and CSV ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/caches/Curves.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Units.h"
#include <algorithm>

namespace memfacet::report {

namespace {

/// The most structures whose knees are listed, unless the user named some.
constexpr size_t MostKnees = 5;
/// The knees of a structure are listed if it has at least one in this number of
/// touches.
constexpr uint64_t FewTouches = 1000;

/// Returns "12.5 %", or "12.5 ±0.3 %" with the farther end of the interval
/// \p I.
std::string rateText(uint64_t Misses, const result::MissInterval &I,
                     uint64_t Touches) {
  std::string Text = humanRate(Misses, Touches);
  uint64_t Error = std::max(Misses - I.Low, I.High - Misses);
  if (Error == 0 || Touches == 0)
    return Text;
  std::string Unit = " %";
  if (Text.ends_with(Unit))
    Text.resize(Text.size() - Unit.size());
  return fmt::format("{} ±{}", Text, humanRate(Error, Touches));
}

std::string methodLine(const result::Profile &P, const CurveModel &M) {
  const result::MissCurve &C = M.Total.Curve;
  std::string Caches = M.Scope == result::CurveScope::Shared
                           ? "one cache for all threads"
                       : P.Threads.size() > 1 ? "a cache for each thread"
                                              : "one cache";
  std::string Method =
      M.Exact ? "exact"
              : fmt::format("from {} touches of chosen lines, ± holds with "
                            "95 % confidence",
                            humanCount(C.Samples));
  return fmt::format("fully associative LRU, {}, {} B lines; {}", Caches,
                     M.LineBytes, Method);
}

/// Returns "32 KiB L1".
std::string sizeHeader(uint64_t Bytes, const caches::CacheModel &Caches) {
  std::string Text = humanBytes(Bytes);
  for (const caches::CacheLevel &L : Caches.Levels)
    if (L.Bytes == Bytes)
      Text += " " + L.Name;
  return Text;
}

/// Returns the sum of rows that are not shown one by one.
NamedCurve othersRow(const std::vector<const NamedCurve *> &Left) {
  NamedCurve Rest;
  Rest.Name = Rest.Title = fmt::format("[{} others]", Left.size());
  for (const NamedCurve *Row : Left) {
    result::MissCurve &Sum = Rest.Curve;
    Sum.Compulsory += Row->Curve.Compulsory;
    Sum.Reuses.resize(std::max(Sum.Reuses.size(), Row->Curve.Reuses.size()));
    for (size_t B = 0; B != Row->Curve.Reuses.size(); ++B)
      Sum.Reuses[B] += Row->Curve.Reuses[B];
  }
  return Rest;
}

/// A curve; in CSV, at one size.
struct ShownCurve {
  const NamedCurve &Row;
  uint64_t Bytes = 0;

  const result::MissCurve &curve() const { return Row.Curve; }
};

Json kneesJson(const CurveModel &M, const result::MissCurve &C) {
  Json List = Json::array();
  for (const Knee &K : knees(M, C))
    List.push_back({{"bytes", K.Bytes},
                    {"ratio", K.Ratio},
                    {"below_bytes", K.BelowBytes},
                    {"below_ratio", K.BelowRatio}});
  return List;
}

Json pointsJson(const CurveModel &M, const result::MissCurve &C,
                const std::vector<uint64_t> &Sizes) {
  Json List = Json::array();
  for (uint64_t Bytes : Sizes)
    List.push_back({{"bytes", Bytes},
                    {"misses", missesAt(M, C, Bytes)},
                    {"low", intervalAt(M, C, Bytes).Low},
                    {"high", intervalAt(M, C, Bytes).High}});
  return List;
}

/// Returns the columns that identify a curve.
Columns<ShownCurve> nameColumns(const CurveModel &M) {
  return {
      {.Header = "structure",
       .Key = "name",
       .Value = [](auto &R) { return R.Row.Name; },
       .Text = [](auto &R) { return R.Row.Title; },
       .Fits = TableColumn::Fit::CutMiddle,
       .CsvKey = "structure"},
      forJson("structure",
              [](auto &R) {
                return R.Row.Structure.valid() ? Json(R.Row.Structure.Value)
                                               : leftOut();
              }),
      forCsv("id", [](auto &R) { return R.Row.Structure.Value; }),
      forCsv("scope", [&M](auto &) { return result::curveScopeName(M.Scope); }),
      forCsv("bytes", [](auto &R) { return R.Bytes; })};
}

/// \p M and \p Options outlive the columns.
Columns<ShownCurve> curveColumns(const CurveModel &M,
                                 const CurveOptions &Options,
                                 const caches::CacheModel &Caches) {
  auto Cell = [&Options](const ShownCurve &R, uint64_t Misses,
                         const result::MissInterval &I) {
    return Options.Counts ? humanCount(Misses)
                          : rateText(Misses, I, R.curve().touches());
  };
  Columns<ShownCurve> Cs = nameColumns(M);
  addColumns<ShownCurve>(
      Cs,
      {countColumn("touches", "touches",
                   [](auto &R) { return R.curve().touches(); }),
       forCsv("misses",
              [&M](auto &R) { return missesAt(M, R.curve(), R.Bytes); }),
       forCsv("low",
              [&M](auto &R) { return intervalAt(M, R.curve(), R.Bytes).Low; }),
       forCsv("high",
              [&M](auto &R) { return intervalAt(M, R.curve(), R.Bytes).High; }),
       forJson("compulsory", [](auto &R) { return R.curve().Compulsory; }),
       forJson("samples", [](auto &R) { return R.curve().Samples; })});
  for (uint64_t Bytes : Options.Sizes)
    Cs.push_back(
        forPeople(sizeHeader(Bytes, Caches), [&M, Cell, Bytes](auto &R) {
          return Cell(R, missesAt(M, R.curve(), Bytes),
                      intervalAt(M, R.curve(), Bytes));
        }));
  addColumns<ShownCurve>(
      Cs, {forPeople("compulsory",
                     [Cell](auto &R) {
                       return Cell(R, R.curve().Compulsory,
                                   R.curve().interval(result::DistanceBuckets));
                     }),
           forJson("knees", [&M](auto &R) { return kneesJson(M, R.curve()); }),
           forJson("points", [&](auto &R) {
             return pointsJson(M, R.curve(), Options.Sizes);
           })});
  return Cs;
}

std::string tableText(const result::Profile &P, const CurveModel &M,
                      const CurveOptions &Options, const Terminal &Out) {
  Columns<ShownCurve> Cs = curveColumns(M, Options, P.Caches);
  Table T = emptyTable(Cs);
  std::vector<const NamedCurve *> Shown = drawnRows(M, Options, Options.Top);
  std::vector<const NamedCurve *> Left;
  for (const NamedCurve *Row : Shown)
    addRow(T, Cs, {*Row});
  for (const NamedCurve &Row : M.Rows)
    if (std::ranges::find(Shown, &Row) == Shown.end())
      Left.push_back(&Row);
  NamedCurve Rest = othersRow(Left);
  if (!Left.empty())
    addRow(T, Cs, {Rest}, Style::Dim);
  addTotal(T, Cs, {M.Total});
  return renderTable(T, Out);
}

std::string kneeLines(const CurveModel &M, const NamedCurve &Row,
                      const std::string &Name) {
  std::string Text;
  for (const Knee &K : knees(M, Row.Curve))
    Text += fmt::format("{} needs {}: with {}, it misses {:.1f} %, from there "
                        "on {:.1f} %\n",
                        printable(Name), humanBytes(K.Bytes),
                        humanBytes(K.BelowBytes), 100 * K.BelowRatio,
                        100 * K.Ratio);
  return Text;
}

} // namespace

std::string curvesText(const result::Profile &P, const CurveModel &M,
                       const CurveOptions &Options, const Terminal &Out) {
  std::string Text = headerText(P, Out);
  Text += fmt::format("{:<13} {}\n\n", "curves", methodLine(P, M));
  Text += tableText(P, M, Options, Out);
  std::string Knees = kneeLines(M, M.Total, "the whole");
  std::vector<const NamedCurve *> Listed = drawnRows(M, Options, MostKnees);
  for (const NamedCurve *Row : Listed)
    if (!Options.Named.empty() ||
        Row->Curve.touches() * FewTouches >= M.Total.Curve.touches())
      Knees += kneeLines(M, *Row, Row->Title);
  if (!Knees.empty())
    Text += "\n" + Knees;
  if (!Options.Plot)
    return Text;
  Text += "\n" + curvePlot(M, M.Total, P.Caches, Out.Width);
  if (!Options.Named.empty())
    for (const NamedCurve *Row : Listed)
      Text += "\n" + curvePlot(M, *Row, P.Caches, Out.Width);
  return Text;
}

std::string curvesJson(const result::Profile &P, const CurveModel &M,
                       const CurveOptions &Options) {
  Columns<ShownCurve> Cs = curveColumns(M, Options, P.Caches);
  Json List = Json::array();
  size_t All = M.Rows.size();
  for (const NamedCurve *Row : drawnRows(M, Options, All))
    List.push_back(jsonObject(Cs, {*Row}));
  Json J = jsonHead(P);
  J["scope"] = result::curveScopeName(M.Scope);
  J["exact"] = M.Exact;
  J["line_bytes"] = M.LineBytes;
  J["total"] = jsonObject(Cs, {M.Total});
  J["structures"] = std::move(List);
  return jsonText(J);
}

std::string curvesCsv(const CurveModel &M, const CurveOptions &Options) {
  Columns<ShownCurve> Cs = curveColumns(M, Options, {});
  std::string Text = csvHeader(Cs);
  size_t All = M.Rows.size();
  for (const NamedCurve *Row : drawnRows(M, Options, All))
    for (uint64_t Bytes : Options.Sizes)
      Text += csvRow(Cs, {*Row, Bytes});
  return Text;
}

} // namespace memfacet::report
