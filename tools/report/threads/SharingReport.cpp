//===- SharingReport.cpp - shared lines as text, JSON and CSV -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/threads/SharingReport.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <ranges>

namespace memfacet::report {

std::string endText(const result::Profile &P, const ThreadSite &E) {
  return printable(fmt::format("{}: {}", E.Thread, siteText(P, E.Site)));
}

namespace {

using Fit = TableColumn::Fit;

std::string rangeText(const SharingTotals &T) {
  return lostRangeText({T.low(), T.high()});
}

/// Returns the header for lines that the program has followed.
std::string followedHeader(const result::Profile &P, const SharingModel &M) {
  const SharingTotals &T = M.Total;
  std::string Text = lostHeader(P) + followedText(P, M.Threads.size());
  Text += fmt::format(
      "misses        {} of lines lost to other threads ({} true sharing, {} "
      "false), {} seen, 95 % {};\n              another run {}\n",
      humanCount(T.misses()), humanCount(T.True), humanCount(T.False),
      humanCount(T.Certain), rangeText(T), lostRangeText(T.AnyRun));
  return Text + fmt::format("cold          {} times a thread came for the "
                            "first time to a line that "
                            "another one had written\n\n",
                            humanCount(T.Cold));
}

std::string header(const result::Profile &P, const SharingModel &M) {
  const SharingTotals &T = M.Total;
  std::string Text = fmt::format("program       {}\n", P.Program);
  if (P.Sharing.Followed)
    return Text + followedHeader(P, M);
  Text += lostHeader(P);
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

/// \p Followed: SharingTable::Followed.
Columns<SharingTotals> totalColumns(bool Followed) {
  Columns<SharingTotals> Cs = {
      countColumn("accesses", "accesses", [](auto &T) { return T.Units; }),
      countColumn(
          "cold", "cold", [](auto &T) { return T.Cold; }, 1),
      forPeople("lost", [](auto &T) { return humanCount(T.misses()); }),
      countColumn("true", "true_sharing", [](auto &T) { return T.True; }),
      countColumn("false", "false_sharing", [](auto &T) { return T.False; }),
      forJson("misses", [](auto &T) { return T.misses(); }),
      countColumn(Followed ? "seen" : "certain", "certain",
                  [](auto &T) { return T.Certain; }),
      forPeople(Followed ? "95 % interval" : "other orders", rangeText),
      forPrograms("low", [](auto &T) { return T.low(); }),
      forPrograms("high", [](auto &T) { return T.high(); }),
      forPrograms("invalidations", [](auto &T) { return T.Invalidations; }),
      forPrograms("upgrades", [](auto &T) { return T.Upgrades; })};
  if (Followed)
    addColumns<SharingTotals>(
        Cs,
        {forPeople("another run",
                   [](auto &T) { return lostRangeText(T.AnyRun); }),
         forPrograms("any_run_low", [](auto &T) { return T.AnyRun.Low; }),
         forPrograms("any_run_high", [](auto &T) { return T.AnyRun.High; })});
  return Cs;
}

Json classesJson(const SharingRow &R) {
  Json List = Json::array();
  for (size_t C = 0; C != result::SharingClasses; ++C)
    if (const result::SharingClassCount &Count = R.Classes[C];
        Count.Lines || Count.Units)
      List.push_back(
          {{"class", result::sharingClassName(result::SharingClass(C))},
           {"lines", Count.Lines},
           {"accesses", Count.Units},
           {"true_sharing", Count.True},
           {"false_sharing", Count.False}});
  return List;
}

/// A structure, or for people a sum of structures.
struct StructureRow {
  SharingRow Row;
  std::string Sum = {}; ///< the name of a sum; empty: it is none
};

/// \p P outlives the columns.
Columns<StructureRow> structureColumns(const result::Profile &P) {
  auto Name = [&P](auto &R) {
    return P.Structures[R.Row.Structure.Value].Name;
  };
  Columns<StructureRow> Cs = {
      {"structure", "name", Name,
       orSum([&P](auto &R) { return tableName(P, R.Row.Structure); }),
       Fit::CutMiddle},
      forPrograms("structure_id",
                  [](auto &R) { return R.Row.Structure.Value; }),
      forPeople("lines are", unlessSum([](auto &R) {
                  return result::sharingClassName(R.Row.Class);
                }),
                Fit::CutMiddle)};
  addColumns(Cs, partColumns<StructureRow>(
                     totalColumns(P.Sharing.Followed),
                     [](auto &R) -> auto & { return R.Row.Total; }));
  addColumns<StructureRow>(
      Cs, {forPrograms(
               "class",
               [](auto &R) { return result::sharingClassName(R.Row.Class); }),
           forJson("classes", [](auto &R) { return classesJson(R.Row); })});
  return Cs;
}

void addTo(SharingTotals &Sum, const SharingTotals &T) {
  result::SharingVertex V;
  V.Units = T.Units, V.Cold = T.Cold, V.True = T.True, V.False = T.False;
  V.Certain = T.Certain, V.Coarse = T.Coarse, V.Fine = T.Fine;
  Sum.add(V);
  Sum.AnyRun += T.AnyRun;
}

Table structures(const result::Profile &P, const SharingModel &M, size_t Top) {
  Columns<StructureRow> Cs = structureColumns(P);
  Table T = emptyTable(Cs);
  SharingRow All;
  All.Total.Ranges = M.Total.Ranges;
  auto Show = [](const SharingRow &R, const std::string &Sum) {
    return StructureRow{R, Sum};
  };
  auto Add = [](SharingRow &Sum, const SharingRow &R) {
    addTo(Sum.Total, R.Total);
  };
  addFirst(T, Cs, M.Structures, Top, Show, Add, All);
  for (const SharingRow &R : M.Structures)
    Add(All, R);
  if (P.Sharing.Followed && All.Total.misses() == M.Total.misses())
    All.Total.Interval = M.Total.Interval;
  addTotal(T, Cs, Show(All, "TOTAL"));
  return T;
}

/// Returns shares of accesses; structures whose lines are all private are left
/// out.
Table classes(const result::Profile &P, const SharingModel &M, size_t Top) {
  Table T;
  T.Columns = {{"structure", Fit::CutMiddle}};
  for (size_t C = 0; C != result::SharingClasses; ++C)
    T.Columns.push_back({result::sharingClassName(result::SharingClass(C))});
  for (const SharingRow &R : M.Structures) {
    if (P.Sharing.Followed || R.Classes[0].Units == R.Total.Units ||
        T.Rows.size() == Top)
      continue;
    TableRow Row;
    Row.Cells = {tableName(P, R.Structure)};
    for (const result::SharingClassCount &C : R.Classes)
      Row.Cells.push_back(C.Units ? humanRate(C.Units, R.Total.Units) : "");
    T.Rows.push_back(std::move(Row));
  }
  return T;
}

std::string structuresText(const result::Profile &P, const SharingEdgeRow &R) {
  std::string Written = tableName(P, R.Writer.Structure);
  std::string Missed = tableName(P, R.Victim.Structure);
  return Written == Missed ? Missed : Written + " > " + Missed;
}

/// \p P outlives the columns.
Columns<SharingEdgeRow> edgeColumns(const result::Profile &P) {
  Columns<ThreadSite> Ends = threadSiteColumns(P);
  return {
      forPrograms("from",
                  [Ends](auto &R) { return jsonObject(Ends, R.Writer); }),
      forPrograms("to", [Ends](auto &R) { return jsonObject(Ends, R.Victim); }),
      forPeople("lines", [](auto &R) { return humanCount(R.lines()); }),
      countColumn("cold", "cold", [](auto &R) { return R.Cold; }),
      countColumn("true", "true_sharing", [](auto &R) { return R.True; }),
      countColumn("false", "false_sharing", [](auto &R) { return R.False; }),
      countColumn("bytes", "bytes", [](auto &R) { return R.Bytes; }),
      forPeople(
          "written by thread", [&P](auto &R) { return endText(P, R.Writer); },
          Fit::CutMiddle),
      forPeople(
          "then missed by", [&P](auto &R) { return endText(P, R.Victim); },
          Fit::CutMiddle),
      forPeople(
          "structure", [&P](auto &R) { return structuresText(P, R); },
          Fit::CutMiddle)};
}

Table matrix(const SharingModel &M,
             const std::vector<std::vector<uint64_t>> &Counts) {
  return threadMatrix(M.Threads, Counts, [](uint64_t Count) {
    return Count ? humanCount(Count) : "";
  });
}

/// A matrix of more threads is wider than a terminal.
constexpr size_t MostColumns = 16;

Table pairs(const SharingModel &M, size_t Top) {
  Table T;
  T.Columns = {{"from"}, {"to"}, {"lines"}, {"bytes"}};
  std::vector<std::array<uint64_t, 4>> Pairs;
  for (size_t Writer = 0; Writer != M.Threads.size(); ++Writer)
    for (size_t Victim = 0; Victim != M.Threads.size(); ++Victim)
      if (uint64_t Lines = M.Lines[Writer][Victim],
          Bytes = M.Bytes[Writer][Victim];
          Lines || Bytes)
        Pairs.push_back({Lines, Bytes, M.Threads[Writer], M.Threads[Victim]});
  std::ranges::stable_sort(Pairs, std::greater(),
                           [](const auto &P) { return std::pair(P[0], P[1]); });
  Pairs.resize(std::min(Pairs.size(), Top));
  for (const auto &[Lines, Bytes, Writer, Victim] : Pairs)
    T.Rows.push_back({{fmt::format("{}", Writer), fmt::format("{}", Victim),
                       humanCount(Lines), humanCount(Bytes)},
                      Style::Plain,
                      false});
  return T;
}

} // namespace

std::string sharingText(const result::Profile &P, const SharingModel &M,
                        const SharingOptions &Options, const Terminal &Out) {
  std::string Text = header(P, M);
  Text += renderTable(structures(P, M, Options.Top), Out);
  if (Table T = classes(P, M, Options.Top); !T.Rows.empty())
    Text += "\nAccesses by how their lines are used:\n\n" + renderTable(T, Out);
  if (Options.Edges && !M.Edges.empty())
    Text += "\nWhat was written and missed:\n\n" +
            renderTable(tableOf(edgeColumns(P),
                                M.Edges | std::views::take(Options.Top)),
                        Out);
  if (M.Threads.size() > MostColumns) {
    Text += "\nFrom thread to thread, those with most lines:\n\n" +
            renderTable(pairs(M, Options.Top), Out);
  } else if (M.Threads.size() > 1) {
    Text += "\nLines that go from thread to thread:\n\n" +
            renderTable(matrix(M, M.Lines), Out);
    if (!P.Sharing.Followed)
      Text += "\nBytes that were written by one and read by the other:\n\n" +
              renderTable(matrix(M, M.Bytes), Out);
  }
  if (!M.Locks.empty())
    Text += "\nLocks, taken after somebody had them:\n\n" +
            renderTable(lockTable(P, M, Options.Top), Out);
  return Text;
}

std::string sharingJson(const result::Profile &P, const SharingModel &M) {
  return jsonText(
      {{"schema", ReportSchemaVersion},
       {"program", P.Program},
       {"map", P.Sharing.Map},
       {"ranges", P.Sharing.Ranges},
       {"followed", P.Sharing.Followed},
       {"total", jsonObject(totalColumns(P.Sharing.Followed), M.Total)},
       {"structures", jsonRows(structureColumns(P), M.Structures)},
       {"edges", jsonRows(edgeColumns(P), M.Edges)},
       {"matrix_threads", M.Threads},
       {"matrix_lines", M.Lines},
       {"matrix_bytes", M.Bytes},
       {"locks", locksJson(P, M)}});
}

namespace {

/// The counts of one thread for one structure at one site.
struct VertexRow {
  ThreadSite Vertex;
  SharingTotals Total;
};

Columns<VertexRow> vertexColumns(const result::Profile &P) {
  auto Vertex = [](const VertexRow &R) -> auto & { return R.Vertex; };
  auto Total = [](const VertexRow &R) -> auto & { return R.Total; };
  Columns<VertexRow> Cs = csvColumnsOf<VertexRow>(threadSiteColumns(P), Vertex);
  // The structure comes first.
  std::ranges::rotate(Cs, std::prev(Cs.end()));
  addColumns(Cs,
             csvColumnsOf<VertexRow>(totalColumns(P.Sharing.Followed), Total));
  return Cs;
}

} // namespace

std::string sharingCsv(const result::Profile &P,
                       const SharingOptions &Options) {
  Columns<VertexRow> Cs = vertexColumns(P);
  std::string Text = csvHeader(Cs);
  for (const result::SharingVertex &V : P.Sharing.Vertices) {
    if (!Options.Named.empty() &&
        std::ranges::count(Options.Named, V.Structure) == 0)
      continue;
    VertexRow R = {endOf(P.Sharing, V), {}};
    R.Total.Ranges = P.Sharing.Ranges && !P.Sharing.Followed;
    R.Total.add(V);
    // How often a site accesses a line is not known.
    R.Total.AnyRun = {V.Coarse, V.Fine};
    Text += csvRow(Cs, R);
  }
  return Text;
}

} // namespace memfacet::report
