//===- HotSpotReport.cpp - hot-spots as text, JSON and CSV ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/threads/HotSpotReport.h"
#include "tools/report/common/LostLines.h"
#include "tools/report/common/Places.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/fields/FieldLayout.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <cmath>
#include <ranges>

namespace memfacet::report {

namespace {

using Fit = TableColumn::Fit;

uint64_t whole(double Count) { return uint64_t(std::llround(Count)); }

std::string share(double Part, double Whole) {
  return Whole > 0 ? fmt::format("{:.1f} %", 100 * Part / Whole) : "-";
}

std::string structureText(const result::Profile &P, StructureId Id,
                          uint32_t Site) {
  std::string Text = tableName(P, Id);
  std::string Field = fieldName(P, sitesOfSpots(P)[Site].Field);
  return Field.empty() ? Text : Text + " " + Field;
}

std::string threadsText(const std::vector<uint32_t> &Threads) {
  std::string Text;
  for (size_t I = 0; I != Threads.size();) {
    size_t End = I + 1;
    while (End != Threads.size() && Threads[End] == Threads[End - 1] + 1)
      ++End;
    Text += Text.empty() ? "" : ",";
    Text += End - I > 2 ? fmt::format("{}-{}", Threads[I], Threads[End - 1])
                        : fmt::format("{}", Threads[I]);
    I = End - I > 2 ? End : I + 1;
  }
  return Text;
}

std::string causeText(const result::Profile &P, const threads::HotSpot &S) {
  if (S.Causes.empty())
    return "";
  const threads::HotSpotCause &C = S.Causes.front();
  return fmt::format("{} by {} ({})", siteText(P, sitesOfSpots(P)[C.Site]),
                     threadsText(C.Threads),
                     share(C.Misses, S.Expected.Invalidated));
}

/// Returns the header for lines that the program has followed.
std::string followedHeader(const result::Profile &P,
                           const threads::HotSpotStudy &Study) {
  const threads::ExpectedCounts &T = Study.Total;
  LostLines Lost = allLostLines(P);
  Lost.TrueSharing += Lost.FalseSharing;
  return fmt::format(
      "{}"
      "expected      {} misses whose line another cache's write took ({} to "
      "{}), {} of accesses;\n"
      "              {} times a thread came to a line that another one had "
      "written;\n"
      "              another run {}\n\n",
      followedText(P, Study.Threads.size()), humanCount(whole(T.Invalidated)),
      humanCount(whole(Study.Low)), humanCount(whole(Study.High)),
      share(T.Invalidated, T.Accesses), humanCount(whole(T.Cold)),
      lostRangeText(Lost.TrueSharing));
}

std::string header(const threads::HotSpotStudy &Study,
                   const HotSpotView &View) {
  std::string Room = View.CacheLines > 0
                         ? fmt::format("{} lines each", View.CacheLines)
                         : std::string("with room for all lines");
  const threads::ExpectedCounts &T = Study.Total;
  return fmt::format(
      "caches        {}, threads to caches: {}; {}\n"
      "expected      {} misses whose line another cache's write took ({} to "
      "{}), {} of accesses;\n"
      "              {} invalidations sent, {} cold misses{}\n\n",
      counted(Study.Threads.size(), "cache"), View.Map, Room,
      humanCount(whole(T.Invalidated)), humanCount(whole(Study.Low)),
      humanCount(whole(Study.High)), share(T.Invalidated, T.Accesses),
      humanCount(whole(T.Sent)), humanCount(whole(T.Cold)),
      View.CacheLines > 0
          ? fmt::format(", {} for want of room", humanCount(whole(T.Evicted)))
          : "");
}

bool isShown(const threads::HotSpot &S, const HotSpotView &View) {
  return (S.Hot || View.All) && isNamed(S, View);
}

/// Returns the spots for programs.
auto named(const threads::HotSpotStudy &Study, const HotSpotView &View) {
  return Study.Spots | std::views::filter([&](const threads::HotSpot &S) {
           return isNamed(S, View);
         });
}

/// A place in the code, as JSON and CSV have it.
struct Place {
  const result::PairSite &Site;
  StructureId Structure;
};

Columns<Place> placeColumns(const result::Profile &P) {
  auto Cs = partColumns<Place>(siteColumns(),
                               [](auto &R) -> auto & { return R.Site; });
  addColumns<Place>(
      Cs, {forPrograms(
               "structure",
               [&P](auto &R) { return P.Structures[R.Structure.Value].Name; }),
           forJson("structure_id", [](auto &R) { return R.Structure.Value; }),
           forPrograms("field",
                       [&P](auto &R) { return fieldName(P, R.Site.Field); })});
  return Cs;
}

/// A hot-spot, or for people a sum of them.
struct SpotRow {
  const threads::HotSpot &Spot;
  uint64_t Simulated = 0;
  std::string Sum = {}; ///< the name of a sum; empty: it is none
};

/// Returns the columns of the table.
Columns<SpotRow> shownColumns(const result::Profile &P,
                              const threads::HotSpotStudy &Study,
                              bool HasSimulated) {
  auto UnlessSum = [](auto Text) {
    return unlessSum([Text](const SpotRow &R) { return Text(R.Spot); });
  };
  Columns<SpotRow> Cs = {forPeople("misses", [](auto &R) {
    return humanCount(whole(R.Spot.Expected.Invalidated));
  })};
  if (HasSimulated)
    Cs.push_back(forPeople("simulated",
                           [](auto &R) { return humanCount(R.Simulated); }));
  addColumns<SpotRow>(
      Cs,
      {forPeople("95 % interval", UnlessSum([](auto &S) {
                   return fmt::format("{} to {}", humanCount(whole(S.Low)),
                                      humanCount(whole(S.High)));
                 })),
       forPeople("share",
                 [&Study](auto &R) {
                   return share(R.Spot.Expected.Invalidated,
                                Study.Total.Invalidated);
                 }),
       forPeople("false", UnlessSum([](auto &S) {
                   return share(S.Expected.Unshared, S.Expected.Classified);
                 })),
       forPeople("sends", UnlessSum([](auto &S) {
                   return humanCount(whole(S.Expected.Sent));
                 })),
       forPeople("threads",
                 UnlessSum([](auto &S) { return threadsText(S.Threads); })),
       forPeople("place", orSum([&P](auto &R) {
                   return printable(siteText(P, sitesOfSpots(P)[R.Spot.Site]));
                 }),
                 Fit::CutMiddle),
       forPeople("structure", UnlessSum([&P](auto &S) {
                   return printable(structureText(P, S.Structure, S.Site));
                 }),
                 Fit::CutMiddle),
       forPeople("after", UnlessSum([&P](auto &S) {
                   return printable(causeText(P, S));
                 }),
                 Fit::CutMiddle)});
  return Cs;
}

/// Returns the columns of expected counts, in CSV.
Columns<SpotRow> countColumns() {
  auto Count = [](const char *Key, auto Get) {
    return Column<SpotRow>{
        .Key = Key,
        .Value = [Get](auto &R) { return fmt::format("{:.1f}", Get(R.Spot)); },
        .In = Forms::Csv};
  };
  return {Count("invalidated", [](auto &S) { return S.Expected.Invalidated; }),
          Count("low", [](auto &S) { return S.Low; }),
          Count("high", [](auto &S) { return S.High; }),
          Count("false_sharing", [](auto &S) { return S.Expected.Unshared; }),
          Count("told_sharing", [](auto &S) { return S.Expected.Classified; }),
          Count("cold", [](auto &S) { return S.Expected.Cold; }),
          Count("evicted", [](auto &S) { return S.Expected.Evicted; }),
          Count("sent", [](auto &S) { return S.Expected.Sent; }),
          Count("accesses", [](auto &S) { return S.Expected.Accesses; }),
          forCsv("hot", [](auto &R) { return R.Spot.Hot; }),
          forCsv("reliable", [](auto &R) { return R.Spot.Reliable; })};
}

Json countsJson(const threads::ExpectedCounts &C) {
  return {{"accesses", C.Accesses},
          {"invalidated", C.Invalidated},
          {"false_sharing", C.Unshared},
          {"told_sharing", C.Classified},
          {"cold", C.Cold},
          {"evicted", C.Evicted},
          {"invalidations_sent", C.Sent}};
}

Json causesJson(const result::Profile &P, const threads::HotSpot &S) {
  Columns<Place> Places = placeColumns(P);
  Json Causes = Json::array();
  for (const threads::HotSpotCause &C : S.Causes) {
    Causes.push_back(
        jsonObject(Places, {sitesOfSpots(P)[C.Site], C.Structure}));
    Causes.back()["misses"] = C.Misses;
    Causes.back()["threads"] = C.Threads;
  }
  return Causes;
}

Json simulatedJson(const result::Profile &P, const threads::HotSpot &S,
                   const SimulatedSpots &Exact) {
  if (Exact.empty())
    return leftOut();
  SimulatedSpots::Counts C = Exact.at(sitesOfSpots(P)[S.Site], S.Structure);
  return {{"invalidated", C.Misses},
          {"certain", C.Certain},
          {"coarse", C.Coarse},
          {"fine", C.Fine},
          {"invalidations_sent", C.Sent}};
}

/// Returns what JSON has in addition to the place.
Columns<SpotRow> jsonColumns(const result::Profile &P,
                             const SimulatedSpots &Exact) {
  auto JsonColumn = [](const char *Key, auto Get) {
    return Column<SpotRow>{.Key = Key,
                           .Value = [Get](auto &R) { return Get(R.Spot); },
                           .In = Forms::Json};
  };
  return {
      JsonColumn("hot", [](auto &S) { return S.Hot; }),
      JsonColumn("reliable", [](auto &S) { return S.Reliable; }),
      JsonColumn("choices", [](auto &S) { return S.Choices; }),
      JsonColumn("threads", [](auto &S) { return S.Threads; }),
      JsonColumn("expected", [](auto &S) { return countsJson(S.Expected); }),
      JsonColumn("invalidated_low", [](auto &S) { return S.Low; }),
      JsonColumn("invalidated_high", [](auto &S) { return S.High; }),
      JsonColumn("sent_low", [](auto &S) { return S.SentLow; }),
      JsonColumn("sent_high", [](auto &S) { return S.SentHigh; }),
      JsonColumn("causes", [&P](auto &S) { return causesJson(P, S); }),
      JsonColumn("simulated",
                 [&](auto &S) { return simulatedJson(P, S, Exact); }),
      JsonColumn("advice", [&P](auto &S) { return hotSpotAdvice(P, S); })};
}

/// All arguments outlive the columns.
Columns<SpotRow> columnsOf(const result::Profile &P,
                           const threads::HotSpotStudy &Study,
                           const SimulatedSpots &Exact) {
  Columns<SpotRow> Cs = shownColumns(P, Study, !Exact.empty());
  addColumns(Cs, countColumns());
  for (const Column<Place> &C : placeColumns(P))
    Cs.push_back({.Key = C.Key,
                  .Value =
                      [&P, C](auto &R) {
                        return C.Value(
                            {sitesOfSpots(P)[R.Spot.Site], R.Spot.Structure});
                      },
                  .In = C.In});
  addColumns(Cs, jsonColumns(P, Exact));
  return Cs;
}

Table spots(const result::Profile &P, const threads::HotSpotStudy &Study,
            const HotSpotView &View) {
  SimulatedSpots Exact = simulatedSpots(P);
  Columns<SpotRow> Cs = columnsOf(P, Study, Exact);
  Table T = emptyTable(Cs);
  size_t Left = 0;
  threads::HotSpot Rest, All;
  All.Expected = Study.Total;
  uint64_t ExactRest = Exact.total().Misses;
  for (const threads::HotSpot &S : Study.Spots) {
    if (isShown(S, View) && T.Rows.size() < View.Top) {
      uint64_t Simulated =
          Exact.at(sitesOfSpots(P)[S.Site], S.Structure).Misses;
      addRow(T, Cs, {S, Simulated});
      ExactRest -= Simulated;
      continue;
    }
    ++Left;
    Rest.Expected.Invalidated += S.Expected.Invalidated;
  }
  if (Left)
    addRow(T, Cs, {Rest, ExactRest, fmt::format("[{} others]", Left)});
  addTotal(T, Cs, {All, Exact.total().Misses, "TOTAL"});
  return T;
}

std::string adviceText(const result::Profile &P,
                       const threads::HotSpotStudy &Study,
                       const HotSpotView &View) {
  std::string Text;
  size_t Count = 0;
  for (const threads::HotSpot &S : Study.Spots) {
    std::string Advice = hotSpotAdvice(P, S);
    if (!S.Hot || !isShown(S, View) || Advice.empty() || Count == 3)
      continue;
    ++Count;
    Text += fmt::format(
        "\n{}, {}:\n    {}\n", printable(siteText(P, sitesOfSpots(P)[S.Site])),
        printable(structureText(P, S.Structure, S.Site)), Advice);
  }
  return Text;
}

} // namespace

std::string hotSpotText(const result::Profile &P,
                        const threads::HotSpotStudy &Study,
                        const HotSpotView &View, const Terminal &Out) {
  std::string Text =
      hasFollowedSpots(P) ? followedHeader(P, Study) : header(Study, View);
  size_t Hot =
      size_t(std::ranges::count(Study.Spots, true, &threads::HotSpot::Hot));
  Text +=
      fmt::format("{} with more than {} such misses\n\n",
                  counted(Hot, "hot-spot"), humanCount(whole(Study.Threshold)));
  if (Study.Spots.empty())
    return Text;
  return Text + renderTable(spots(P, Study, View), Out) +
         adviceText(P, Study, View);
}

std::string hotSpotJson(const result::Profile &P,
                        const threads::HotSpotStudy &Study,
                        const HotSpotView &View) {
  SimulatedSpots Exact = simulatedSpots(P);
  Json Rows = jsonRows(columnsOf(P, Study, Exact), named(Study, View));
  return jsonText({{"schema", ReportSchemaVersion},
                   {"program", P.Program},
                   {"period", P.Pairs.Period},
                   {"seed", P.Pairs.Seed},
                   {"map", View.Map},
                   {"cache_lines", View.CacheLines},
                   {"caches", Study.Threads},
                   {"miss_ratios", Study.MissRatios},
                   {"vertices", Study.Vertices},
                   {"edges", Study.Edges},
                   {"threshold", Study.Threshold},
                   {"expected", countsJson(Study.Total)},
                   {"invalidated_low", Study.Low},
                   {"invalidated_high", Study.High},
                   {"hot_spots", std::move(Rows)}});
}

std::string hotSpotCsv(const result::Profile &P,
                       const threads::HotSpotStudy &Study,
                       const HotSpotView &View) {
  SimulatedSpots Exact = simulatedSpots(P);
  return csvText(columnsOf(P, Study, Exact), named(Study, View));
}

} // namespace memfacet::report
