//===- Columns.h - a report's columns, in all its forms -------------------===//
//
// A report is a list of rows and a list of columns. The columns are described
// once; the table for people, the JSON objects and the CSV lines follow from
// the description. To add a column to a report, add one element to its list.
//
//   std::vector<Column<WhyRow>> Columns = {
//       {"structure", "name", [](auto &R) { return R.Name; }},
//       {"misses", "misses", [](auto &R) { return R.Misses; },
//        [](auto &R) { return humanCount(R.Misses); }}};
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_FORMAT_COLUMNS_H
#define MEMFACET_REPORT_FORMAT_COLUMNS_H

#include "tools/report/format/Csv.h"
#include "tools/report/format/Table.h"
#include <functional>
#include <nlohmann/json.hpp>

namespace memfacet {

/// Keys in the order of insertion: the same profile gives the same bytes.
using Json = nlohmann::ordered_json;

template <typename Row> struct Column {
  /// Above the column of the table; empty: the column is not for people.
  std::string Header;
  /// Key in JSON and name in CSV; empty: the column is only for people.
  std::string Key;
  /// For programs: a string, a number, a boolean or null (not known).
  std::function<Json(const Row &)> Value;
  /// For people; absent: Value, as CSV has it.
  std::function<std::string(const Row &)> Text = {};
  /// Both as in TableColumn.
  TableColumn::Fit Fits = TableColumn::Fit::Always;
  unsigned Spare = 0;
};

template <typename Row> using Columns = std::vector<Column<Row>>;

/// \p Value as a cell of CSV: a string as it is, a boolean as 1 or 0, null as
/// nothing.
std::string csvCell(const Json &Value);

/// The report as JSON has it, indented, with a newline at its end. Names are
/// bytes and JSON is UTF-8: what is not valid is replaced.
std::string jsonText(const Json &Report);

/// The cells of \p R for people.
template <typename Row>
std::vector<std::string> textCells(const Columns<Row> &Cs, const Row &R) {
  std::vector<std::string> Cells;
  for (const Column<Row> &C : Cs)
    if (!C.Header.empty())
      Cells.push_back(C.Text ? C.Text(R) : csvCell(C.Value(R)));
  return Cells;
}

/// A table of the columns for people, without rows.
template <typename Row> Table emptyTable(const Columns<Row> &Cs) {
  Table T;
  for (const Column<Row> &C : Cs)
    if (!C.Header.empty())
      T.Columns.push_back({C.Header, C.Fits, C.Spare});
  return T;
}

/// Appends \p R to \p T, which emptyTable() made.
template <typename Row>
TableRow &addRow(Table &T, const Columns<Row> &Cs, const Row &R,
                 Style Look = Style::Plain) {
  T.Rows.push_back({textCells(Cs, R), Look, false});
  return T.Rows.back();
}

/// \p R as an object.
template <typename Row> Json jsonObject(const Columns<Row> &Cs, const Row &R) {
  Json J = Json::object();
  for (const Column<Row> &C : Cs)
    if (!C.Key.empty())
      J[C.Key] = C.Value(R);
  return J;
}

/// The header line of CSV.
template <typename Row> std::string csvHeader(const Columns<Row> &Cs) {
  CsvCells Cells;
  for (const Column<Row> &C : Cs)
    if (!C.Key.empty())
      Cells.push_back(C.Key);
  return csvLine(Cells);
}

/// \p R as a line of CSV.
template <typename Row>
std::string csvRow(const Columns<Row> &Cs, const Row &R) {
  CsvCells Cells;
  for (const Column<Row> &C : Cs)
    if (!C.Key.empty())
      Cells.push_back(csvCell(C.Value(R)));
  return csvLine(Cells);
}

/// Header and all \p Rows.
template <typename Rows, typename Row>
std::string csvText(const Columns<Row> &Cs, const Rows &All) {
  std::string Text = csvHeader(Cs);
  for (const Row &R : All)
    Text += csvRow(Cs, R);
  return Text;
}

} // namespace memfacet

#endif
