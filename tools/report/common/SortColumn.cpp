//===- SortColumn.cpp - the columns a report can be sorted by -------------===//

#include "tools/report/common/SortColumn.h"
#include "tools/support/Suggest.h"
#include <algorithm>
#include <cctype>
#include <tuple>

namespace memfacet {

namespace {

using Part = std::function<uint64_t(const Structure &)>;

template <typename Key> SortColumn downwards(std::string Name, const Key &Of) {
  return {
      std::move(Name),
      [Of](const Structure &A, const Structure &B) { return Of(A) > Of(B); },
      nullptr};
}

template <typename Key> SortColumn upwards(std::string Name, Key Of) {
  return {
      std::move(Name),
      [Of](const Structure &A, const Structure &B) { return Of(A) < Of(B); },
      nullptr};
}

SortColumn summing(std::string Name, const Part &Of) {
  SortColumn Column = downwards(std::move(Name), Of);
  Column.Part = Of;
  return Column;
}

std::string lowerCase(std::string_view Text) {
  std::string Result(Text);
  for (char &C : Result)
    C = char(std::tolower(static_cast<unsigned char>(C)));
  return Result;
}

LevelCounts levelOf(const Structure &S, size_t Level) {
  return Level < S.Total.Levels.size() ? S.Total.Levels[Level] : LevelCounts();
}

double missRate(const Structure &S, size_t Level) {
  LevelCounts C = levelOf(S, Level);
  return C.Accesses ? double(C.Misses) / double(C.Accesses) : 0;
}

void addLevel(std::vector<SortColumn> &Columns, const std::string &Level,
              size_t L) {
  std::string Name = lowerCase(Level);
  Columns.push_back(summing(Name + "-misses", [L](const Structure &S) {
    return levelOf(S, L).Misses;
  }));
  Columns.push_back(downwards(
      Name + "-rate", [L](const Structure &S) { return missRate(S, L); }));
  Columns.push_back(summing(Name + "-accesses", [L](const Structure &S) {
    return levelOf(S, L).Accesses;
  }));
  Columns.push_back(summing(Name + "-writebacks", [L](const Structure &S) {
    return levelOf(S, L).Writebacks;
  }));
}

} // namespace

std::vector<SortColumn> sortColumns(const CacheModel &Caches) {
  std::vector<SortColumn> Columns;
  for (size_t L = 0; L != Caches.Levels.size(); ++L)
    addLevel(Columns, Caches.Levels[L].Name, L);
  Columns.push_back(
      summing("accesses", [](const Structure &S) { return S.Total.Accesses; }));
  Columns.push_back(
      summing("loads", [](const Structure &S) { return S.Total.Loads; }));
  Columns.push_back(
      summing("stores", [](const Structure &S) { return S.Total.Stores; }));
  Columns.push_back(
      downwards("size", [](const Structure &S) { return S.PeakBytes; }));
  Columns.push_back(
      downwards("objects", [](const Structure &S) { return S.Objects; }));
  Columns.push_back(upwards(
      "name", [](const Structure &S) -> std::string { return S.Name; }));
  Columns.push_back(upwards("kind", [](const Structure &S) -> std::string {
    return structureKindName(S.Kind);
  }));
  Columns.push_back(upwards(
      "type", [](const Structure &S) -> std::string { return S.Type; }));
  Columns.push_back(upwards("where", [](const Structure &S) {
    return std::tuple<std::string, uint32_t>(S.File, S.Line);
  }));
  return Columns;
}

Expected<SortColumn> findSortColumn(const CacheModel &Caches,
                                    std::string_view Name) {
  std::vector<SortColumn> Columns = sortColumns(Caches);
  std::vector<std::string> Names;
  for (const SortColumn &Column : Columns) {
    if (Name.empty() || Column.Name == lowerCase(Name))
      return Column;
    Names.push_back(Column.Name);
  }
  return makeError("unknown column '{}'{}; columns: {}", Name,
                   didYouMean(Name, Names), fmt::join(Names, ", "));
}

std::vector<const Structure *>
sortedStructures(const std::vector<Structure> &Structures,
                 const SortColumn &Column) {
  std::vector<const Structure *> Sorted;
  for (const Structure &S : Structures)
    Sorted.push_back(&S);
  using Rest =
      std::tuple<uint64_t, uint64_t, std::string_view, std::string_view,
                 uint32_t, std::string_view, std::string_view>;
  auto RestOf = [](const Structure &S) -> Rest {
    return {~levelOf(S, 0).Misses,
            ~S.Total.Accesses,
            S.Name,
            S.File,
            S.Line,
            S.Function,
            S.Type};
  };
  // Positions in an array break the last ties.
  std::sort(Sorted.begin(), Sorted.end(),
            [&](const Structure *A, const Structure *B) {
              if (Column.Before(*A, *B))
                return true;
              if (Column.Before(*B, *A))
                return false;
              Rest OfA = RestOf(*A), OfB = RestOf(*B);
              return OfA != OfB ? OfA < OfB : A < B;
            });
  return Sorted;
}

} // namespace memfacet
