//===- ReportModel.cpp - the rows of a report and their order -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/ReportModel.h"
#include "analysis/result/profile/KnownWords.h"
#include "analysis/result/profile/Pieces.h"
#include "tools/report/format/Units.h"
#include "tools/support/Say.h"
#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace memfacet::report {

namespace {

using Part = std::function<uint64_t(const result::Structure &)>;

template <typename Key> SortColumn downwards(std::string Name, const Key &Get) {
  return {std::move(Name),
          [Get](const result::Structure &A, const result::Structure &B) {
            return Get(A) > Get(B);
          },
          nullptr};
}

template <typename Key> SortColumn upwards(std::string Name, Key Get) {
  return {std::move(Name),
          [Get](const result::Structure &A, const result::Structure &B) {
            return Get(A) < Get(B);
          },
          nullptr};
}

SortColumn summing(std::string Name, const Part &Get) {
  SortColumn Column = downwards(std::move(Name), Get);
  Column.Part = Get;
  return Column;
}

result::LevelCounts levelOf(const result::Structure &S, size_t Level) {
  return Level < S.Total.Levels.size() ? S.Total.Levels[Level]
                                       : result::LevelCounts();
}

double missRate(const result::Structure &S, size_t Level) {
  result::LevelCounts C = levelOf(S, Level);
  return C.Accesses ? double(C.Misses) / double(C.Accesses) : 0;
}

void addLevel(std::vector<SortColumn> &Columns, const std::string &Level,
              size_t L) {
  std::string Name = lowerCase(Level);
  Columns.push_back(summing(Name + "-misses", [L](const result::Structure &S) {
    return levelOf(S, L).Misses;
  }));
  Columns.push_back(downwards(Name + "-rate", [L](const result::Structure &S) {
    return missRate(S, L);
  }));
  Columns.push_back(
      summing(Name + "-accesses", [L](const result::Structure &S) {
        return levelOf(S, L).Accesses;
      }));
  Columns.push_back(
      summing(Name + "-writebacks", [L](const result::Structure &S) {
        return levelOf(S, L).Writebacks;
      }));
}

} // namespace

std::vector<SortColumn> sortColumns(const caches::CacheModel &Caches) {
  std::vector<SortColumn> Columns;
  for (size_t L = 0; L != Caches.Levels.size(); ++L)
    addLevel(Columns, Caches.Levels[L].Name, L);
  Columns.push_back(summing(
      "accesses", [](const result::Structure &S) { return S.Total.Accesses; }));
  Columns.push_back(summing(
      "loads", [](const result::Structure &S) { return S.Total.Loads; }));
  Columns.push_back(summing(
      "stores", [](const result::Structure &S) { return S.Total.Stores; }));
  Columns.push_back(downwards(
      "size", [](const result::Structure &S) { return S.PeakBytes; }));
  Columns.push_back(downwards(
      "objects", [](const result::Structure &S) { return S.Objects; }));
  Columns.push_back(
      upwards("name", [](const result::Structure &S) -> std::string {
        return S.Name;
      }));
  Columns.push_back(
      upwards("kind", [](const result::Structure &S) -> std::string {
        return result::structureKindName(S.Kind);
      }));
  Columns.push_back(
      upwards("type", [](const result::Structure &S) -> std::string {
        return S.Type;
      }));
  Columns.push_back(upwards("where", [](const result::Structure &S) {
    return std::tuple<std::string, uint32_t>(S.File, S.Line);
  }));
  return Columns;
}

Expected<SortColumn> findSortColumn(const caches::CacheModel &Caches,
                                    std::string_view Name) {
  std::vector<SortColumn> Columns = sortColumns(Caches);
  std::vector<std::string> Names;
  for (const SortColumn &Column : Columns) {
    if (Name.empty() || Column.Name == lowerCase(Name))
      return Column;
    Names.push_back(Column.Name);
  }
  return usageError("unknown column '{}'{}; columns: {}", Name,
                    didYouMean(Name, Names), fmt::join(Names, ", "));
}

/// Returns an order by \p Column, which outlives it, that depends only on the
/// structures.
static auto orderOf(const SortColumn &Column) {
  using Rest =
      std::tuple<uint64_t, uint64_t, std::string_view, std::string_view,
                 uint32_t, std::string_view, std::string_view>;
  auto RestOf = [](const result::Structure &S) -> Rest {
    return {~levelOf(S, 0).Misses,
            ~S.Total.Accesses,
            S.Name,
            S.File,
            S.Line,
            S.Function,
            S.Type};
  };
  // Positions in an array break the last ties.
  return [&Column, RestOf](const result::Structure *A,
                           const result::Structure *B) {
    if (Column.IsBefore(*A, *B))
      return true;
    if (Column.IsBefore(*B, *A))
      return false;
    Rest OfA = RestOf(*A), OfB = RestOf(*B);
    return OfA != OfB ? OfA < OfB : std::less<>()(A, B);
  };
}

std::vector<const result::Structure *>
sortedStructures(const std::vector<result::Structure> &Structures,
                 const SortColumn &Column) {
  std::vector<const result::Structure *> Sorted;
  for (const result::Structure &S : Structures)
    Sorted.push_back(&S);
  std::ranges::sort(Sorted, orderOf(Column));
  return Sorted;
}

/// Returns whether \p S is what libraries allocate. A library's own data is a
/// row like others.
static bool isAnyLibrary(const result::Structure &S) {
  return S.Kind == result::StructureKind::Library && S.File.empty();
}

bool isFixed(const result::Structure &S) {
  return isAnyLibrary(S) || S.Kind == result::StructureKind::Unattributed;
}

bool wasTouched(const result::Structure &S) {
  result::Counts None;
  None.Levels.resize(S.Total.Levels.size());
  return !(S.Total == None);
}

namespace {

/// Adds what can be added of \p S to \p Sum. Peaks of different structures may
/// be at different times: their sum is an upper bound.
void addTo(result::Structure &Sum, const result::Structure &S) {
  Sum.Bytes += S.Bytes;
  Sum.PeakBytes += S.PeakBytes;
  Sum.Objects += S.Objects;
  Sum.Total += S.Total;
}

class Builder {
public:
  Builder(const std::vector<result::Structure> &Structures,
          const caches::CacheModel &Caches, const ReportOptions &Options)
      : Structures(Structures), Caches(Caches), Options(Options) {}
  ReportModel run();

private:
  result::Structure emptySum(std::string Name) const;
  std::vector<const result::Structure *> joinStacks();
  void addStructures();
  void addFixed(result::StructureKind Kind);
  void addTotal();
  void addShares();

  const std::vector<result::Structure> &Structures;
  const caches::CacheModel &Caches;
  const ReportOptions &Options;
  result::Structure Stacks = {}; ///< the sum of ReportRow::Role::Stacks
  size_t JoinedStacks = 0;
  ReportModel Result;
};

result::Structure Builder::emptySum(std::string Name) const {
  result::Structure S{};
  S.Kind = result::StructureKind::Unattributed;
  S.Name = std::move(Name);
  S.Total.Levels.resize(Caches.Levels.size());
  return S;
}

/// Returns the structures in order. The stacks of many threads are Stacks.
std::vector<const result::Structure *> Builder::joinStacks() {
  auto IsStack = [](const result::Structure *S) {
    return result::isThreadStack(*S) && wasTouched(*S);
  };
  std::vector<const result::Structure *> Sorted =
      sortedStructures(Structures, Options.Sort);
  auto Count = size_t(std::ranges::count_if(Sorted, IsStack));
  if (Options.Untouched || Count <= ReportOptions::MostStacks)
    return Sorted;
  JoinedStacks = Count;
  Stacks = emptySum(fmt::format("[stacks of {} threads]", Count));
  Stacks.Kind = result::StructureKind::Stack;
  for (const result::Structure *S : Sorted)
    if (IsStack(S))
      addTo(Stacks, *S);
  std::erase_if(Sorted, IsStack);
  Sorted.insert(
      std::ranges::upper_bound(Sorted, &Stacks, orderOf(Options.Sort)),
      &Stacks);
  return Sorted;
}

void Builder::addStructures() {
  result::Structure Rest = emptySum("");
  Result.NotShownSum = emptySum("");
  size_t Shown = 0, Left = 0;
  for (const result::Structure *S : joinStacks()) {
    if (isFixed(*S))
      continue;
    if (!Options.Untouched && !wasTouched(*S)) {
      addTo(Result.NotShownSum, *S);
      // Only accesses are known of a library's own data.
      Result.NotShown += S->Kind != result::StructureKind::Library;
      continue;
    }
    bool IsJoined = S == &Stacks;
    if (Shown++ >= Options.Top) {
      addTo(Rest, *S);
      Left += IsJoined ? JoinedStacks : 1;
    } else if (IsJoined) {
      Result.Rows.push_back({ReportRow::Role::Stacks, *S});
    } else {
      Result.Rows.push_back(
          {ReportRow::Role::Structure, *S, 0, size_t(S - Structures.data())});
    }
  }
  if (Left == 0)
    return;
  Rest.Name = "[" + counted(Left, "other") + "]";
  Result.Rows.push_back({ReportRow::Role::Others, std::move(Rest)});
}

void Builder::addFixed(result::StructureKind Kind) {
  result::Structure Sum =
      emptySum(std::string("[") + result::structureKindName(Kind) + "]");
  Sum.Kind = Kind;
  for (const result::Structure &S : Structures)
    if (S.Kind == Kind && isFixed(S))
      addTo(Sum, S);
  Result.Rows.push_back({ReportRow::Role::Fixed, std::move(Sum)});
}

void Builder::addTotal() {
  result::Structure Total = emptySum("TOTAL");
  for (const result::Structure &S : Structures) {
    addTo(Total, S);
    if (!result::arePieces(S))
      continue;
    Total.Bytes -= S.Bytes;
    Total.PeakBytes -= S.PeakBytes;
  }
  Result.Rows.push_back({ReportRow::Role::Total, std::move(Total)});
}

void Builder::addShares() {
  SortColumn Column = Options.Sort;
  if (!Column.Part)
    Column = *findSortColumn(Caches, "");
  std::vector<uint64_t> Parts;
  for (const ReportRow &Row : Result.Rows)
    Parts.push_back(Column.Part(Row.Sum));
  uint64_t Total = Parts.back();
  Parts.pop_back();
  std::vector<uint32_t> Shares = sharesInTenths(Parts);
  for (size_t I = 0; I != Shares.size(); ++I)
    Result.Rows[I].ShareTenths = Shares[I];
  Result.Rows.back().ShareTenths = 1000;
  Result.ShareOf = Column.Name;
  Result.ShareKnown = Total != 0;
}

ReportModel Builder::run() {
  addStructures();
  addFixed(result::StructureKind::Library);
  addFixed(result::StructureKind::Unattributed);
  addTotal();
  addShares();
  return std::move(Result);
}

} // namespace

ReportModel makeReport(const std::vector<result::Structure> &Structures,
                       const caches::CacheModel &Caches,
                       const ReportOptions &Options) {
  return Builder(Structures, Caches, Options).run();
}

std::vector<result::Structure> structuresOfThread(const result::Profile &P,
                                                  uint32_t Thread) {
  std::vector<result::Structure> Result;
  for (const result::ThreadCounts &T : P.ByThread) {
    if (T.Thread != Thread || T.Structure.Value >= P.Structures.size())
      continue;
    Result.push_back(P.Structures[T.Structure.Value]);
    Result.back().Total = T.Total;
  }
  return Result;
}

} // namespace memfacet::report
