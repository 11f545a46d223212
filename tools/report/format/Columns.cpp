//===- Columns.cpp - values as CSV and JSON have them ---------------------===//

#include "tools/report/format/Columns.h"
#include <fmt/ranges.h>

namespace memfacet {

static std::string quoted(const std::string &Cell) {
  if (Cell.find_first_of(",\"\r\n") == std::string::npos)
    return Cell;
  std::string Result = "\"";
  for (char C : Cell)
    Result += C == '"' ? std::string("\"\"") : std::string(1, C);
  return Result + "\"";
}

std::string csvLine(const CsvCells &Row) {
  CsvCells Quoted;
  for (const std::string &Cell : Row)
    Quoted.push_back(quoted(Cell));
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
  return Report.dump(Indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace memfacet
