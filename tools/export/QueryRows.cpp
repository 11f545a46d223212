//===- QueryRows.cpp - results of queries as JSON and CSV -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/export/QueryRows.h"
#include <algorithm>
#include <utility>

namespace memfacet::exports {

namespace {

std::string hexOf(const std::string &Bytes) {
  std::string Text;
  for (char C : Bytes)
    Text += fmt::format("{:02x}", uint8_t(C));
  return Text;
}

/// Returns an error if two columns have the same name: an object of JSON has
/// one value for each name.
Status checkNames(const result::QueryResult &R) {
  std::vector<std::string> Names = R.columns();
  std::ranges::sort(Names);
  auto Twice = std::ranges::adjacent_find(Names);
  if (Twice == Names.end())
    return {};
  return makeError("two columns are called '{}'; give one another name with AS",
                   *Twice);
}

} // namespace

report::Json jsonOf(const result::QueryValue &V) {
  return std::visit(
      [](const auto &Value) -> report::Json {
        using T = std::decay_t<decltype(Value)>;
        if constexpr (std::is_same_v<T, std::monostate>)
          return nullptr;
        else if constexpr (std::is_same_v<T, result::QueryBytes>)
          return hexOf(Value.Bytes);
        else
          return Value;
      },
      V);
}

Status rowsAsJson(result::QueryResult &R, ExportFile &Output) {
  if (Status Names = checkNames(R); !Names)
    return Names;
  bool Any = false;
  Output.add("[");
  Status Read = forEachRow(R, [&](const QueryRow &Row) {
    report::Json J = report::Json::object();
    for (size_t C = 0; C != Row.size(); ++C)
      J[R.columns()[C]] = jsonOf(Row[C]);
    std::string Text = report::jsonText(J, -1);
    Text.pop_back();
    Output.print("{}\n  {}", std::exchange(Any, true) ? "," : "", Text);
  });
  Output.add(Any ? "\n]" : "]");
  return Read;
}

Status rowsAsCsv(result::QueryResult &R, ExportFile &Output) {
  Output.add(report::csvLine(R.columns()));
  return forEachRow(R, [&](const QueryRow &Row) {
    report::CsvCells Cells;
    for (const result::QueryValue &V : Row)
      Cells.push_back(report::csvCell(jsonOf(V)));
    Output.add(report::csvLine(Cells));
  });
}

} // namespace memfacet::exports
