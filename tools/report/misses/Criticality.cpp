//===- Criticality.cpp - structures that a core waits for -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/misses/Criticality.h"
#include "analysis/core/CoreModel.h"
#include "memfacet/Check.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace memfacet::report {

static bool isCritical(const CriticalRow &R) {
  return R.StallTenths >= 10 && R.StallTenths > 2 * R.MissTenths;
}

Criticality criticality(const result::Profile &P) {
  MEMFACET_CHECK(!P.Core.empty(), "the command says what to record");
  Criticality Result;
  result::CoreThreadTimes Total = P.Core.total();
  std::vector<uint64_t> Stalls = P.Core.byStructure(P.Structures.size());
  std::vector<uint64_t> Misses;
  for (const result::Structure &S : P.Structures)
    Misses.push_back(S.Total.Levels.empty() ? 0 : S.Total.Levels[0].Misses);
  std::vector<uint32_t> MissShares = sharesInTenths(Misses);
  std::vector<uint64_t> Parts = Stalls;
  Parts.insert(Parts.end(), {Total.Computation, Total.Branches, Total.Start});
  std::vector<uint32_t> StallShares = sharesInTenths(Parts);
  for (uint64_t Cycles : Parts)
    Result.Stalls += Cycles;
  size_t Count = P.Structures.size();
  for (uint32_t Id = 0; Id != Count; ++Id) {
    Result.Misses += Misses[Id];
    if (Misses[Id] == 0 && Stalls[Id] == 0)
      continue;
    CriticalRow R = {StructureId(Id), Misses[Id], Stalls[Id], MissShares[Id],
                     StallShares[Id]};
    R.Critical = isCritical(R);
    Result.Rows.push_back(R);
  }
  std::ranges::sort(Result.Rows, {}, [](const CriticalRow &R) {
    return std::tuple(~R.Stalls, ~R.Misses, R.Structure);
  });
  Result.ComputationTenths = StallShares[Count];
  Result.BranchTenths = StallShares[Count + 1];
  Result.StartTenths = StallShares[Count + 2];
  return Result;
}

namespace {

using Fit = TableColumn::Fit;

/// Returns "0.42": \p Part per \p Whole.
std::string ratio(uint64_t Part, uint64_t Whole) {
  return Whole == 0 ? "-" : fmt::format("{:.2f}", double(Part) / double(Whole));
}

/// Returns "zen4: out of order, 6 wide, window of 320, 24 misses at once".
std::string coreText(const result::CoreTimes &C) {
  Expected<core::CoreModel> M = core::parseCoreModel(C.Spec);
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

std::string coreHeader(const result::Profile &P) {
  result::CoreThreadTimes T = P.Core.total();
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

/// A structure, a kind of stall cycles without misses, or a sum.
struct ShownRow {
  CriticalRow Row;
  std::string Name;
  const result::Structure *Owner = nullptr; ///< null: not a structure
  bool HasMisses = true;                    ///< for people
};

ShownRow shown(const result::Profile &P, const CriticalRow &R) {
  const result::Structure &S = P.Structures[R.Structure.Value];
  return {R, S.Name, &S};
}

/// Returns the stall cycles that no structure has.
std::vector<ShownRow> otherRows(const result::Profile &P,
                                const Criticality &C) {
  result::CoreThreadTimes T = P.Core.total();
  auto Row = [](const char *Name, uint64_t Stalls, uint32_t Tenths) {
    CriticalRow R;
    R.Stalls = Stalls, R.StallTenths = Tenths;
    return ShownRow{R, Name, nullptr, false};
  };
  return {Row("[computation]", T.Computation, C.ComputationTenths),
          Row("[branches]", T.Branches, C.BranchTenths),
          Row("[start]", T.Start, C.StartTenths)};
}

/// Returns "critical: 3.2 times its misses", or "".
std::string remark(const ShownRow &R) {
  if (!R.Row.Critical)
    return "";
  if (R.Row.MissTenths == 0)
    return "critical: next to no misses";
  return fmt::format("critical: {:.1f} times its misses",
                     double(R.Row.StallTenths) / R.Row.MissTenths);
}

/// Returns the stall cycles at each site, by structure.
std::map<uint32_t, Json> sitesJson(const result::Profile &P) {
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> Cycles;
  for (const result::CoreStalls &S : P.Core.Stalls)
    Cycles[{S.Structure.Value, S.Site}] += S.Cycles;
  std::map<uint32_t, Json> Result;
  for (const auto &[Place, Count] : Cycles) {
    Json J = Json::object();
    if (Place.second < P.Sites.size()) {
      const result::CodeSite &S = P.Sites[Place.second];
      J = {{"site", Place.second},
           {"file", S.File},
           {"line", S.Line},
           {"function", S.Function}};
    }
    J["stall_cycles"] = Count;
    Result[Place.first].push_back(std::move(J));
  }
  return Result;
}

/// \p P outlives the columns.
Columns<ShownRow> columnsOf(const result::Profile &P) {
  auto Kind = [](auto &R) {
    return R.Owner ? result::structureKindName(R.Owner->Kind) : "";
  };
  auto Type = [](auto &R) { return R.Owner ? R.Owner->Type : ""; };
  auto Sites = [ByStructure = sitesJson(P)](auto &R) {
    auto It = ByStructure.find(R.Row.Structure.Value);
    return It == ByStructure.end() ? Json::array() : It->second;
  };
  return {
      {"structure", "name", [](auto &R) { return R.Name; },
       [](auto &R) { return R.Owner ? tableName(*R.Owner) : R.Name; },
       Fit::CutMiddle},
      forJson("structure", [](auto &R) { return R.Row.Structure.Value; }),
      {"kind", "kind", Kind, {}, Fit::CutMiddle, 3},
      nameColumn("type", "type", Type, "", 2),
      {P.Caches.Levels[0].Name + " misses", "misses",
       [](auto &R) { return R.Row.Misses; },
       [](auto &R) { return R.HasMisses ? humanCount(R.Row.Misses) : "-"; }},
      {.Header = "share",
       .Key = "miss_share",
       .Value = [](auto &R) { return R.Row.MissTenths / 1000.0; },
       .Text =
           [](auto &R) {
             return R.HasMisses ? tenthsText(R.Row.MissTenths) : "-";
           },
       .In = Forms::Json},
      countColumn("stall cycles", "stall_cycles",
                  [](auto &R) { return R.Row.Stalls; }),
      {.Header = "share",
       .Key = "stall_share",
       .Value = [](auto &R) { return R.Row.StallTenths / 1000.0; },
       .Text = [](auto &R) { return tenthsText(R.Row.StallTenths); },
       .In = Forms::Json},
      forPeople(
          "per miss",
          [](auto &R) {
            return R.Owner ? ratio(R.Row.Stalls, R.Row.Misses) : "-";
          },
          Fit::Always, 1),
      forPeople("", remark, Fit::CutEnd),
      forPrograms("critical", [](auto &R) { return R.Row.Critical; }),
      forJson("sites", Sites)};
}

std::string tableText(const result::Profile &P, size_t Top,
                      const Terminal &Out) {
  Criticality C = criticality(P);
  Columns<ShownRow> Cs = columnsOf(P);
  Table T = emptyTable(Cs);
  CriticalRow Rest;
  for (size_t I = 0; I != C.Rows.size(); ++I) {
    const CriticalRow &R = C.Rows[I];
    if (I < Top) {
      addRow(T, Cs, shown(P, R), R.Critical ? Style::Warning : Style::Plain);
      continue;
    }
    Rest.Misses += R.Misses, Rest.Stalls += R.Stalls;
    Rest.MissTenths += R.MissTenths, Rest.StallTenths += R.StallTenths;
  }
  if (C.Rows.size() > Top)
    addRow(T, Cs, {Rest, fmt::format("[{} others]", C.Rows.size() - Top)},
           Style::Dim);
  for (const ShownRow &R : otherRows(P, C))
    addRow(T, Cs, R, Style::Dim);
  CriticalRow Total = {
      {}, C.Misses, C.Stalls, C.Misses ? 1000u : 0, C.Stalls ? 1000u : 0};
  addTotal(T, Cs, {Total, "TOTAL"});
  return renderTable(T, Out);
}

Json timesJson(const result::CoreThreadTimes &T) {
  return {{"instructions", T.Instructions},
          {"operations", T.Operations},
          {"cycles", T.Cycles},
          {"ipc", T.Cycles ? double(T.Operations) / double(T.Cycles) : 0},
          {"busy_cycles", T.Busy},
          {"stall_cycles", T.Cycles - T.Busy},
          {"computation_stalls", T.Computation},
          {"branch_stalls", T.Branches},
          {"start_stalls", T.Start},
          {"branches", T.Predictions},
          {"mispredicted", T.Mispredictions}};
}

/// A scenario and the one before it, which may be null.
struct ScenarioRow {
  const result::CoreScenario &Scenario;
  const result::CoreScenario *Previous = nullptr;
};

Columns<ScenarioRow> scenarioColumns(const result::Profile &P) {
  auto Name = [&P](StructureId Id) { return P.Structures[Id.Value].Name; };
  auto Added = [=](auto &R) {
    std::string Text;
    for (StructureId Id : R.Scenario.Perfect)
      if (!R.Previous || !std::ranges::count(R.Previous->Perfect, Id))
        Text += (Text.empty() ? "" : ", ") + tableName(P, Id);
    return R.Scenario.Perfect.empty() ? "(as it is)" : Text;
  };
  uint64_t Cycles = P.Core.total().Cycles;
  return {
      {"perfect", "perfect",
       [=](auto &R) {
         Json Names = Json::array();
         for (StructureId Id : R.Scenario.Perfect)
           Names.push_back(Name(Id));
         return Names;
       },
       [](auto &R) { return fmt::format("{}", R.Scenario.Perfect.size()); }},
      countColumn("cycles", "cycles",
                  [](auto &R) { return R.Scenario.Cycles; }),
      {"speed-up", "speed_up",
       [=](auto &R) {
         return R.Scenario.Cycles ? double(Cycles) / double(R.Scenario.Cycles)
                                  : 0;
       },
       [=](auto &R) { return ratio(Cycles, R.Scenario.Cycles); }},
      forPeople("added", Added, Fit::CutMiddle)};
}

} // namespace

std::string scenarioText(const result::Profile &P, const Terminal &Out) {
  if (P.Core.Scenarios.empty())
    return {};
  Columns<ScenarioRow> Cs = scenarioColumns(P);
  Table T = emptyTable(Cs);
  result::CoreScenario AsItIs;
  AsItIs.Cycles = P.Core.total().Cycles;
  const result::CoreScenario *Previous = nullptr;
  addRow(T, Cs, {AsItIs});
  for (const result::CoreScenario &S : P.Core.Scenarios) {
    addRow(T, Cs, {S, Previous});
    Previous = &S;
  }
  return renderTable(T, Out);
}

std::string criticalText(const result::Profile &P, size_t Top,
                         const Terminal &Out) {
  std::string Text = coreHeader(P) + "\n" + tableText(P, Top, Out);
  if (std::string Scenarios = scenarioText(P, Out); !Scenarios.empty())
    Text += "\n" + Scenarios;
  return Text;
}

std::string criticalJson(const result::Profile &P) {
  Columns<ShownRow> Cs = columnsOf(P);
  Json J = jsonHead(P);
  J["interval_instructions"] = P.IntervalInstructions;
  J["core"] = {{"name", P.Core.Name}, {"spec", P.Core.Spec}};
  J["caches"] = P.Caches.spec();
  J.update(timesJson(P.Core.total()));
  for (const char *List : {"structures", "threads", "intervals", "scenarios"})
    J[List] = Json::array();
  for (const CriticalRow &R : criticality(P).Rows)
    J["structures"].push_back(jsonObject(Cs, shown(P, R)));
  for (const result::CoreThreadTimes &T : P.Core.Threads) {
    J["threads"].push_back({{"thread", T.Thread}});
    J["threads"].back().update(timesJson(T));
  }
  for (const result::CoreInterval &I : P.Core.Intervals)
    J["intervals"].push_back(
        {{"thread", I.Thread}, {"interval", I.Interval}, {"cycles", I.Cycles}});
  J["scenarios"] = jsonRows(scenarioColumns(P), P.Core.Scenarios);
  return jsonText(J);
}

std::string criticalCsv(const result::Profile &P) {
  Columns<ShownRow> Cs = columnsOf(P);
  std::string Text = csvHeader(Cs);
  Criticality C = criticality(P);
  for (const CriticalRow &R : C.Rows)
    Text += csvRow(Cs, shown(P, R));
  for (const ShownRow &R : otherRows(P, C))
    Text += csvRow(Cs, R);
  return Text;
}

} // namespace memfacet::report
