//===- Table.cpp - renders tables -----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/format/Table.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <fmt/ranges.h>
#include <numeric>

namespace memfacet::report {

namespace {

constexpr size_t Gap = 2;
/// The width that a text keeps as long as another column can be left out: the
/// first text, which says what a row is about, and others.
constexpr size_t LeastFirst = 26, LeastOther = 18;
/// The width of a text if all else has been tried.
constexpr size_t LeastText = 8;

using Fit = TableColumn::Fit;

/// Which columns are shown, and how wide.
struct Layout {
  std::vector<size_t> Columns, Widths;
  std::vector<size_t> LeftOut; ///< in the order of the table

  size_t total() const {
    size_t Gaps = Widths.empty() ? 0 : Gap * (Widths.size() - 1);
    return std::accumulate(Widths.begin(), Widths.end(), Gaps);
  }
};

Layout naturalLayout(const Table &T) {
  Layout L;
  for (size_t C = 0; C != T.Columns.size(); ++C) {
    size_t Width = displayWidth(T.Columns[C].Header);
    for (const TableRow &Row : T.Rows)
      Width = std::max(Width, displayWidth(Row.Cells[C]));
    L.Columns.push_back(C);
    L.Widths.push_back(Width);
  }
  return L;
}

bool isText(const Table &T, size_t C) {
  return T.Columns[C].Fits != Fit::Always;
}

/// Returns the width that the text of column \p I keeps.
size_t least(const Table &T, const Layout &L, size_t I) {
  auto First =
      std::ranges::find_if(L.Columns, [&](size_t C) { return isText(T, C); });
  bool IsFirst = size_t(First - L.Columns.begin()) == I;
  return IsFirst ? LeastFirst : LeastOther;
}

/// Returns the width that can be gained by cutting texts.
size_t slack(const Table &T, const Layout &L) {
  size_t Slack = 0;
  for (size_t I = 0; I != L.Columns.size(); ++I)
    if (size_t Least = least(T, L, I);
        isText(T, L.Columns[I]) && L.Widths[I] > Least)
      Slack += L.Widths[I] - Least;
  return Slack;
}

void drop(Layout &L, size_t I) {
  L.LeftOut.push_back(L.Columns[I]);
  L.Columns.erase(L.Columns.begin() + std::ptrdiff_t(I));
  L.Widths.erase(L.Widths.begin() + std::ptrdiff_t(I));
}

/// Drops the column with the highest Spare. Returns false if there is none.
bool dropOneColumn(const Table &T, Layout &L) {
  size_t Best = L.Columns.size();
  unsigned Spare = 0;
  for (size_t I = 0; I != L.Columns.size(); ++I)
    if (T.Columns[L.Columns[I]].Spare > Spare) {
      Spare = T.Columns[L.Columns[I]].Spare;
      Best = I;
    }
  if (Best == L.Columns.size())
    return false;
  drop(L, Best);
  return true;
}

/// Drops the last column of numbers, but the first of them stays; if there is
/// no other, the last text. Returns false if no column can go.
bool dropLastColumn(const Table &T, Layout &L) {
  for (bool Texts : {false, true}) {
    std::vector<size_t> Candidates;
    for (size_t I = 0; I != L.Columns.size(); ++I)
      if (isText(T, L.Columns[I]) == Texts)
        Candidates.push_back(I);
    if (Candidates.size() > 1) {
      drop(L, Candidates.back());
      return true;
    }
  }
  return false;
}

/// Makes the widest text that is wider than \p Least narrower by one. Returns
/// false if there is none.
template <typename LeastOf>
bool cutWidestText(const Table &T, Layout &L, LeastOf Least) {
  size_t Best = L.Columns.size(), Width = 0;
  for (size_t I = 0; I != L.Columns.size(); ++I)
    if (isText(T, L.Columns[I]) && L.Widths[I] > std::max(Width, Least(I))) {
      Width = L.Widths[I];
      Best = I;
    }
  if (Best == L.Columns.size())
    return false;
  --L.Widths[Best];
  return true;
}

/// Leaves out columns that can be spared, then others; then cuts texts.
Layout fitLayout(const Table &T, size_t Width) {
  Layout L = naturalLayout(T);
  if (Width == 0)
    return L;
  while (L.total() > Width + slack(T, L) && dropOneColumn(T, L))
    ;
  while (L.total() > Width + slack(T, L) && dropLastColumn(T, L))
    ;
  while (L.total() > Width &&
         cutWidestText(T, L, [&](size_t I) { return least(T, L, I); }))
    ;
  while (L.total() > Width &&
         cutWidestText(T, L, [](size_t) { return LeastText; }))
    ;
  return L;
}

std::string fittedCell(Fit Fits, const std::string &Cell, size_t Width) {
  switch (Fits) {
  case Fit::CutPath:
    return elidedPath(Cell, Width);
  case Fit::Chart:
    return shrunkChart(Cell, Width);
  case Fit::CutEnd:
    return cutAtEnd(Cell, Width);
  default:
    return elided(Cell, Width);
  }
}

std::string renderLine(const Table &T, const Layout &L,
                       const std::vector<std::string> &Cells) {
  std::string Line;
  for (size_t I = 0; I != L.Columns.size(); ++I) {
    Fit Fits = T.Columns[L.Columns[I]].Fits;
    std::string Cell = fittedCell(Fits, Cells[L.Columns[I]], L.Widths[I]);
    std::string Fill(L.Widths[I] - displayWidth(Cell), ' ');
    if (I != 0)
      Line.append(Gap, ' ');
    Line += Fits == Fit::Always ? Fill + Cell : Cell + Fill;
  }
  Line.erase(Line.find_last_not_of(' ') + 1);
  return Line;
}

/// Returns a line that names the columns that were left out.
std::string leftOut(const Table &T, Layout L, const Terminal &Out) {
  if (L.LeftOut.empty())
    return {};
  std::ranges::sort(L.LeftOut);
  std::vector<std::string> Names;
  for (size_t C : L.LeftOut)
    if (const std::string &Name = T.Columns[C].Header;
        !Name.empty() && std::ranges::find(Names, Name) == Names.end())
      Names.push_back(Name);
  constexpr size_t MostNamed = 8;
  if (size_t All = Names.size(); All > MostNamed) {
    Names.resize(MostNamed);
    Names.push_back(fmt::format("{} more", All - MostNamed));
  }
  std::string Line = fmt::format("not in {} columns: {}; add --wide", Out.Width,
                                 fmt::join(Names, ", "));
  return styled(Out, Style::Dim, wrapped(Line, 0, Out.Width));
}

} // namespace

std::string renderTable(Table T, const Terminal &Out) {
  for (const TableRow &Row : T.Rows)
    MEMFACET_CHECK(Row.Cells.size() == T.Columns.size(),
                   "a row has a cell for each column");
  // A cell may have any bytes.
  for (TableRow &Row : T.Rows)
    for (std::string &Cell : Row.Cells)
      Cell = printable(Cell);
  Layout L = fitLayout(T, Out.Width);
  std::vector<std::string> Headers;
  for (const TableColumn &C : T.Columns)
    Headers.push_back(C.Header);
  std::string Text = styled(Out, Style::Bold, renderLine(T, L, Headers)) + "\n";
  for (const TableRow &Row : T.Rows) {
    if (Row.RuleBefore)
      Text += styled(Out, Style::Dim, std::string(L.total(), '-')) + "\n";
    Text += styled(Out, Row.Look, renderLine(T, L, Row.Cells)) + "\n";
  }
  return Text + leftOut(T, std::move(L), Out);
}

} // namespace memfacet::report
