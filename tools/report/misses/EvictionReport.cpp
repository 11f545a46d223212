//===- EvictionReport.cpp - evictions as text, JSON and CSV ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/Check.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/misses/DetailReports.h"
#include <algorithm>

namespace memfacet::report {

static void add(caches::EvictionCounts &Sum, const caches::EvictionCounts &C) {
  Sum.Evictions += C.Evictions;
  Sum.Premature += C.Premature;
}

/// Returns the structures that lost or took lines of \p Level. Outside a region
/// of interest, they do so without being counted otherwise.
static std::set<uint32_t> evictingStructures(const result::Profile &P,
                                             size_t Level) {
  std::set<uint32_t> Ids;
  for (const caches::EvictionRow &E : P.Memory.Evictions)
    if (E.Level == Level && (E.Counts.Evictions || E.Counts.Premature))
      Ids.insert({E.Victim, E.Evictor});
  return Ids;
}

EvictionMatrix evictionMatrix(const result::Profile &P,
                              const DetailOptions &Options) {
  MEMFACET_CHECK(Options.Level < P.Caches.Levels.size(),
                 "the command checks the level");
  EvictionMatrix M;
  M.Rows = detailRows(P, Options, evictingStructures(P, Options.Level));
  std::vector<size_t> RowOf = rowsOfStructures(P, M.Rows);
  M.Counts.assign(M.Rows.size(),
                  std::vector<caches::EvictionCounts>(M.Rows.size()));
  for (const caches::EvictionRow &E : P.Memory.Evictions) {
    if (E.Level != Options.Level || RowOf[E.Victim] == M.Rows.size() ||
        RowOf[E.Evictor] == M.Rows.size())
      continue;
    add(M.Counts[RowOf[E.Victim]][RowOf[E.Evictor]], E.Counts);
    add(E.Victim == E.Evictor ? M.BySame : M.ByDifferent, E.Counts);
  }
  return M;
}

namespace {

using Fit = TableColumn::Fit;

/// Returns A, B, ..., Z, then AA and so on: names of structures are too long
/// for column heads.
std::string letters(size_t Number) {
  std::string Text(1, char('A' + Number % 26));
  return Number < 26 ? Text : letters(Number / 26 - 1) + Text;
}

/// Returns the count for a cell: premature evictions, or all if these are not
/// known.
uint64_t cellOf(const result::Profile &P, const caches::EvictionCounts &C) {
  return P.Memory.Known ? C.Premature : C.Evictions;
}

/// Adds the sums at the end of a row.
void addSum(const result::Profile &P, TableRow &Row,
            const caches::EvictionCounts &Sum) {
  if (P.Memory.Known)
    Row.Cells.push_back(humanCount(Sum.Premature));
  Row.Cells.push_back(humanCount(Sum.Evictions));
  // Both are estimates, or one of them was outside the region of interest.
  if (P.Memory.Known)
    Row.Cells.push_back(
        humanRate(std::min(Sum.Premature, Sum.Evictions), Sum.Evictions));
}

caches::EvictionCounts totalCounts(const EvictionMatrix &M) {
  caches::EvictionCounts Sum = M.BySame;
  add(Sum, M.ByDifferent);
  return Sum;
}

TableRow victimRow(const result::Profile &P, const EvictionMatrix &M,
                   size_t Victim) {
  TableRow Row;
  Row.Cells = {letters(Victim), M.Rows[Victim].Title};
  caches::EvictionCounts Sum;
  for (const caches::EvictionCounts &C : M.Counts[Victim]) {
    Row.Cells.push_back(cellOf(P, C) ? humanCount(cellOf(P, C)) : "-");
    add(Sum, C);
  }
  addSum(P, Row, Sum);
  Row.Look = M.Rows[Victim].look();
  return Row;
}

TableRow totalRow(const result::Profile &P, const EvictionMatrix &M) {
  TableRow Row;
  Row.Cells = {"", "TOTAL"};
  for (size_t Evictor = 0; Evictor != M.Rows.size(); ++Evictor) {
    uint64_t Sum = 0;
    for (const auto &Victim : M.Counts)
      Sum += cellOf(P, Victim[Evictor]);
    Row.Cells.push_back(humanCount(Sum));
  }
  addSum(P, Row, totalCounts(M));
  Row.RuleBefore = true;
  Row.Look = Style::Bold;
  return Row;
}

/// Returns the columns of a pair of structures, for programs.
Columns<caches::EvictionRow> pairColumns(const result::Profile &P) {
  auto Name = [&P](uint32_t Id) { return P.Structures[Id].Name; };
  Columns<caches::EvictionRow> Cs = {
      forCsv("level", [&P](auto &E) { return P.Caches.Levels[E.Level].Name; }),
      forPrograms("victim", [=](auto &E) { return Name(E.Victim); }),
      forPrograms("victim_structure", [](auto &E) { return E.Victim; }),
      forPrograms("evictor", [=](auto &E) { return Name(E.Evictor); }),
      forPrograms("evictor_structure", [](auto &E) { return E.Evictor; }),
      forPrograms("evictions", [](auto &E) { return E.Counts.Evictions; })};
  if (P.Memory.Known)
    Cs.push_back(
        forPrograms("premature", [](auto &E) { return E.Counts.Premature; }));
  return Cs;
}

Json levelJson(const result::Profile &P, size_t Level) {
  DetailOptions All = Everything;
  All.Level = Level;
  EvictionMatrix M = evictionMatrix(P, All);
  Columns<caches::EvictionRow> Cs = pairColumns(P);
  Json J = {{"name", P.Caches.Levels[Level].Name},
            {"evictions", totalCounts(M).Evictions},
            {"by_same", M.BySame.Evictions},
            {"by_different", M.ByDifferent.Evictions},
            {"pairs", Json::array()}};
  if (P.Memory.Known)
    J.update({{"premature", totalCounts(M).Premature},
              {"premature_by_same", M.BySame.Premature},
              {"premature_by_different", M.ByDifferent.Premature}});
  for (const caches::EvictionRow &E : P.Memory.Evictions)
    if (E.Level == Level)
      J["pairs"].push_back(jsonObject(Cs, E));
  return J;
}

std::string closingText(const result::Profile &P, const EvictionMatrix &M) {
  uint64_t All = cellOf(P, totalCounts(M));
  std::string Text =
      fmt::format("\n{}     {} by the same structure, {} by another one\n",
                  P.Memory.Known ? "premature" : "evictions",
                  humanRate(cellOf(P, M.BySame), All),
                  humanRate(cellOf(P, M.ByDifferent), All));
  if (!P.Lines.empty())
    Text += "estimates     as many as misses are; of a pair with few, only the "
            "order of size\n";
  return Text;
}

} // namespace

std::string evictionText(const result::Profile &P, const DetailOptions &Options,
                         const Terminal &Out) {
  MEMFACET_CHECK(P.hasEvictions(), "the command says that there are none");
  EvictionMatrix M = evictionMatrix(P, Options);
  Table T;
  const bool Causes = P.Memory.Known;
  T.Columns = {{"", Fit::CutMiddle, 0},
               {Causes ? "useful lines of" : "lines of", Fit::CutMiddle, 0}};
  for (size_t I = 0; I != M.Rows.size(); ++I)
    T.Columns.push_back({"by " + letters(I), Fit::Always, unsigned(I + 1)});
  if (Causes)
    T.Columns.push_back({"premature", Fit::Always, 0});
  T.Columns.push_back({"evictions", Fit::Always, 0});
  if (Causes)
    T.Columns.push_back({"useful", Fit::Always, 0});
  for (size_t Victim = 0; Victim != M.Rows.size(); ++Victim)
    T.Rows.push_back(victimRow(P, M, Victim));
  T.Rows.push_back(totalRow(P, M));
  return headerText(P, Out) +
         fmt::format(
             "\n{}: how often lines {}had been evicted, and by whom\n\n",
             P.Caches.Levels[Options.Level].Name,
             Causes ? "that were missed again " : "") +
         renderTable(T, Out) + closingText(P, M);
}

std::string evictionJson(const result::Profile &P) {
  MEMFACET_CHECK(P.hasEvictions(), "the command says that there are none");
  Json J = {{"program", P.Program},
            {"caches", P.Caches.spec()},
            {"levels", Json::array()}};
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
    J["levels"].push_back(levelJson(P, L));
  return jsonText(J);
}

std::string evictionCsv(const result::Profile &P) {
  MEMFACET_CHECK(P.hasEvictions(), "the command says that there are none");
  return csvText(pairColumns(P), P.Memory.Evictions);
}

} // namespace memfacet::report
