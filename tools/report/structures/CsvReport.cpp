//===- CsvReport.cpp - a report as CSV ------------------------------------===//

#include "tools/report/common/MachineReport.h"
#include "tools/report/structures/StructureColumns.h"

namespace memfacet {

namespace {

std::string ofProgram(const Profile &P, const SortColumn &Sort) {
  StructureTable Common = {P, P.Sampled.Known};
  Columns<StructureRow> Cs = structureColumns(Common);
  std::string Text = csvHeader(Cs);
  for (const Structure *S : sortedStructures(P.Structures, Sort)) {
    StructureRow Row{*S};
    if (P.Sampled.Known)
      Row.Errors = &P.Sampled.ByStructure[size_t(S - P.Structures.data())];
    Text += csvRow(Cs, Row);
  }
  return Text;
}

std::string ofThreads(const Profile &P, const SortColumn &Sort) {
  StructureTable Common = {P};
  uint32_t Thread = 0;
  Columns<StructureRow> Cs = {
      forCsv("thread", [&Thread](auto &) { return Thread; })};
  addColumns(Cs, structureColumns(Common));
  std::string Text = csvHeader(Cs);
  for (const ThreadRow &T : P.Threads) {
    Thread = T.Thread;
    std::vector<Structure> Structures = structuresOfThread(P, T.Thread);
    for (const Structure *S : sortedStructures(Structures, Sort))
      Text += csvRow(Cs, StructureRow{*S});
  }
  return Text;
}

} // namespace

std::string csvReport(const Profile &P, const SortColumn &Sort,
                      bool PerThread) {
  return PerThread ? ofThreads(P, Sort) : ofProgram(P, Sort);
}

} // namespace memfacet
