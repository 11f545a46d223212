//===- EvictionText.cpp - who evicts whom, for people ---------------------===//

#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/misses/EvictionReport.h"
#include "tools/report/structures/TextReport.h"

namespace memfacet {

namespace {

using Fit = TableColumn::Fit;

/// A, B, ..., Z, then AA and so on: structures' names are too long for heads.
std::string letters(size_t Number) {
  std::string Text(1, char('A' + Number % 26));
  return Number < 26 ? Text : letters(Number / 26 - 1) + Text;
}

/// Premature evictions of \p Row, and all of them.
EvictionCounts sumOf(const std::vector<EvictionCounts> &Row) {
  EvictionCounts Sum;
  for (const EvictionCounts &C : Row) {
    Sum.Evictions += C.Evictions;
    Sum.Premature += C.Premature;
  }
  return Sum;
}

TableRow victimRow(const EvictionMatrix &M, size_t Victim) {
  TableRow Row;
  Row.Cells = {letters(Victim), printable(M.Rows[Victim].Name)};
  EvictionCounts Sum = sumOf(M.Counts[Victim]);
  for (const EvictionCounts &C : M.Counts[Victim])
    Row.Cells.push_back(C.Premature ? humanCount(C.Premature) : "-");
  Row.Cells.push_back(humanCount(Sum.Premature));
  Row.Cells.push_back(humanCount(Sum.Evictions));
  Row.Cells.push_back(humanRate(Sum.Premature, Sum.Evictions));
  if (M.Rows[Victim].Members.size() > 1)
    Row.Look = Style::Dim;
  return Row;
}

TableRow totalRow(const EvictionMatrix &M) {
  TableRow Row;
  Row.Cells = {"", "TOTAL"};
  for (size_t Evictor = 0; Evictor != M.Rows.size(); ++Evictor) {
    uint64_t Sum = 0;
    for (const auto &Victim : M.Counts)
      Sum += Victim[Evictor].Premature;
    Row.Cells.push_back(humanCount(Sum));
  }
  uint64_t Premature = M.Same.Premature + M.Different.Premature;
  uint64_t Evictions = M.Same.Evictions + M.Different.Evictions;
  Row.Cells.push_back(humanCount(Premature));
  Row.Cells.push_back(humanCount(Evictions));
  Row.Cells.push_back(humanRate(Premature, Evictions));
  Row.RuleBefore = true;
  Row.Look = Style::Bold;
  return Row;
}

} // namespace

std::string evictionText(const Profile &P, const DetailOptions &Options,
                         const Terminal &Out) {
  EvictionMatrix M = evictionMatrix(P, Options);
  Table T;
  T.Columns = {{"", Fit::CutEnd, 0}, {"useful lines of", Fit::CutEnd, 0}};
  for (size_t I = 0; I != M.Rows.size(); ++I)
    T.Columns.push_back({"by " + letters(I), Fit::Always, unsigned(I + 1)});
  T.Columns.push_back({"premature", Fit::Always, 0});
  T.Columns.push_back({"evictions", Fit::Always, 0});
  T.Columns.push_back({"useful", Fit::Always, 0});
  for (size_t Victim = 0; Victim != M.Rows.size(); ++Victim)
    T.Rows.push_back(victimRow(M, Victim));
  T.Rows.push_back(totalRow(M));
  uint64_t Premature = M.Same.Premature + M.Different.Premature;
  return headerText(P, Out) +
         fmt::format("\n{}: how often lines that were missed again had been "
                     "evicted, and by whom\n\n",
                     P.Caches.Levels[Options.Level].Name) +
         renderTable(T, Out) +
         fmt::format("\npremature     {} by the same structure, {} by another "
                     "one\n",
                     humanRate(M.Same.Premature, Premature),
                     humanRate(M.Different.Premature, Premature));
}

} // namespace memfacet
