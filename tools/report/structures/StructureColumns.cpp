//===- StructureColumns.cpp - the columns of the main report --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/Check.h"
#include "tools/report/common/Places.h"
#include "tools/report/ranks/RankReport.h"
#include "tools/report/structures/Description.h"
#include "tools/report/structures/DetailView.h"
#include "tools/report/structures/StructureReport.h"
#include "tools/support/Say.h"
#include "tools/support/ShortName.h"
#include <cmath>

namespace memfacet::report {

namespace {

using Fit = TableColumn::Fit;

/// Columns that a narrow terminal leaves out, the last enumerator first.
enum Spare : unsigned {
  Never,
  SpareWhere,
  SpareSize,
  SpareAccesses,
  SpareKind,
  SpareType,
  SpareOuterMisses,
  SpareRanks,
  SpareObjects,
  SpareOuterRate,
};

result::LevelCounts levelOf(const ShownStructure &R, size_t L) {
  const std::vector<result::LevelCounts> &Levels = R.Owner.Total.Levels;
  return L < Levels.size() ? Levels[L] : result::LevelCounts();
}

/// Returns the columns that say which structure it is, and how large. Sizes of
/// sums without objects are unknown.
Columns<ShownStructure> nameColumns(const ShownTable &T) {
  auto IfSingle = [](auto Text) {
    return [Text](const ShownStructure &R) {
      return R.isSingle() ? printable(Text(R)) : std::string();
    };
  };
  auto IfSized = [](auto Text) {
    return [Text](const ShownStructure &R) {
      return R.Owner.Objects ? Text(R.Owner) : std::string("-");
    };
  };
  auto Kind = [](auto &R) { return result::structureKindName(R.Owner.Kind); };
  auto Type = [](auto &R) { return R.Owner.Type; };
  return {structureColumn("structure", "name",
                          [](auto &R) -> auto & { return R.Owner; }),
          {"kind", "kind", Kind, IfSingle(Kind), Fit::CutMiddle, SpareKind},
          forPrograms("named", [](auto &R) { return R.Owner.Named; }),
          {"type", "type", Type,
           IfSingle([=](auto &R) { return shortName(Type(R)); }),
           Fit::CutMiddle, SpareType},
          forPeople("where", IfSingle([&T](auto &R) {
                      return shortPlace(T.P, R.Owner);
                    }),
                    Fit::CutPath, SpareWhere),
          forPrograms("file", [](auto &R) { return R.Owner.File; }),
          forPrograms("line", [](auto &R) { return R.Owner.Line; }),
          forPrograms("function", [](auto &R) { return R.Owner.Function; }),
          forPrograms("element_bytes",
                      [](auto &R) { return R.Owner.ElementBytes; }),
          forPrograms("bytes", [](auto &R) { return R.Owner.Bytes; }),
          {"size", "peak_bytes", [](auto &R) { return R.Owner.PeakBytes; },
           IfSized([](auto &S) { return humanBytes(S.PeakBytes); }),
           Fit::Always, SpareSize},
          {"objects", "objects", [](auto &R) { return R.Owner.Objects; },
           IfSized([](auto &S) { return humanCount(S.Objects); }), Fit::Always,
           SpareObjects}};
}

/// Returns misses per 1000 instructions, with four digits after the point; 0 if
/// there are no instructions.
double perKilo(uint64_t Misses, uint64_t Instructions) {
  if (Instructions == 0)
    return 0;
  return std::round(1e7 * double(Misses) / double(Instructions)) / 1e4;
}

Json levelsJson(const result::Profile &P, const ShownStructure &R) {
  Json Levels = Json::array();
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
    result::LevelCounts C = levelOf(R, L);
    Json J = {{"name", P.Caches.Levels[L].Name},
              {"accesses", C.Accesses},
              {"misses", C.Misses},
              {"mpki", perKilo(C.Misses, P.Instructions)},
              {"writebacks", C.Writebacks}};
    if (R.Detail)
      J.update(jsonObject(missCauseColumns(), R.Detail->Levels[L]));
    Levels.push_back(std::move(J));
  }
  return Levels;
}

/// Returns the interval of a row of the text report: a structure, or the total.
/// Null for a sum over some structures, whose interval is not known.
const result::MissInterval *intervalOf(const result::Profile &P,
                                       const ReportRow &Row, size_t Level) {
  const result::LineSample &Lines = P.Lines;
  MEMFACET_CHECK(Row.Kind != ReportRow::Role::Total ||
                     Level < Lines.Total.size(),
                 "lines were chosen, so each level has an interval");
  if (Row.Kind == ReportRow::Role::Total)
    return &Lines.Total[Level];
  bool Known = Row.Kind == ReportRow::Role::Structure &&
               Row.Id < Lines.ByStructure.size();
  return Known ? &Lines.ByStructure[Row.Id][Level] : nullptr;
}

/// Adds the columns of level \p L for people and in CSV.
void addLevel(const ShownTable &T, size_t L, Columns<ShownStructure> &Cs) {
  const std::string &Name = T.P.Caches.Levels[L].Name;
  auto Misses = [L](auto &R) { return levelOf(R, L).Misses; };
  Cs.push_back(forCsv(Name + "_accesses",
                      [L](auto &R) { return levelOf(R, L).Accesses; }));
  Cs.push_back({.Header = Name + " misses",
                .Key = Name + "_misses",
                .Value = Misses,
                .Text = [=](auto &R) { return humanCount(Misses(R)); },
                .Spare = L == 0 ? Never : SpareOuterMisses,
                .In = Forms::Csv});
  unsigned Spare = L == 0 ? Never : SpareOuterRate;
  if (!T.P.Lines.empty() && !T.OfThread)
    Cs.push_back(forPeople(
        "+-",
        [&T, L, Misses](auto &R) {
          const result::MissInterval *I = intervalOf(T.P, *R.Row, L);
          return I ? aroundText(Misses(R), I->Low, I->High) : std::string("-");
        },
        Fit::Always, Spare));
  Cs.push_back(forPeople(
      "rate",
      [L](auto &R) {
        result::LevelCounts C = levelOf(R, L);
        return humanMissRate(C.Misses, C.Accesses);
      },
      Fit::Always, Spare));
  Cs.push_back(forCsv(Name + "_writebacks",
                      [L](auto &R) { return levelOf(R, L).Writebacks; }));
}

/// Adds "3075 to 9225": the least and the most first-level misses of a rank.
void addRanks(const ShownTable &T, Columns<ShownStructure> &Cs) {
  if (!T.Ranks || !T.Model || T.P.Caches.Levels.empty())
    return;
  Cs.push_back(forPeople(
      "over ranks",
      [&T, Ranges = missRanges(T.P, *T.Ranks, *T.Model)](auto &R) {
        MEMFACET_CHECK(size_t(R.Row - T.Model->Rows.data()) < Ranges.size(),
                       "a row for people is one of the model");
        RankRange Range = Ranges[size_t(R.Row - T.Model->Rows.data())];
        std::string Least = humanCount(Range.Least),
                    Most = humanCount(Range.Most);
        return Least == Most ? Most : Least + " to " + Most;
      },
      Fit::Always, SpareRanks));
}

/// Returns what each rank has of a structure of the profile.
Json ranksJson(const ShownTable &T, size_t Id) {
  Json List = Json::array();
  MEMFACET_CHECK(T.Ranks->size() <= T.P.Ranks.size(), "each rank has a label");
  for (size_t I = 0; I != T.Ranks->size(); ++I) {
    const result::Counts &C = (*T.Ranks)[I].ByStructure[Id];
    Json Misses = Json::array();
    for (const result::LevelCounts &L : C.Levels)
      Misses.push_back(L.Misses);
    List.push_back({{"rank", T.P.Ranks[I].Label},
                    {"accesses", C.Accesses},
                    {"misses", std::move(Misses)}});
  }
  return List;
}

/// Returns, for programs, all ranks in JSON and the range of each level in CSV.
Columns<ShownStructure> rankColumns(const ShownTable &T) {
  auto IdOf = [&T](const ShownStructure &R) {
    return size_t(&R.Owner - T.P.Structures.data());
  };
  Columns<ShownStructure> Cs = {
      forJson("by_rank", [=, &T](auto &R) { return ranksJson(T, IdOf(R)); })};
  for (size_t L = 0; L != T.P.Caches.Levels.size(); ++L) {
    const std::string &Name = T.P.Caches.Levels[L].Name;
    auto Range = [=, &T](auto &R) { return missRange(*T.Ranks, IdOf(R), L); };
    Cs.push_back(forCsv(Name + "_misses_least_rank",
                        [=](auto &R) { return Range(R).Least; }));
    Cs.push_back(forCsv(Name + "_misses_most_rank",
                        [=](auto &R) { return Range(R).Most; }));
  }
  return Cs;
}

/// Adds the share of each row, for people.
void addShare(const ShownTable &T, Columns<ShownStructure> &Cs) {
  if (!T.Model)
    return;
  const std::string &ShareColumn = T.Model->ShareOf;
  bool OfMisses =
      !T.P.Caches.Levels.empty() && ShareColumn.ends_with("-misses");
  Cs.push_back(
      forPeople(OfMisses ? "share" : "share of " + ShareColumn, [&T](auto &R) {
        bool Known =
            T.Model->ShareKnown || R.Row->Kind == ReportRow::Role::Total;
        return Known ? tenthsText(R.Row->ShareTenths) : "-";
      }));
}

/// Returns the intervals of the profile's structures, for programs.
Columns<ShownStructure> intervalColumns(const result::Profile &P) {
  auto IntervalsOf = [&P](const ShownStructure &R)
      -> const std::vector<result::MissInterval> & {
    return P.Lines.ByStructure[size_t(&R.Owner - P.Structures.data())];
  };
  Columns<ShownStructure> Cs = {forJson("misses_95", [=, &P](auto &R) {
    return intervalsJson(IntervalsOf(R), P.Caches);
  })};
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
    const std::string &Name = P.Caches.Levels[L].Name;
    Cs.push_back(forCsv(Name + "_misses_low",
                        [=](auto &R) { return IntervalsOf(R)[L].Low; }));
    Cs.push_back(forCsv(Name + "_misses_high",
                        [=](auto &R) { return IntervalsOf(R)[L].High; }));
  }
  return Cs;
}

} // namespace

Json intervalsJson(const std::vector<result::MissInterval> &Intervals,
                   const caches::CacheModel &Caches) {
  Json Levels = Json::array();
  for (size_t L = 0; L != Intervals.size(); ++L)
    Levels.push_back({{"name", Caches.Levels[L].Name},
                      {"low", Intervals[L].Low},
                      {"high", Intervals[L].High}});
  return Levels;
}

/// Returns the accesses for people. Libraries access their memory mostly
/// themselves, which is not seen: 0 would say that nothing does.
static std::string accessesText(const ShownStructure &R) {
  uint64_t Accesses = R.Owner.Total.Accesses;
  bool IsUnseen = Accesses == 0 && R.Row &&
                  R.Row->Kind == ReportRow::Role::Fixed &&
                  R.Owner.Kind == result::StructureKind::Library;
  return IsUnseen ? "not seen" : humanCount(Accesses);
}

Columns<ShownStructure> structureCounts(const ShownTable &T) {
  Columns<ShownStructure> Cs = {
      {"accesses", "accesses", [](auto &R) { return R.Owner.Total.Accesses; },
       accessesText, Fit::Always, SpareAccesses},
      forPrograms("loads", [](auto &R) { return R.Owner.Total.Loads; }),
      forPrograms("stores", [](auto &R) { return R.Owner.Total.Stores; }),
      forJson("levels", [&T](auto &R) { return levelsJson(T.P, R); })};
  for (size_t L = 0; L != T.P.Caches.Levels.size(); ++L) {
    addLevel(T, L, Cs);
    if (L == 0)
      addRanks(T, Cs);
  }
  addShare(T, Cs);
  for (const Column<caches::MemoryCounters> &C : trafficColumns(T.P.Caches))
    Cs.push_back(forJson(C.Key, [C](auto &R) {
      return R.Detail ? C.Value(*R.Detail) : leftOut();
    }));
  return Cs;
}

Columns<ShownStructure> structureColumns(const ShownTable &T) {
  Columns<ShownStructure> Cs = nameColumns(T);
  if (T.OfThread)
    Cs.insert(Cs.begin(), forCsv("thread", [](auto &R) { return R.Thread; }));
  addColumns(Cs, structureCounts(T));
  if (T.OfThread || T.Model)
    return Cs;
  if (T.Ranks)
    addColumns(Cs, rankColumns(T));
  if (T.P.HasDescriptions)
    for (const Column<StructureId> &C : descriptionColumns(T.P))
      if (C.isInJson())
        Cs.push_back(forJson(C.Key, [C, &T](auto &R) {
          return C.Value(
              StructureId(uint32_t(&R.Owner - T.P.Structures.data())));
        }));
  if (!T.P.Lines.empty())
    addColumns(Cs, intervalColumns(T.P));
  return Cs;
}

} // namespace memfacet::report
