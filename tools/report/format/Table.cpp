//===- Table.cpp - the one renderer of tables -----------------------------===//

#include "tools/report/format/Table.h"
#include <algorithm>
#include <numeric>

namespace memfacet {

namespace {

constexpr size_t Gap = 2;
constexpr size_t LeastText = 10; ///< columns of a text that is cut

using Fit = TableColumn::Fit;

/// Which columns are shown, and how wide.
struct Layout {
  std::vector<size_t> Columns, Widths;

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

/// What can be gained by cutting texts.
size_t slack(const Table &T, const Layout &L) {
  size_t Slack = 0;
  for (size_t I = 0; I != L.Columns.size(); ++I)
    if (T.Columns[L.Columns[I]].Fits != Fit::Always && L.Widths[I] > LeastText)
      Slack += L.Widths[I] - LeastText;
  return Slack;
}

/// False: nothing can be spared.
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
  L.Columns.erase(L.Columns.begin() + std::ptrdiff_t(Best));
  L.Widths.erase(L.Widths.begin() + std::ptrdiff_t(Best));
  return true;
}

/// Takes a column of the screen from the widest text; false: none is left.
bool cutWidestText(const Table &T, Layout &L) {
  size_t Best = L.Columns.size(), Width = LeastText;
  for (size_t I = 0; I != L.Columns.size(); ++I)
    if (T.Columns[L.Columns[I]].Fits != Fit::Always && L.Widths[I] > Width) {
      Width = L.Widths[I];
      Best = I;
    }
  if (Best == L.Columns.size())
    return false;
  --L.Widths[Best];
  return true;
}

Layout fitLayout(const Table &T, size_t Width) {
  Layout L = naturalLayout(T);
  if (Width == 0)
    return L;
  while (L.total() > Width + slack(T, L) && dropOneColumn(T, L))
    ;
  while (L.total() > Width && cutWidestText(T, L))
    ;
  return L;
}

std::string renderLine(const Table &T, const Layout &L,
                       const std::vector<std::string> &Cells) {
  std::string Line;
  for (size_t I = 0; I != L.Columns.size(); ++I) {
    Fit Fits = T.Columns[L.Columns[I]].Fits;
    std::string Cell =
        truncated(Cells[L.Columns[I]], L.Widths[I], Fits == Fit::CutStart);
    std::string Fill(L.Widths[I] - displayWidth(Cell), ' ');
    if (I != 0)
      Line.append(Gap, ' ');
    Line += Fits == Fit::Always ? Fill + Cell : Cell + Fill;
  }
  Line.erase(Line.find_last_not_of(' ') + 1);
  return Line;
}

} // namespace

std::string renderTable(const Table &T, const Terminal &Out) {
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
  return Text;
}

} // namespace memfacet
