//===- CriticalText.cpp - criticality for people --------------------------===//

#include "analysis/core/CoreModel.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/misses/Criticality.h"
#include <algorithm>
#include <fmt/format.h>

namespace memfacet {

namespace {

using Fit = TableColumn::Fit;

std::string percent(uint32_t Tenths) {
  return fmt::format("{}.{} %", Tenths / 10, Tenths % 10);
}

/// "0.42": \p Part per \p Whole.
std::string ratio(uint64_t Part, uint64_t Whole) {
  return Whole == 0 ? "-" : fmt::format("{:.2f}", double(Part) / double(Whole));
}

/// "zen4: out of order, 6 wide, window of 320, 24 misses at once".
std::string coreText(const CoreTimes &C) {
  Expected<CoreModel> M = parseCoreModel(C.Spec);
  if (!M)
    return fmt::format("{}: {}", C.Name, C.Spec);
  std::string Text =
      fmt::format("{}: {}, {} wide", C.Name,
                  M->InOrder ? "in order" : "out of order", M->Width);
  if (!M->InOrder)
    Text += fmt::format(", window of {}", M->Window);
  Text += fmt::format(", {} at once; memory {} cycles",
                      M->Misses == 1 ? "1 miss"
                                     : fmt::format("{} misses", M->Misses),
                      M->Memory);
  return Text;
}

std::string headerText(const Profile &P) {
  CoreThreadTimes T = P.Core.total();
  uint64_t Stalls = T.Cycles - T.Busy;
  std::string Text;
  auto Line = [&](const char *Label, const std::string &Value) {
    Text += fmt::format("{:<13} {}\n", Label, printable(Value));
  };
  Line("program", P.Program);
  Line("core", coreText(P.Core));
  Line("caches", describeCaches(P.Caches));
  Line("cycles",
       fmt::format("{} in {}; {} instructions, {} operations; {} operations "
                   "per cycle",
                   humanCount(T.Cycles),
                   counted(P.Core.Threads.size(), "thread"),
                   humanCount(T.Instructions), humanCount(T.Operations),
                   ratio(T.Operations, T.Cycles)));
  Line("stalled", fmt::format("{} of the cycles: {}",
                              humanRate(Stalls, T.Cycles), humanCount(Stalls)));
  Line("branches",
       fmt::format("{} predicted, {} wrongly", humanCount(T.Predictions),
                   humanRate(T.Mispredictions, T.Predictions)));
  return Text;
}

TableRow structureRow(const Profile &P, const CriticalRow &R) {
  const Structure &S = P.Structures[R.Structure.Value];
  std::string Mark = !R.Critical ? ""
                     : R.MissTenths == 0
                         ? "critical: next to no misses"
                         : fmt::format("critical: {:.1f} times its misses",
                                       double(R.StallTenths) / R.MissTenths);
  return {{printable(S.Name), structureKindName(S.Kind), printable(S.Type),
           humanCount(R.Misses), percent(R.MissTenths), humanCount(R.Stalls),
           percent(R.StallTenths), ratio(R.Stalls, R.Misses), Mark},
          R.Critical ? Style::Warning : Style::Plain,
          false};
}

TableRow sumRow(const std::string &Name, uint64_t Misses, uint32_t MissTenths,
                uint64_t Stalls, uint32_t StallTenths, Style Look) {
  return {{Name, "", "", humanCount(Misses), percent(MissTenths),
           humanCount(Stalls), percent(StallTenths), "-", ""},
          Look,
          Look == Style::Bold};
}

TableRow otherRow(const char *Name, uint64_t Stalls, uint32_t Tenths) {
  return {
      {Name, "", "", "-", "-", humanCount(Stalls), percent(Tenths), "-", ""},
      Style::Dim,
      false};
}

std::string tableText(const Profile &P, size_t Top, const Terminal &Out) {
  Criticality C = criticality(P);
  CoreThreadTimes Total = P.Core.total();
  Table T;
  T.Columns = {{"structure", Fit::CutEnd},
               {"kind", Fit::CutEnd, 3},
               {"type", Fit::CutEnd, 2},
               {P.Caches.Levels[0].Name + " misses"},
               {"share"},
               {"stall cycles"},
               {"share"},
               {"per miss", Fit::Always, 1},
               {"", Fit::CutEnd}};
  CriticalRow Rest;
  size_t Others = 0;
  for (size_t I = 0; I != C.Rows.size(); ++I) {
    const CriticalRow &R = C.Rows[I];
    if (I < Top) {
      T.Rows.push_back(structureRow(P, R));
      continue;
    }
    ++Others;
    Rest.Misses += R.Misses, Rest.Stalls += R.Stalls;
    Rest.MissTenths += R.MissTenths, Rest.StallTenths += R.StallTenths;
  }
  if (Others != 0)
    T.Rows.push_back(sumRow(fmt::format("[{} others]", Others), Rest.Misses,
                            Rest.MissTenths, Rest.Stalls, Rest.StallTenths,
                            Style::Dim));
  T.Rows.push_back(
      otherRow("[computation]", Total.Computation, C.ComputationTenths));
  T.Rows.push_back(otherRow("[branches]", Total.Branches, C.BranchTenths));
  T.Rows.push_back(otherRow("[start]", Total.Start, C.StartTenths));
  T.Rows.push_back(sumRow("TOTAL", C.Misses, C.Misses ? 1000 : 0, C.Stalls,
                          C.Stalls ? 1000 : 0, Style::Bold));
  return renderTable(T, Out);
}

} // namespace

std::string scenarioText(const Profile &P, const Terminal &Out) {
  if (P.Core.Scenarios.empty())
    return {};
  uint64_t Cycles = P.Core.total().Cycles;
  Table T;
  T.Columns = {{"perfect"}, {"cycles"}, {"speed-up"}, {"added", Fit::CutEnd}};
  T.Rows.push_back({{"0", humanCount(Cycles), "1.00", "(as it is)"}});
  std::vector<StructureId> Before;
  for (const CoreScenario &S : P.Core.Scenarios) {
    std::string Added;
    for (StructureId Id : S.Perfect)
      if (std::find(Before.begin(), Before.end(), Id) == Before.end())
        Added += (Added.empty() ? "" : ", ") +
                 printable(P.Structures[Id.Value].Name);
    Before = S.Perfect;
    T.Rows.push_back({{fmt::format("{}", S.Perfect.size()),
                       humanCount(S.Cycles), ratio(Cycles, S.Cycles), Added}});
  }
  return renderTable(T, Out);
}

std::string criticalText(const Profile &P, size_t Top, const Terminal &Out) {
  std::string Text = headerText(P) + "\n" + tableText(P, Top, Out);
  if (std::string Scenarios = scenarioText(P, Out); !Scenarios.empty())
    Text += "\n" + Scenarios;
  return Text;
}

} // namespace memfacet
