//===- PaperTables.cpp - structures, stalls, evictions of programs --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/compare/PaperTables.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/misses/Criticality.h"
#include "tools/report/misses/DetailReports.h"
#include "tools/report/structures/Description.h"

namespace memfacet::report {

namespace {

using Fit = TableColumn::Fit;

/// One of DS1 to DS3 of a program.
struct DescribedRow {
  std::string Program, Rank, Name, Container, Pattern;
  uint64_t Bytes, ElementBytes;
};

/// Returns "regular" if two thirds of the accesses whose step is known have
/// spatial locality (sequential, strided, repeated), "irregular" if two thirds
/// have none, else both.
std::string regularity(const AccessMix &Mix) {
  auto Count = [&](result::StepKind Kind) {
    return Mix.Accesses[size_t(Kind)];
  };
  uint64_t Regular = Count(result::StepKind::Sequential) +
                     Count(result::StepKind::Strided) +
                     Count(result::StepKind::Repeated);
  uint64_t Irregular =
      Count(result::StepKind::Linked) + Count(result::StepKind::Indirect) +
      Count(result::StepKind::Irregular) + Count(result::StepKind::Search);
  if (Regular + Irregular == 0)
    return "not sampled";
  if (Regular >= 2 * Irregular)
    return "regular";
  return Irregular >= 2 * Regular ? "irregular" : "regular & irregular";
}

std::vector<DescribedRow>
describedRows(const std::vector<result::Profile> &Profiles) {
  std::vector<DescribedRow> All;
  for (const result::Profile &P : Profiles) {
    std::vector<AccessMix> Mixes = accessMixes(P);
    std::vector<StructureId> Top = mostMissedOffStack(P, 3);
    for (size_t I = 0; I != Top.size(); ++I) {
      const result::Structure &S = P.Structures[Top[I].Value];
      All.push_back({shortProgram(P), fmt::format("DS{}", I + 1), S.title(),
                     containerKindName(containerKind(P, S)),
                     regularity(Mixes[Top[I].Value]), S.PeakBytes,
                     S.ElementBytes});
    }
  }
  return All;
}

Columns<DescribedRow> describedColumns() {
  return {
      nameColumn("program", "program", [](auto &R) { return R.Program; }),
      forPrograms("part", [](auto &R) { return R.Rank; }),
      forPeople(
          "", [](auto &R) { return R.Rank; }, Fit::CutMiddle),
      nameColumn("structure", "name", [](auto &R) { return R.Name; }),
      nameColumn("container", "container", [](auto &R) { return R.Container; }),
      nameColumn("pattern", "pattern", [](auto &R) { return R.Pattern; }),
      {"size", "bytes", [](auto &R) { return R.Bytes; },
       [](auto &R) { return humanBytes(R.Bytes); }},
      {"elements of", "element_bytes", [](auto &R) { return R.ElementBytes; },
       [](auto &R) {
         return R.ElementBytes ? humanBytes(R.ElementBytes) : "-";
       }}};
}

/// A structure of a program with a simulated core.
struct StallRow {
  const result::Profile &P;
  const Criticality &All;
  const CriticalRow &Row;
  bool First = true; ///< whether it is the program's first row, for people
};

Columns<StallRow> stallColumns() {
  auto PerCycle = [](const StallRow &R) -> std::string {
    result::CoreThreadTimes T = R.P.Core.total();
    return !R.First   ? ""
           : T.Cycles ? fmt::format("{:.2f}",
                                    double(T.Instructions) / double(T.Cycles))
                      : "-";
  };
  auto Program = [](auto &R) { return shortProgram(R.P); };
  return {
      forCsv("program", Program),
      forPeople(
          "program",
          [=](auto &R) { return R.First ? printable(Program(R)) : ""; },
          Fit::CutMiddle),
      forCsv("instructions",
             [](auto &R) { return R.P.Core.total().Instructions; }),
      forCsv("cycles", [](auto &R) { return R.P.Core.total().Cycles; }),
      forPeople("IPC", PerCycle),
      structureColumn("structure", "name",
                      [](auto &R) -> auto & {
                        return R.P.Structures[R.Row.Structure.Value];
                      }),
      forPrograms("structure", [](auto &R) { return R.Row.Structure.Value; }),
      {"L1 misses", "misses", [](auto &R) { return R.Row.Misses; },
       [](auto &R) { return humanRate(R.Row.Misses, R.All.Misses); }},
      forCsv("all_misses", [](auto &R) { return R.All.Misses; }),
      {"stall cycles", "stall_cycles", [](auto &R) { return R.Row.Stalls; },
       [](auto &R) { return humanRate(R.Row.Stalls, R.All.Stalls); }},
      forCsv("all_stall_cycles", [](auto &R) { return R.All.Stalls; }),
      forPeople("", [](auto &R) { return R.Row.Critical ? "*" : ""; }),
      forPrograms("critical", [](auto &R) { return R.Row.Critical; })};
}

/// The premature evictions of one level.
struct PrematureRow {
  std::string Program, Level;
  caches::EvictionCounts BySame, ByDifferent;

  uint64_t evictions() const {
    return BySame.Evictions + ByDifferent.Evictions;
  }
  uint64_t premature() const {
    return BySame.Premature + ByDifferent.Premature;
  }
};

std::vector<PrematureRow>
prematureRows(const std::vector<result::Profile> &Profiles) {
  std::vector<PrematureRow> Rows;
  for (const result::Profile &P : Profiles)
    for (size_t L = 0; P.Memory.Known && L != P.Caches.Levels.size(); ++L) {
      DetailOptions Options;
      Options.Level = L;
      EvictionMatrix M = evictionMatrix(P, Options);
      Rows.push_back(
          {shortProgram(P), P.Caches.Levels[L].Name, M.BySame, M.ByDifferent});
    }
  return Rows;
}

Columns<PrematureRow> prematureColumns() {
  return {
      nameColumn("program", "program", [](auto &R) { return R.Program; }),
      nameColumn("level", "level", [](auto &R) { return R.Level; }),
      countColumn("evictions", "evictions",
                  [](auto &R) { return R.evictions(); }),
      forPeople(
          "premature",
          [](auto &R) { return humanRate(R.premature(), R.evictions()); }),
      {"by the same", "premature_by_same",
       [](auto &R) { return R.BySame.Premature; },
       [](auto &R) { return humanRate(R.BySame.Premature, R.premature()); }},
      {"by another", "premature_by_different",
       [](auto &R) { return R.ByDifferent.Premature; },
       [](auto &R) {
         return humanRate(R.ByDifferent.Premature, R.premature());
       }}};
}

/// Returns a line about each program without what the table shows.
template <typename Predicate>
std::string missingNotes(const std::vector<result::Profile> &Profiles,
                         Predicate IsMissing, const char *Option) {
  std::string Text;
  for (const result::Profile &P : Profiles)
    if (IsMissing(P))
      Text += fmt::format("{}: recorded without {}\n",
                          printable(shortProgram(P)), Option);
  return Text;
}

} // namespace

std::string descriptionTable(const std::vector<result::Profile> &Profiles,
                             const Terminal &Out) {
  Columns<DescribedRow> Cs = describedColumns();
  Table T = emptyTable(Cs);
  for (const DescribedRow &D : describedRows(Profiles))
    addRow(T, Cs, D).RuleBefore = D.Rank == "DS1" && T.Rows.size() > 1;
  return renderTable(T, Out);
}

std::string descriptionCsv(const std::vector<result::Profile> &Profiles) {
  return csvText(describedColumns(), describedRows(Profiles));
}

std::string descriptionJson(const std::vector<result::Profile> &Profiles) {
  return jsonText(
      {{"structures", jsonRows(describedColumns(), describedRows(Profiles))}});
}

std::string criticalityTable(const std::vector<result::Profile> &Profiles,
                             const Terminal &Out) {
  // The most rows of a program that are not critical.
  constexpr size_t Shown = 3;
  Columns<StallRow> Cs = stallColumns();
  Table T = emptyTable(Cs);
  for (const result::Profile &P : Profiles) {
    Criticality C = P.Core.empty() ? Criticality() : criticality(P);
    bool First = true;
    for (size_t I = 0; I != C.Rows.size(); ++I) {
      if (I >= Shown && !C.Rows[I].Critical)
        continue;
      addRow(T, Cs, {P, C, C.Rows[I], First},
             C.Rows[I].Critical ? Style::Bold : Style::Plain)
          .RuleBefore = First && T.Rows.size() > 1;
      First = false;
    }
  }
  auto IsMissing = [](const result::Profile &P) { return P.Core.empty(); };
  return renderTable(T, Out) + missingNotes(Profiles, IsMissing, "--core") +
         "\n*: more than twice as much of the stall cycles as of the misses\n";
}

std::string criticalityCsv(const std::vector<result::Profile> &Profiles) {
  Columns<StallRow> Cs = stallColumns();
  std::string Text = csvHeader(Cs);
  for (const result::Profile &P : Profiles) {
    Criticality C = P.Core.empty() ? Criticality() : criticality(P);
    for (const CriticalRow &R : C.Rows)
      Text += csvRow(Cs, {P, C, R});
  }
  return Text;
}

std::string criticalityJson(const std::vector<result::Profile> &Profiles) {
  Columns<StallRow> Cs = stallColumns();
  Json Programs = Json::array();
  for (const result::Profile &P : Profiles) {
    if (P.Core.empty())
      continue;
    Criticality C = criticality(P);
    Json Rows = Json::array();
    for (const CriticalRow &R : C.Rows)
      Rows.push_back(jsonObject(Cs, {P, C, R}));
    Programs.push_back({{"program", shortProgram(P)},
                        {"core", P.Core.Spec},
                        {"instructions", P.Core.total().Instructions},
                        {"cycles", P.Core.total().Cycles},
                        {"misses", C.Misses},
                        {"stall_cycles", C.Stalls},
                        {"structures", std::move(Rows)}});
  }
  return jsonText({{"programs", std::move(Programs)}});
}

std::string prematureTable(const std::vector<result::Profile> &Profiles,
                           const Terminal &Out) {
  auto IsMissing = [](const result::Profile &P) { return !P.Memory.Known; };
  return renderTable(tableOf(prematureColumns(), prematureRows(Profiles)),
                     Out) +
         missingNotes(Profiles, IsMissing, "--why");
}

std::string prematureCsv(const std::vector<result::Profile> &Profiles) {
  return csvText(prematureColumns(), prematureRows(Profiles));
}

std::string prematureJson(const std::vector<result::Profile> &Profiles) {
  return jsonText(
      {{"levels", jsonRows(prematureColumns(), prematureRows(Profiles))}});
}

} // namespace memfacet::report
