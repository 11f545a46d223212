//===- RankReport.cpp - the ranks of a merged profile ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/ranks/RankReport.h"
#include "analysis/result/profile/KnownWords.h"
#include "memfacet/Check.h"
#include "tools/report/common/RankWords.h"
#include "tools/report/common/ReportHeader.h"
#include <algorithm>

namespace memfacet::report {

namespace {

/// A rank, or a sum.
struct ShownRank {
  const result::RankCounts &Counts;
  const result::Rank *Identity = nullptr; ///< null: a sum, called Sum
  std::string Sum = {};
  uint32_t ShareTenths = 0;
};

Json levelsJson(const result::Profile &P, const result::Counts &C) {
  Json Levels = Json::array();
  for (size_t L = 0; L != C.Levels.size(); ++L)
    Levels.push_back({{"name", P.Caches.Levels[L].Name},
                      {"accesses", C.Levels[L].Accesses},
                      {"misses", C.Levels[L].Misses},
                      {"writebacks", C.Levels[L].Writebacks}});
  return Levels;
}

Json structuresJson(const result::Profile &P, const result::RankCounts &R) {
  Json List = Json::array();
  for (uint32_t Id = 0; Id != R.ByStructure.size(); ++Id)
    if (const result::Counts &C = R.ByStructure[Id]; C.Accesses != 0)
      List.push_back({{"name", P.Structures[Id].Name},
                      {"structure", Id},
                      {"accesses", C.Accesses},
                      {"loads", C.Loads},
                      {"stores", C.Stores},
                      {"levels", levelsJson(P, C)}});
  return List;
}

void addLevel(const result::Profile &P, size_t L, Columns<ShownRank> &Cs) {
  auto Misses = [L](auto &R) { return R.Counts.Total.Levels[L].Misses; };
  const std::string &Name = P.Caches.Levels[L].Name;
  Cs.push_back({.Header = Name + " misses",
                .Key = Name + "_misses",
                .Value = Misses,
                .Text = [=](auto &R) { return humanCount(Misses(R)); },
                .In = Forms::Csv});
  Cs.push_back(forPeople("rate", [L](auto &R) {
    const result::LevelCounts &C = R.Counts.Total.Levels[L];
    return humanMissRate(C.Misses, C.Accesses);
  }));
}

/// \p P outlives the columns.
Columns<ShownRank> rankColumns(const result::Profile &P) {
  Columns<ShownRank> Cs = {
      {.Header = "rank",
       .Key = "rank",
       .Value = [](auto &R) { return R.Identity->Label; },
       .Text =
           [](auto &R) {
             return R.Identity ? printable(R.Identity->Label) : R.Sum;
           }},
      forPrograms("first_thread",
                  [](auto &R) { return R.Identity->FirstThread; }),
      forPrograms("process_id", [](auto &R) { return R.Identity->ProcessId; }),
      countColumn("threads", "threads",
                  [](auto &R) { return R.Counts.Threads; }),
      countColumn("instructions", "instructions",
                  [](auto &R) { return R.Counts.Instructions; }),
      countColumn("accesses", "accesses",
                  [](auto &R) { return R.Counts.Total.Accesses; }),
      forPrograms("loads", [](auto &R) { return R.Counts.Total.Loads; }),
      forPrograms("stores", [](auto &R) { return R.Counts.Total.Stores; }),
      forJson("levels",
              [&P](auto &R) { return levelsJson(P, R.Counts.Total); }),
      forJson("structures",
              [&P](auto &R) { return structuresJson(P, R.Counts); })};
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
    addLevel(P, L, Cs);
  Cs.push_back(
      forPeople("share", [](auto &R) { return tenthsText(R.ShareTenths); }));
  return Cs;
}

void addTo(result::RankCounts &Sum, const result::RankCounts &R) {
  Sum.Instructions += R.Instructions;
  Sum.Threads += R.Threads;
  Sum.Total += R.Total;
}

std::string differencesText(const result::Profile &P,
                            const std::vector<result::RankCounts> &Ranks,
                            size_t Top, const Terminal &Out) {
  std::vector<result::RankDifference> All = result::differingRanks(P, Ranks);
  if (All.empty())
    return "no rank misses much more or less of a structure than the others\n";
  std::string Text = styled(Out, Style::Bold, "ranks that differ") + "\n";
  for (size_t I = 0; I != std::min(Top, All.size()); ++I)
    Text += "  " + printable(differenceText(P, All[I])) + "\n";
  if (All.size() > Top)
    Text += fmt::format("  and {} more: --all\n", All.size() - Top);
  return Text;
}

uint64_t firstMisses(const result::Counts &C) {
  return C.Levels.empty() ? 0 : C.Levels[0].Misses;
}

bool isPartOf(const ReportRow &Row, const result::Structure &S) {
  if (Row.Kind == ReportRow::Role::Stacks)
    return result::isThreadStack(S);
  return isFixed(S) && S.Kind == Row.Sum.Kind;
}

} // namespace

std::string rankTextReport(const result::Profile &P, size_t Top,
                           const Terminal &Out) {
  std::vector<result::RankCounts> Ranks = result::countsByRank(P);
  result::Counts Zero;
  Zero.Levels.resize(P.Caches.Levels.size());
  result::RankCounts Total, Rest;
  Total.Total = Rest.Total = Zero;
  size_t Shown = std::min(Top, Ranks.size());
  std::vector<uint64_t> Parts;
  for (size_t I = 0; I != Ranks.size(); ++I) {
    addTo(Total, Ranks[I]);
    if (I < Shown)
      Parts.push_back(firstMisses(Ranks[I].Total));
    else
      addTo(Rest, Ranks[I]);
  }
  Parts.push_back(firstMisses(Rest.Total));
  std::vector<uint32_t> Tenths = sharesInTenths(Parts);
  Columns<ShownRank> Cs = rankColumns(P);
  Table T = emptyTable(Cs);
  for (size_t I = 0; I != Shown; ++I)
    addRow(T, Cs, {Ranks[I], &P.Ranks[I], "", Tenths[I]});
  if (Shown != Ranks.size())
    addRow(T, Cs,
           {Rest, nullptr, "[" + counted(Ranks.size() - Shown, "other") + "]",
            Tenths[Shown]},
           Style::Dim);
  addTotal(T, Cs,
           {Total, nullptr, "TOTAL",
            firstMisses(Total.Total) ? uint32_t(1000) : uint32_t(0)});
  return headerText(P, Out) + "\n" + renderTable(T, Out) + "\n" +
         differencesText(P, Ranks, Top, Out);
}

std::string rankJsonReport(const result::Profile &P) {
  std::vector<result::RankCounts> Ranks = result::countsByRank(P);
  Columns<ShownRank> Cs = rankColumns(P);
  Json J = jsonHead(P);
  J["by"] = "rank";
  J["rows"] = Json::array();
  for (size_t I = 0; I != Ranks.size(); ++I)
    J["rows"].push_back(jsonObject(Cs, {Ranks[I], &P.Ranks[I]}));
  J["differences"] = Json::array();
  for (const result::RankDifference &D : result::differingRanks(P, Ranks))
    J["differences"].push_back({{"rank", P.Ranks[D.Rank].Label},
                                {"name", P.Structures[D.Structure.Value].Name},
                                {"structure", D.Structure.Value},
                                {"level", P.Caches.Levels[D.Level].Name},
                                {"misses", D.Misses},
                                {"median", D.Median},
                                {"deviation", D.Deviation},
                                {"text", differenceText(P, D)}});
  return jsonText(J);
}

std::string rankCsvReport(const result::Profile &P) {
  std::vector<result::RankCounts> Ranks = result::countsByRank(P);
  Columns<ShownRank> Cs = rankColumns(P);
  std::string Text = csvHeader(Cs);
  for (size_t I = 0; I != Ranks.size(); ++I)
    Text += csvRow(Cs, {Ranks[I], &P.Ranks[I]});
  return Text;
}

RankRange missRange(const std::vector<result::RankCounts> &Ranks,
                    size_t Structure, size_t Level) {
  MEMFACET_CHECK(!Ranks.empty(), "a merged profile has ranks");
  RankRange Range = {UINT64_MAX, 0};
  for (const result::RankCounts &R : Ranks) {
    uint64_t Misses = R.ByStructure[Structure].Levels[Level].Misses;
    Range.Least = std::min(Range.Least, Misses);
    Range.Most = std::max(Range.Most, Misses);
  }
  return Range;
}

std::vector<RankRange> missRanges(const result::Profile &P,
                                  const std::vector<result::RankCounts> &Ranks,
                                  const ReportModel &Model) {
  std::vector<RankRange> Ranges(Model.Rows.size(), {UINT64_MAX, 0});
  for (const result::RankCounts &R : Ranks) {
    // What no other row has is in the sum of others.
    uint64_t Left = firstMisses(R.Total);
    auto Set = [&](size_t Row, uint64_t Misses) {
      Ranges[Row].Least = std::min(Ranges[Row].Least, Misses);
      Ranges[Row].Most = std::max(Ranges[Row].Most, Misses);
    };
    for (size_t Row = 0; Row != Model.Rows.size(); ++Row) {
      const ReportRow &Shown = Model.Rows[Row];
      uint64_t Misses = 0;
      if (Shown.Kind == ReportRow::Role::Structure)
        Misses = firstMisses(R.ByStructure[Shown.Id]);
      if (Shown.Kind == ReportRow::Role::Fixed ||
          Shown.Kind == ReportRow::Role::Stacks)
        for (size_t Id = 0; Id != P.Structures.size(); ++Id)
          if (isPartOf(Shown, P.Structures[Id]))
            Misses += firstMisses(R.ByStructure[Id]);
      if (Shown.Kind == ReportRow::Role::Total)
        Misses = firstMisses(R.Total);
      else
        Left -= Misses;
      if (Shown.Kind != ReportRow::Role::Others)
        Set(Row, Misses);
    }
    for (size_t Row = 0; Row != Model.Rows.size(); ++Row)
      if (Model.Rows[Row].Kind == ReportRow::Role::Others)
        Set(Row, Left);
  }
  return Ranges;
}

} // namespace memfacet::report
