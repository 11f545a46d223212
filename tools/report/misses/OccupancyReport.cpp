//===- OccupancyReport.cpp - what levels hold, over time ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/Check.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Canvas.h"
#include "tools/report/misses/DetailReports.h"
#include <algorithm>
#include <numeric>

namespace memfacet::report {

namespace {

using Fit = TableColumn::Fit;
using Curve = std::vector<uint64_t>; ///< lines by sample

/// The width of a curve on the terminal, in columns.
constexpr size_t Width = 40;

/// Returns the structures that \p Level holds at a sample. Outside a region of
/// interest, they do so without being counted.
std::set<uint32_t> heldStructures(const result::Profile &P, size_t Level) {
  std::set<uint32_t> Ids;
  for (const result::OccupancyRow &O : P.Memory.Occupancy)
    if (O.Level == Level && O.Sample != 0 && O.Lines != 0)
      Ids.insert(O.Structure);
  return Ids;
}

struct Curves {
  std::vector<Curve> ByRow;
  Curve Sum;
};

Curves curvesOf(const result::Profile &P, const std::vector<DetailRow> &Rows,
                size_t Level) {
  size_t Samples = 0;
  for (const result::OccupancyRow &O : P.Memory.Occupancy)
    Samples = std::max(Samples, size_t(O.Sample));
  Curves Result{std::vector<Curve>(Rows.size(), Curve(Samples)),
                Curve(Samples)};
  std::vector<size_t> RowOf = rowsOfStructures(P, Rows);
  for (const result::OccupancyRow &O : P.Memory.Occupancy) {
    if (O.Level != Level || O.Sample == 0 || RowOf[O.Structure] == Rows.size())
      continue;
    Result.ByRow[RowOf[O.Structure]][O.Sample - 1] += O.Lines;
    Result.Sum[O.Sample - 1] += O.Lines;
  }
  return Result;
}

uint64_t sumOf(const Curve &C) {
  return std::accumulate(C.begin(), C.end(), uint64_t(0));
}

/// A structure's curve, or a sum of curves.
struct CurveRow {
  std::string Name;
  const Curve &Lines;
};

/// \p Sum: the curve of all structures.
Columns<CurveRow> curveColumns(const Curve &Sum, uint64_t LineBytes) {
  auto Most = [](const Curve &C) {
    return C.empty() ? 0 : std::ranges::max(C);
  };
  return {
      forPeople(
          "structure", [](auto &R) { return R.Name; }, Fit::CutMiddle),
      forPeople("share",
                [=, All = sumOf(Sum)](auto &R) {
                  return humanRate(sumOf(R.Lines), All);
                }),
      forPeople("average",
                [=](auto &R) {
                  size_t Count = std::max<size_t>(R.Lines.size(), 1);
                  return humanBytes(sumOf(R.Lines) * LineBytes / Count);
                }),
      forPeople("most",
                [=](auto &R) { return humanBytes(Most(R.Lines) * LineBytes); }),
      forPeople(
          "over time",
          [=, All = double(Most(Sum))](auto &R) {
            return sparkline({R.Lines.begin(), R.Lines.end()}, All, Width);
          },
          Fit::Chart, 1)};
}

/// Returns the columns of a sample, for programs.
Columns<result::OccupancyRow> sampleColumns(const result::Profile &P) {
  return {forPrograms(
              "instructions",
              [&P](auto &O) { return O.Sample * P.Memory.OccupancyPeriod; }),
          forPrograms("level",
                      [&P](auto &O) { return P.Caches.Levels[O.Level].Name; }),
          forPrograms("name",
                      [&P](auto &O) { return P.Structures[O.Structure].Name; }),
          forPrograms("structure", [](auto &O) { return O.Structure; }),
          forPrograms("lines", [](auto &O) { return O.Lines; })};
}

} // namespace

std::string occupancyText(const result::Profile &P,
                          const DetailOptions &Options, const Terminal &Out) {
  MEMFACET_CHECK(P.Memory.Known, "the command says what to record");
  std::vector<DetailRow> Rows =
      detailRows(P, Options, heldStructures(P, Options.Level));
  Curves C = curvesOf(P, Rows, Options.Level);
  Columns<CurveRow> Cs = curveColumns(C.Sum, P.Caches.LineBytes);
  Table T = emptyTable(Cs);
  for (size_t I = 0; I != Rows.size(); ++I)
    addRow(T, Cs, {Rows[I].Title, C.ByRow[I]}, Rows[I].look());
  addTotal(T, Cs, {"TOTAL", C.Sum});
  return headerText(P, Out) +
         fmt::format("\n{}: what it holds, {} every {} instructions\n\n",
                     P.Caches.Levels[Options.Level].Name,
                     counted(C.Sum.size(), "sample"),
                     humanCount(P.Memory.OccupancyPeriod)) +
         renderTable(T, Out);
}

std::string occupancyJson(const result::Profile &P) {
  MEMFACET_CHECK(P.Memory.Known, "the command says what to record");
  return jsonText(
      {{"program", P.Program},
       {"caches", P.Caches.spec()},
       {"line_bytes", P.Caches.LineBytes},
       {"period", P.Memory.OccupancyPeriod},
       {"occupancy", jsonRows(sampleColumns(P), P.Memory.Occupancy)}});
}

std::string occupancyCsv(const result::Profile &P) {
  MEMFACET_CHECK(P.Memory.Known, "the command says what to record");
  return csvText(sampleColumns(P), P.Memory.Occupancy);
}

} // namespace memfacet::report
