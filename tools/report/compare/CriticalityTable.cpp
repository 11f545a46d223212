//===- CriticalityTable.cpp - criticality in many programs ----------------===//

#include "tools/report/compare/PaperTables.h"
#include "tools/report/format/Csv.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/misses/Criticality.h"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace memfacet {

namespace {

using Fit = TableColumn::Fit;
using Json = nlohmann::ordered_json;

/// Structures shown of a program that are not critical.
constexpr size_t Shown = 3;

std::string instructionsPerCycle(const CoreThreadTimes &T) {
  return T.Cycles
             ? fmt::format("{:.2f}", double(T.Instructions) / double(T.Cycles))
             : "-";
}

void addProgram(Table &T, const Profile &P) {
  Criticality C = criticality(P);
  CoreThreadTimes Total = P.Core.total();
  bool First = true;
  for (size_t I = 0; I != C.Rows.size(); ++I) {
    const CriticalRow &R = C.Rows[I];
    if (I >= Shown && !R.Critical)
      continue;
    TableRow Row;
    Row.Cells = {First ? printable(shortProgram(P)) : "",
                 First ? instructionsPerCycle(Total) : "",
                 printable(P.Structures[R.Structure.Value].Name),
                 humanRate(R.Misses, C.Misses),
                 humanRate(R.Stalls, C.Stalls),
                 R.Critical ? "*" : ""};
    Row.RuleBefore = First && !T.Rows.empty();
    Row.Look = R.Critical ? Style::Bold : Style::Plain;
    T.Rows.push_back(std::move(Row));
    First = false;
  }
}

} // namespace

std::string criticalityTable(const std::vector<Profile> &Profiles,
                             const Terminal &Out) {
  Table T;
  T.Columns = {{"program", Fit::CutEnd, 0},      {"IPC", Fit::Always, 0},
               {"structure", Fit::CutEnd, 0},    {"L1 misses", Fit::Always, 0},
               {"stall cycles", Fit::Always, 0}, {"", Fit::Always, 0}};
  std::string Without;
  for (const Profile &P : Profiles) {
    if (P.Core.empty())
      Without += fmt::format("{}: recorded without --core\n",
                             printable(shortProgram(P)));
    else
      addProgram(T, P);
  }
  return renderTable(T, Out) + Without +
         "\n*: more than twice as much of the stall cycles as of the misses\n";
}

std::string criticalityCsv(const std::vector<Profile> &Profiles) {
  std::string Text = csvLine({"program", "instructions", "cycles", "name",
                              "structure", "misses", "all_misses",
                              "stall_cycles", "all_stall_cycles", "critical"});
  for (const Profile &P : Profiles) {
    if (P.Core.empty())
      continue;
    Criticality C = criticality(P);
    CoreThreadTimes Total = P.Core.total();
    for (const CriticalRow &R : C.Rows)
      Text += csvLine({shortProgram(P), fmt::format("{}", Total.Instructions),
                       fmt::format("{}", Total.Cycles),
                       P.Structures[R.Structure.Value].Name,
                       fmt::format("{}", R.Structure.Value),
                       fmt::format("{}", R.Misses), fmt::format("{}", C.Misses),
                       fmt::format("{}", R.Stalls), fmt::format("{}", C.Stalls),
                       R.Critical ? "1" : "0"});
  }
  return Text;
}

std::string criticalityJson(const std::vector<Profile> &Profiles) {
  Json Programs = Json::array();
  for (const Profile &P : Profiles) {
    if (P.Core.empty())
      continue;
    Criticality C = criticality(P);
    CoreThreadTimes Total = P.Core.total();
    Json Rows = Json::array();
    for (const CriticalRow &R : C.Rows)
      Rows.push_back({{"name", P.Structures[R.Structure.Value].Name},
                      {"structure", R.Structure.Value},
                      {"misses", R.Misses},
                      {"stall_cycles", R.Stalls},
                      {"critical", R.Critical}});
    Programs.push_back({{"program", shortProgram(P)},
                        {"core", P.Core.Spec},
                        {"instructions", Total.Instructions},
                        {"cycles", Total.Cycles},
                        {"misses", C.Misses},
                        {"stall_cycles", C.Stalls},
                        {"structures", std::move(Rows)}});
  }
  return Json({{"programs", std::move(Programs)}})
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

} // namespace memfacet
