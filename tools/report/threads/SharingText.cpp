//===- SharingText.cpp - lines that threads share, for people -------------===//

#include "tools/report/common/SiteText.h"
#include "tools/report/fields/MemberName.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/threads/SharingReport.h"
#include <algorithm>
#include <fmt/format.h>

namespace memfacet {

std::string endText(const SharingEnd &E) {
  return printable(fmt::format("{}: {}", E.Thread, siteText(E.Site)));
}

namespace {

using Fit = TableColumn::Fit;

std::string rangeText(const SharingTotals &T) {
  if (T.low() == T.high())
    return humanCount(T.low());
  return fmt::format("{} to {}", humanCount(T.low()), humanCount(T.high()));
}

std::string header(const Profile &P, const SharingModel &M) {
  const SharingTotals &T = M.Total;
  std::string Text = fmt::format("program       {}\n", P.Program);
  Text += fmt::format("caches        without end, coherent; map {}; {}\n",
                      P.Sharing.Map, counted(M.Threads.size(), "thread"));
  Text += fmt::format(
      "accesses      {}; misses: {} of new lines, {} of lines lost to other "
      "threads ({} true sharing, {} false)\n",
      humanCount(T.Units), humanCount(T.Cold), humanCount(T.misses()),
      humanCount(T.True), humanCount(T.False));
  Text += fmt::format("certain       {} of these {} in every order of threads",
                      humanCount(T.Certain), humanCount(T.misses()));
  if (T.Ranges)
    Text += fmt::format("; in orders that were tried {}", rangeText(T));
  Text += fmt::format("\ntaken         {} copies of other caches; {} by writes "
                      "to lines that were there\n\n",
                      humanCount(T.Invalidations), humanCount(T.Upgrades));
  return Text;
}

TableRow rowOf(const SharingTotals &T, std::string Name, std::string Class) {
  return {{std::move(Name), std::move(Class), humanCount(T.Units),
           humanCount(T.Cold), humanCount(T.misses()), humanCount(T.True),
           humanCount(T.False), humanCount(T.Certain), rangeText(T)},
          Style::Plain,
          false};
}

void addTo(SharingTotals &To, const SharingTotals &T) {
  SharingVertex V;
  V.Units = T.Units, V.Cold = T.Cold, V.True = T.True, V.False = T.False;
  V.Certain = T.Certain, V.Coarse = T.Coarse, V.Fine = T.Fine;
  To.add(V);
}

Table structures(const Profile &P, const SharingModel &M, size_t Top) {
  Table T;
  T.Columns = {{"structure", Fit::CutEnd},
               {"lines are", Fit::CutEnd},
               {"accesses"},
               {"cold", Fit::Always, 1},
               {"lost"},
               {"true"},
               {"false"},
               {"certain"},
               {"other orders"}};
  SharingTotals Rest, All;
  Rest.Ranges = All.Ranges = P.Sharing.Ranges;
  size_t Shown = std::min(Top, M.Structures.size());
  for (size_t I = 0; I != M.Structures.size(); ++I) {
    const SharingRow &R = M.Structures[I];
    addTo(All, R.Total);
    if (I < Shown)
      T.Rows.push_back(rowOf(R.Total,
                             printable(P.Structures[R.Structure.Value].Name),
                             sharingClassName(R.Class)));
    else
      addTo(Rest, R.Total);
  }
  if (size_t Others = M.Structures.size() - Shown)
    T.Rows.push_back(rowOf(Rest, fmt::format("[{} others]", Others), ""));
  T.Rows.push_back(rowOf(All, "TOTAL", ""));
  T.Rows.back().Look = Style::Bold;
  T.Rows.back().RuleBefore = true;
  return T;
}

/// Shares of accesses; structures whose lines are all private are left out.
Table classes(const Profile &P, const SharingModel &M, size_t Top) {
  Table T;
  T.Columns = {{"structure", Fit::CutEnd}};
  for (size_t C = 0; C != SharingClasses; ++C)
    T.Columns.push_back({sharingClassName(SharingClass(C))});
  for (const SharingRow &R : M.Structures) {
    if (R.Classes[0].Units == R.Total.Units || T.Rows.size() == Top)
      continue;
    TableRow Row;
    Row.Cells = {printable(P.Structures[R.Structure.Value].Name)};
    for (const SharingClassCount &C : R.Classes)
      Row.Cells.push_back(C.Units ? humanRate(C.Units, R.Total.Units) : "");
    T.Rows.push_back(std::move(Row));
  }
  return T;
}

Table edges(const Profile &P, const SharingModel &M, size_t Top) {
  Table T;
  T.Columns = {{"lines"},
               {"cold"},
               {"true"},
               {"false"},
               {"bytes"},
               {"written by thread", Fit::CutEnd},
               {"then missed by", Fit::CutEnd},
               {"structure", Fit::CutEnd}};
  for (const SharingEdgeRow &R : M.Edges) {
    if (T.Rows.size() == Top)
      break;
    const std::string &From = P.Structures[R.From.Structure.Value].Name;
    const std::string &To = P.Structures[R.To.Structure.Value].Name;
    T.Rows.push_back(
        {{humanCount(R.lines()), humanCount(R.Cold), humanCount(R.True),
          humanCount(R.False), humanCount(R.Bytes), endText(R.From),
          endText(R.To), printable(From == To ? To : From + " > " + To)},
         Style::Plain,
         false});
  }
  return T;
}

Table matrix(const SharingModel &M,
             const std::vector<std::vector<uint64_t>> &Of) {
  Table T;
  T.Columns = {{"from"}};
  for (uint32_t Thread : M.Threads)
    T.Columns.push_back({fmt::format("to {}", Thread)});
  for (size_t I = 0; I != M.Threads.size(); ++I) {
    TableRow Row;
    Row.Cells = {fmt::format("{}", M.Threads[I])};
    for (uint64_t N : Of[I])
      Row.Cells.push_back(N ? humanCount(N) : "");
    T.Rows.push_back(std::move(Row));
  }
  return T;
}

/// More threads than a terminal is wide.
constexpr size_t MostColumns = 16;

Table pairs(const SharingModel &M, size_t Top) {
  Table T;
  T.Columns = {{"from"}, {"to"}, {"lines"}, {"bytes"}};
  std::vector<std::array<uint64_t, 4>> Pairs;
  for (size_t From = 0; From != M.Threads.size(); ++From)
    for (size_t To = 0; To != M.Threads.size(); ++To)
      if (uint64_t Lines = M.Lines[From][To], Bytes = M.Bytes[From][To];
          Lines || Bytes)
        Pairs.push_back({Lines, Bytes, M.Threads[From], M.Threads[To]});
  std::ranges::stable_sort(Pairs, std::greater(),
                           [](const auto &P) { return std::pair(P[0], P[1]); });
  Pairs.resize(std::min(Pairs.size(), Top));
  for (const auto &[Lines, Bytes, From, To] : Pairs)
    T.Rows.push_back({{fmt::format("{}", From), fmt::format("{}", To),
                       humanCount(Lines), humanCount(Bytes)},
                      Style::Plain,
                      false});
  return T;
}

/// "takeTask queue.c:31 (62.0 %)": of what other threads had before.
std::string mainPlace(const SharingLockRow &R) {
  if (!R.HandedOver || R.Places.empty() || !R.Places[0].HandedOver)
    return "";
  return fmt::format("{} ({})", printable(placeText(R.Places[0].Site)),
                     humanRate(R.Places[0].HandedOver, R.HandedOver));
}

Table locks(const Profile &P, const SharingModel &M, size_t Top) {
  Table T;
  T.Columns = {{"lock", Fit::CutEnd},
               {"kind", Fit::CutEnd},
               {"taken"},
               {"from another"},
               {"share"},
               {"most often"},
               {"most often taken so at", Fit::CutStart}};
  for (const SharingLockRow &R : M.Locks) {
    if (T.Rows.size() == Top)
      break;
    const Structure &S = P.Structures[R.Structure.Value];
    std::string Name = S.Name;
    if (R.Offset != SharingFight::Other && R.Offset != 0)
      Name += " " + memberName(P, S, R.Offset);
    T.Rows.push_back(
        {{printable(Name), lockKindName(R.Kind), humanCount(R.Taken),
          humanCount(R.HandedOver), humanRate(R.HandedOver, R.Taken),
          R.HandedOver ? fmt::format("{} > {}", R.From, R.To) : "",
          mainPlace(R)},
         Style::Plain,
         false});
  }
  return T;
}

} // namespace

std::string sharingText(const Profile &P, const SharingModel &M,
                        const SharingOptions &Options, const Terminal &Out) {
  std::string Text = header(P, M);
  Text += renderTable(structures(P, M, Options.Top), Out);
  if (Table T = classes(P, M, Options.Top); !T.Rows.empty())
    Text += "\nAccesses by how their lines are used:\n\n" + renderTable(T, Out);
  if (Options.Edges && !M.Edges.empty())
    Text += "\nWhat was written and missed:\n\n" +
            renderTable(edges(P, M, Options.Top), Out);
  if (M.Threads.size() > MostColumns) {
    Text += "\nFrom thread to thread, those with most lines:\n\n" +
            renderTable(pairs(M, Options.Top), Out);
  } else if (M.Threads.size() > 1) {
    Text += "\nLines that go from thread to thread:\n\n" +
            renderTable(matrix(M, M.Lines), Out);
    Text += "\nBytes that were written by one and read by the other:\n\n" +
            renderTable(matrix(M, M.Bytes), Out);
  }
  if (!M.Locks.empty())
    Text += "\nLocks, taken after somebody had them:\n\n" +
            renderTable(locks(P, M, Options.Top), Out);
  return Text;
}

} // namespace memfacet
