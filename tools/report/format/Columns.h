//===- Columns.h - the columns of a report, for every output form ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A report is a list of rows and a list of columns. Each column is described
// once. The table for people, the JSON objects and the CSV lines follow from
// the description. To add a column to a report, add one element to its list.
//
//   Columns<WhyRow> Cs = {
//       {"structure", "name", [](auto &R) { return R.Name; }},
//       countColumn("misses", "misses", [](auto &R) { return R.Misses; }),
//       forPeople("share", [](auto &R) { return percent(R); }),
//       forJson("sites", [](auto &R) { return sitesJson(R); })};
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_FORMAT_COLUMNS_H
#define MEMFACET_REPORT_FORMAT_COLUMNS_H

#include "memfacet/Check.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/support/ShortName.h"
#include <fmt/format.h>
#include <functional>
#include <nlohmann/json.hpp>

namespace memfacet::report {

/// Keys in the order of insertion: the same profile gives the same bytes.
using Json = nlohmann::ordered_json;

using CsvCells = std::vector<std::string>;
/// Returns one line of CSV. Cells are quoted where RFC 4180 requires it.
/// Control characters but newlines and tabs are question marks; what a
/// spreadsheet would take for a formula has an apostrophe in front.
std::string csvLine(const CsvCells &Row);

/// The output forms for programs that have a column.
enum class Forms { JsonAndCsv, Json, Csv };

template <typename Row> struct Column {
  /// The heading in the table; empty: the column is not for people, unless it
  /// has no Key.
  std::string Header = {};
  /// Key in JSON and name in CSV; empty: the column is only for people.
  std::string Key = {};
  /// For programs: a string, a number, a boolean or null (not known); an array
  /// or an object in JSON only.
  std::function<Json(const Row &)> Value = {};
  /// The cell for people; absent: Value, as CSV has it.
  std::function<std::string(const Row &)> Text = {};
  /// Fits and Spare: see TableColumn.
  TableColumn::Fit Fits = TableColumn::Fit::Always;
  unsigned Spare = 0;
  /// Which forms have the Key.
  Forms In = Forms::JsonAndCsv;
  /// The name in CSV; empty: Key.
  std::string CsvKey = {};
  /// The cell in CSV; absent: Value.
  std::function<std::string(const Row &)> Cell = {};

  bool isForPeople() const { return !Header.empty() || Key.empty(); }
  bool isInJson() const { return !Key.empty() && In != Forms::Csv; }
  bool isInCsv() const { return !Key.empty() && In != Forms::Json; }
};

template <typename Row> using Columns = std::vector<Column<Row>>;

/// A column whose functions take a row of any type.
template <typename Setter> struct ColumnOfAnyRow {
  Setter Set;
  template <typename Row> operator Column<Row>() const {
    Column<Row> C;
    Set(C);
    return C;
  }
};

template <typename TextOf>
auto forPeople(std::string Header, TextOf Text,
               TableColumn::Fit Fits = TableColumn::Fit::Always,
               unsigned Spare = 0) {
  return ColumnOfAnyRow{[=](auto &C) {
    C.Header = Header, C.Text = Text, C.Fits = Fits, C.Spare = Spare;
  }};
}

template <typename ValueOf>
auto forPrograms(std::string Key, ValueOf Value, Forms In = Forms::JsonAndCsv) {
  return ColumnOfAnyRow{
      [=](auto &C) { C.Key = Key, C.Value = Value, C.In = In; }};
}

template <typename ValueOf> auto forJson(std::string Key, ValueOf Value) {
  return forPrograms(std::move(Key), std::move(Value), Forms::Json);
}

template <typename ValueOf> auto forCsv(std::string Key, ValueOf Value) {
  return forPrograms(std::move(Key), std::move(Value), Forms::Csv);
}

/// Makes a column of a count: for people with three digits, for programs with
/// all.
template <typename CountOf>
auto countColumn(std::string Header, std::string Key, CountOf Count,
                 unsigned Spare = 0) {
  return ColumnOfAnyRow{[=](auto &C) {
    C.Header = Header, C.Key = Key, C.Value = Count, C.Spare = Spare;
    C.Text = [Count](auto &R) { return humanCount(Count(R)); };
  }};
}

/// Makes a column of a name: for people short and printable, and cut where the
/// terminal is narrow.
template <typename NameOf>
auto nameColumn(std::string Header, std::string Key, NameOf Name,
                std::string CsvKey = "", unsigned Spare = 0) {
  return ColumnOfAnyRow{[=](auto &C) {
    C.Header = Header, C.Key = Key, C.CsvKey = CsvKey, C.Value = Name;
    C.Text = [Name](auto &R) { return printable(shortName(Name(R))); };
    C.Fits = TableColumn::Fit::CutMiddle, C.Spare = Spare;
  }};
}

/// Returns a function that gives the \p Text of a row, but "" for a sum, which
/// has a name in R.Sum.
template <typename TextOf> auto unlessSum(TextOf Text) {
  return [Text](const auto &R) {
    return R.Sum.empty() ? std::string(Text(R)) : std::string();
  };
}
/// Returns the same, but R.Sum for a sum.
template <typename TextOf> auto orSum(TextOf Text) {
  return [Text](const auto &R) {
    return R.Sum.empty() ? std::string(Text(R)) : R.Sum;
  };
}

/// Leaves a key out of an object, where a column's Value returns it.
inline Json leftOut() { return Json(Json::value_t::discarded); }

/// Returns \p Value as a cell of CSV: a string as it is, a boolean as 1 or 0,
/// null as nothing, a whole number without a fraction.
std::string csvCell(const Json &Value);

/// Returns \p Report as text that ends with a newline. A negative \p Indent
/// puts all of it on one line. Names are bytes and JSON is UTF-8: what is not
/// valid is replaced, and what would drive a terminal is written by its number.
std::string jsonText(const Json &Report, int Indent = 2);

/// Returns the cells of \p R for people.
template <typename Row>
std::vector<std::string> textCells(const Columns<Row> &Cs, const Row &R) {
  std::vector<std::string> Cells;
  for (const Column<Row> &C : Cs)
    if (C.isForPeople()) {
      MEMFACET_CHECK(C.Text || C.Value, "a column for people has a text");
      Cells.push_back(C.Text ? C.Text(R) : csvCell(C.Value(R)));
    }
  return Cells;
}

/// Returns a table of the columns for people, without rows.
template <typename Row> Table emptyTable(const Columns<Row> &Cs) {
  Table T;
  for (const Column<Row> &C : Cs)
    if (C.isForPeople())
      T.Columns.push_back({C.Header, C.Fits, C.Spare});
  return T;
}

/// Appends \p R to \p T, which emptyTable() made.
template <typename Row>
TableRow &addRow(Table &T, const Columns<Row> &Cs, const Row &R,
                 Style Look = Style::Plain) {
  T.Rows.push_back({textCells(Cs, R), Look, false});
  MEMFACET_CHECK(T.Rows.back().Cells.size() <= T.Columns.size(),
                 "emptyTable made the table of these columns");
  return T.Rows.back();
}

/// Returns \p R as an object.
template <typename Row> Json jsonObject(const Columns<Row> &Cs, const Row &R) {
  Json J = Json::object();
  for (const Column<Row> &C : Cs)
    if (C.isInJson()) {
      MEMFACET_CHECK(C.Value, "a column of JSON has a value");
      if (Json Value = C.Value(R); !Value.is_discarded())
        J[C.Key] = std::move(Value);
    }
  return J;
}

/// Appends the total \p R, below a rule.
template <typename Row>
void addTotal(Table &T, const Columns<Row> &Cs, const Row &R) {
  addRow(T, Cs, R, Style::Bold).RuleBefore = true;
}

/// Appends the first \p Top of \p Parts and, as one row, the sum of the others.
/// \p Show(Part, Name) makes a row, with a name if it is the sum;
/// \p Add(Sum, Part) adds.
template <typename Row, typename Part, typename Shown, typename AddTo>
void addFirst(Table &T, const Columns<Row> &Cs, const std::vector<Part> &Parts,
              size_t Top, Shown Show, AddTo Add, Part Sum = {}) {
  for (size_t I = 0; I != Parts.size(); ++I)
    if (I < Top)
      addRow<Row>(T, Cs, Show(Parts[I], ""));
    else
      Add(Sum, Parts[I]);
  if (Parts.size() > Top)
    addRow<Row>(T, Cs,
                Show(Sum, fmt::format("[{} others]", Parts.size() - Top)));
}

/// Returns \p P if it is a row, else a row that begins with it.
template <typename Row, typename Part> decltype(auto) rowOf(const Part &P) {
  if constexpr (std::is_same_v<Row, Part>)
    return (P);
  else
    return Row{P};
}

/// Returns a table of \p All: rows, or what rows begin with.
template <typename Rows, typename Row>
Table tableOf(const Columns<Row> &Cs, Rows &&All) {
  Table T = emptyTable(Cs);
  for (const auto &R : All)
    addRow(T, Cs, rowOf<Row>(R));
  return T;
}

/// Returns \p All as an array of objects.
template <typename Rows, typename Row>
Json jsonRows(const Columns<Row> &Cs, Rows &&All) {
  Json List = Json::array();
  for (const auto &R : All)
    List.push_back(jsonObject(Cs, rowOf<Row>(R)));
  return List;
}

/// Returns the header line of CSV.
template <typename Row> std::string csvHeader(const Columns<Row> &Cs) {
  CsvCells Cells;
  for (const Column<Row> &C : Cs)
    if (C.isInCsv())
      Cells.push_back(C.CsvKey.empty() ? C.Key : C.CsvKey);
  return csvLine(Cells);
}

/// Returns \p R as a line of CSV.
template <typename Row>
std::string csvRow(const Columns<Row> &Cs, const Row &R) {
  CsvCells Cells;
  for (const Column<Row> &C : Cs)
    if (C.isInCsv()) {
      MEMFACET_CHECK(C.Cell || C.Value, "a column of CSV has a cell");
      Cells.push_back(C.Cell ? C.Cell(R) : csvCell(C.Value(R)));
    }
  return csvLine(Cells);
}

/// Returns the header, and \p All as lines.
template <typename Rows, typename Row>
std::string csvText(const Columns<Row> &Cs, Rows &&All) {
  std::string Text = csvHeader(Cs);
  for (const auto &R : All)
    Text += csvRow(Cs, rowOf<Row>(R));
  return Text;
}

/// Appends \p More to \p Target.
template <typename Row>
void addColumns(Columns<Row> &Target, const Columns<Row> &More) {
  Target.insert(Target.end(), More.begin(), More.end());
}

/// Returns the columns \p Cs of a part of a row as columns of the row, in each
/// form that has them.
template <typename Row, typename Part, typename GetPart>
Columns<Row> partColumns(const Columns<Part> &Cs, GetPart Get) {
  Columns<Row> Result;
  for (const Column<Part> &C : Cs) {
    auto Adapt = [Get](const auto &Function) {
      using Answer = decltype(Function(std::declval<const Part &>()));
      std::function<Answer(const Row &)> Adapted;
      if (Function)
        Adapted = [Function, Get](const Row &R) { return Function(Get(R)); };
      return Adapted;
    };
    Result.push_back({C.Header, C.Key, Adapt(C.Value), Adapt(C.Text), C.Fits,
                      C.Spare, C.In, C.CsvKey, Adapt(C.Cell)});
  }
  return Result;
}

/// Returns the same as partColumns(), but in CSV only, with \p Prefix and
/// \p Suffix around each name.
template <typename Row, typename Part, typename GetPart>
Columns<Row> csvColumnsOf(const Columns<Part> &Cs, GetPart Get,
                          const std::string &Prefix = "",
                          const std::string &Suffix = "") {
  Columns<Row> Result;
  for (Column<Row> &C : partColumns<Row>(Cs, Get))
    if (C.isInCsv()) {
      C.Header.clear();
      C.Key = Prefix + (C.CsvKey.empty() ? C.Key : C.CsvKey) + Suffix;
      C.CsvKey.clear();
      C.In = Forms::Csv;
      Result.push_back(std::move(C));
    }
  return Result;
}

} // namespace memfacet::report

#endif
