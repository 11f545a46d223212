//===- Csv.cpp - comma-separated values -----------------------------------===//

#include "tools/report/format/Csv.h"
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

} // namespace memfacet
