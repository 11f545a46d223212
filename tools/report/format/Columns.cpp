//===- Columns.cpp - values as CSV and JSON have them ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/format/Columns.h"
#include <algorithm>
#include <fmt/ranges.h>
#include <iterator>

namespace memfacet::report {

namespace {

std::string quoted(const std::string &Cell) {
  if (Cell.find_first_of(",\"\r\n") == std::string::npos)
    return Cell;
  std::string Result = "\"";
  for (char C : Cell)
    Result += C == '"' ? std::string("\"\"") : std::string(1, C);
  return Result + "\"";
}

/// Writes harmful letters of \p Text, which is JSON, by their numbers. They can
/// only be in strings.
std::string harmlessJson(std::string_view Text) {
  std::string Result;
  Result.reserve(Text.size());
  while (!Text.empty()) {
    auto [Code, Bytes] = letterAt(Text);
    if (Code >= 0x7f && isHarmful(Code))
      fmt::format_to(std::back_inserter(Result), "\\u{:04x}", Code);
    else
      Result += Text.substr(0, std::max<size_t>(Bytes, 1));
    Text.remove_prefix(std::max<size_t>(Bytes, 1));
  }
  return Result;
}

} // namespace

std::string csvLine(const CsvCells &Row) {
  CsvCells Quoted;
  for (const std::string &Cell : Row)
    Quoted.push_back(quoted(harmlessCell(Cell)));
  return fmt::format("{}\n", fmt::join(Quoted, ","));
}

std::string csvCell(const Json &Value) {
  if (Value.is_null() || Value.is_discarded())
    return {};
  if (Value.is_string())
    return Value.get<std::string>();
  if (Value.is_boolean())
    return Value.get<bool>() ? "1" : "0";
  if (Value.is_number_float())
    return fmt::format("{}", Value.get<double>());
  return Value.dump();
}

std::string jsonText(const Json &Report, int Indent) {
  return harmlessJson(
             Report.dump(Indent, ' ', false, Json::error_handler_t::replace)) +
         "\n";
}

} // namespace memfacet::report
