//===- StructureColumns.cpp - the columns of the main report --------------===//

#include "tools/report/structures/StructureColumns.h"
#include "tools/report/common/SampledCells.h"
#include "tools/report/common/ShortPlace.h"
#include "tools/report/structures/DetailJson.h"
#include <cmath>

namespace memfacet {

namespace {

using Row = StructureRow;
using Fit = TableColumn::Fit;

/// What is left out first on a narrow terminal, from the last to the first.
enum Spare : unsigned {
  Never,
  SpareWhere,
  SpareSize,
  SpareAccesses,
  SpareKind,
  SpareType,
  SpareOuterMisses,
  SpareObjects,
  SpareOuterRate,
};

/// Not a sum of several.
bool isStructure(const Row &R) {
  return !R.Shown || R.Shown->Is == ReportRow::Role::Structure;
}

LevelCounts levelOf(const Row &R, size_t Level) {
  const std::vector<LevelCounts> &Levels = R.Sum.Total.Levels;
  return Level < Levels.size() ? Levels[Level] : LevelCounts();
}

/// With four digits behind the point; 0 where there are no instructions.
double perKilo(uint64_t Misses, uint64_t Instructions) {
  if (Instructions == 0)
    return 0;
  return std::round(1e7 * double(Misses) / double(Instructions)) / 1e4;
}

Json levelsJson(const Row &R, const Profile &P) {
  Json Levels = Json::array();
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
    LevelCounts Level = levelOf(R, L);
    Levels.push_back({{"name", P.Caches.Levels[L].Name},
                      {"accesses", Level.Accesses},
                      {"misses", Level.Misses},
                      {"mpki", perKilo(Level.Misses, P.Instructions)},
                      {"writebacks", Level.Writebacks}});
    if (R.Detail)
      addLevelDetail(Levels.back(), R.Detail->Levels[L]);
  }
  return Levels;
}

void addLevel(Columns<Row> &To, const StructureTable &T, size_t L) {
  const std::string &Name = T.P.Caches.Levels[L].Name;
  auto ForOuter = [L](Spare S) { return L == 0 ? Never : S; };
  addColumns<Row>(To, {forCsv(Name + "_accesses",
                              [L](auto &R) { return levelOf(R, L).Accesses; }),
                       countColumn(
                           Name + " misses", Name + "_misses",
                           [L](auto &R) { return levelOf(R, L).Misses; },
                           ForOuter(SpareOuterMisses)),
                       forCsv(Name + "_writebacks", [L](auto &R) {
                         return levelOf(R, L).Writebacks;
                       })});
  To[To.size() - 2].In = Forms::Csv; // JSON has a list of levels
  if (T.HasErrors)
    To.push_back(forPeople(
        "+-",
        [L](auto &R) {
          return R.Errors ? countError(R.Errors->Misses[L]) : "-";
        },
        Fit::Always, ForOuter(SpareOuterRate)));
  To.push_back(forPeople(
      "rate",
      [L](auto &R) {
        return humanRate(levelOf(R, L).Misses, levelOf(R, L).Accesses);
      },
      Fit::Always, ForOuter(SpareOuterRate)));
}

Columns<Row> nameColumns(const StructureTable &T) {
  return {
      nameColumn("structure", "name", [](auto &R) { return R.Sum.Name; }),
      {"kind", "kind", [](auto &R) { return structureKindName(R.Sum.Kind); },
       [](auto &R) {
         return isStructure(R) ? structureKindName(R.Sum.Kind) : "";
       },
       Fit::CutEnd, SpareKind},
      forPrograms("named", [](auto &R) { return R.Sum.Named; }),
      {"type", "type", [](auto &R) { return R.Sum.Type; },
       [](auto &R) { return isStructure(R) ? printable(R.Sum.Type) : ""; },
       Fit::CutEnd, SpareType},
      forPrograms("file", [](auto &R) { return R.Sum.File; }),
      forPrograms("line", [](auto &R) { return R.Sum.Line; }),
      forPrograms("function", [](auto &R) { return R.Sum.Function; }),
      forPeople(
          "where",
          [&T](auto &R) {
            return isStructure(R) ? printable(shortPlace(R.Sum, T.Folder)) : "";
          },
          Fit::CutStart, SpareWhere),
  };
}

Columns<Row> sizeColumns() {
  return {
      forPrograms("element_bytes", [](auto &R) { return R.Sum.ElementBytes; }),
      forPrograms("bytes", [](auto &R) { return R.Sum.Bytes; }),
      forPrograms("peak_bytes", [](auto &R) { return R.Sum.PeakBytes; }),
      forPeople(
          "size",
          [](auto &R) {
            return R.Sum.Objects ? humanBytes(R.Sum.PeakBytes) : "-";
          },
          Fit::Always, SpareSize),
      {"objects", "objects", [](auto &R) { return R.Sum.Objects; },
       [](auto &R) { return R.Sum.Objects ? humanCount(R.Sum.Objects) : "-"; },
       Fit::Always, SpareObjects},
  };
}

std::string percent(uint32_t Tenths) {
  return fmt::format("{}.{} %", Tenths / 10, Tenths % 10);
}

Columns<Row> shareColumns(const StructureTable &T) {
  using Role = ReportRow::Role;
  bool OfMisses = !T.P.Caches.Levels.empty() && T.ShareOf.ends_with("-misses");
  Columns<Row> Cs = {
      forPeople(OfMisses ? "share" : "share of " + T.ShareOf, [&T](auto &R) {
        bool Known = T.ShareKnown || R.Shown->Is == Role::Total;
        return Known ? percent(R.Shown->ShareTenths) : "-";
      })};
  if (T.HasErrors)
    Cs.push_back(forPeople("+-", [&T](auto &R) {
      return R.Errors && isStructure(R)
                 ? shareError(errorOf(*R.Errors, T.P.Caches, T.ShareOf))
                 : "-";
    }));
  return Cs;
}

/// Halves of 95 % intervals, as parts of 1; nothing where not known.
template <typename ErrorOf>
void addError(Columns<Row> &To, const std::string &Name, ErrorOf Of) {
  auto Part = [](uint32_t Ppm) {
    return Ppm == SampledError::Unknown
               ? ""
               : fmt::format("{:.6f}", double(Ppm) / 1e6);
  };
  To.push_back(forCsv(Name + "_share_error",
                      [=](auto &R) { return Part(Of(*R.Errors).SharePpm); }));
  To.push_back(forCsv(Name + "_error",
                      [=](auto &R) { return Part(Of(*R.Errors).CountPpm); }));
}

Columns<Row> errorColumns(const StructureTable &T) {
  Columns<Row> Cs;
  addError(Cs, "accesses",
           [](const SampledErrors &E) -> auto & { return E.Accesses; });
  for (size_t L = 0; L != T.P.Caches.Levels.size(); ++L)
    addError(Cs, T.P.Caches.Levels[L].Name + "_misses",
             [L](const SampledErrors &E) -> auto & { return E.Misses[L]; });
  return Cs;
}

} // namespace

Columns<StructureRow> structureCounts(const StructureTable &T) {
  Columns<Row> Cs = {
      countColumn(
          "accesses", "accesses", [](auto &R) { return R.Sum.Total.Accesses; },
          SpareAccesses),
      forPrograms("loads", [](auto &R) { return R.Sum.Total.Loads; }),
      forPrograms("stores", [](auto &R) { return R.Sum.Total.Stores; }),
      forJson("levels", [&T](auto &R) { return levelsJson(R, T.P); }),
  };
  for (size_t L = 0; L != T.P.Caches.Levels.size(); ++L)
    addLevel(Cs, T, L);
  return Cs;
}

Columns<StructureRow> structureColumns(const StructureTable &T) {
  Columns<Row> Cs = nameColumns(T);
  addColumns(Cs, sizeColumns());
  addColumns(Cs, structureCounts(T));
  addColumns(Cs, shareColumns(T));
  if (T.HasErrors)
    addColumns(Cs, errorColumns(T));
  return Cs;
}

} // namespace memfacet
