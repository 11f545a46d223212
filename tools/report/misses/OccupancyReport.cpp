//===- OccupancyReport.cpp - what levels hold, over time ------------------===//

#include "tools/report/misses/OccupancyReport.h"
#include "tools/report/format/Csv.h"
#include "tools/report/format/Sparkline.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/structures/TextReport.h"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace memfacet {

namespace {

using Fit = TableColumn::Fit;
using Json = nlohmann::ordered_json;
using Curve = std::vector<uint64_t>; ///< lines by sample

/// Columns of a curve on the terminal.
constexpr size_t Width = 40;

struct Curves {
  std::vector<Curve> ByRow;
  Curve Sum;
};

Curves curvesOf(const Profile &P, const std::vector<DetailRow> &Rows,
                size_t Level) {
  size_t Samples = 0;
  for (const OccupancyRow &O : P.Memory.Occupancy)
    Samples = std::max(Samples, size_t(O.Sample));
  Curves Result{std::vector<Curve>(Rows.size(), Curve(Samples)),
                Curve(Samples)};
  std::vector<size_t> RowOf(P.Structures.size(), Rows.size());
  for (size_t Row = 0; Row != Rows.size(); ++Row)
    for (uint32_t Id : Rows[Row].Members)
      RowOf[Id] = Row;
  for (const OccupancyRow &O : P.Memory.Occupancy) {
    if (O.Level != Level || O.Sample == 0 || RowOf[O.Structure] == Rows.size())
      continue;
    Result.ByRow[RowOf[O.Structure]][O.Sample - 1] += O.Lines;
    Result.Sum[O.Sample - 1] += O.Lines;
  }
  return Result;
}

uint64_t sumOf(const Curve &C) {
  uint64_t Sum = 0;
  for (uint64_t Lines : C)
    Sum += Lines;
  return Sum;
}

TableRow tableRow(const std::string &Name, const Curve &C, const Curve &All,
                  uint64_t Most, uint64_t LineBytes) {
  uint64_t Sum = sumOf(C);
  TableRow Row;
  Row.Cells = {printable(Name), humanRate(Sum, sumOf(All)),
               humanBytes(C.empty() ? 0 : Sum * LineBytes / C.size()),
               humanBytes(C.empty() ? 0 : std::ranges::max(C) * LineBytes),
               sparkline({C.begin(), C.end()}, double(Most), Width)};
  return Row;
}

} // namespace

std::string occupancyText(const Profile &P, const DetailOptions &Options,
                          const Terminal &Out) {
  std::vector<DetailRow> Rows = detailRows(P, Options);
  Curves C = curvesOf(P, Rows, Options.Level);
  uint64_t Most = C.Sum.empty() ? 0 : std::ranges::max(C.Sum);
  Table T;
  T.Columns = {{"structure", Fit::CutEnd, 0},
               {"share", Fit::Always, 0},
               {"average", Fit::Always, 0},
               {"most", Fit::Always, 0},
               {"over time", Fit::CutEnd, 1}};
  for (size_t I = 0; I != Rows.size(); ++I) {
    T.Rows.push_back(
        tableRow(Rows[I].Name, C.ByRow[I], C.Sum, Most, P.Caches.LineBytes));
    if (Rows[I].Members.size() > 1)
      T.Rows.back().Look = Style::Dim;
  }
  T.Rows.push_back(tableRow("TOTAL", C.Sum, C.Sum, Most, P.Caches.LineBytes));
  T.Rows.back().RuleBefore = true;
  T.Rows.back().Look = Style::Bold;
  return headerText(P, Out) +
         fmt::format("\n{}: what it holds, {} every {} instructions\n\n",
                     P.Caches.Levels[Options.Level].Name,
                     counted(C.Sum.size(), "sample"),
                     humanCount(P.Memory.OccupancyPeriod)) +
         renderTable(T, Out);
}

std::string occupancyJson(const Profile &P) {
  Json Samples = Json::array();
  for (const OccupancyRow &O : P.Memory.Occupancy)
    Samples.push_back({{"instructions", O.Sample * P.Memory.OccupancyPeriod},
                       {"level", P.Caches.Levels[O.Level].Name},
                       {"name", P.Structures[O.Structure].Name},
                       {"structure", O.Structure},
                       {"lines", O.Lines}});
  Json J = {{"program", P.Program},
            {"caches", P.Caches.spec()},
            {"line_bytes", P.Caches.LineBytes},
            {"period", P.Memory.OccupancyPeriod},
            {"occupancy", std::move(Samples)}};
  return J.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string occupancyCsv(const Profile &P) {
  std::string Text =
      csvLine({"instructions", "level", "name", "structure", "lines"});
  for (const OccupancyRow &O : P.Memory.Occupancy)
    Text +=
        csvLine({fmt::format("{}", O.Sample * P.Memory.OccupancyPeriod),
                 P.Caches.Levels[O.Level].Name, P.Structures[O.Structure].Name,
                 fmt::format("{}", O.Structure), fmt::format("{}", O.Lines)});
  return Text;
}

} // namespace memfacet
