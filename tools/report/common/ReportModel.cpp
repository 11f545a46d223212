//===- ReportModel.cpp - the rows of a report -----------------------------===//

#include "tools/report/common/ReportModel.h"
#include "tools/report/format/Units.h"

namespace memfacet {

namespace {

/// What libraries allocate; a library's own data is a row like others.
bool isOfAllLibraries(const Structure &S) {
  return S.Kind == StructureKind::Library && S.File.empty();
}

bool isFixed(const Structure &S) {
  return isOfAllLibraries(S) || S.Kind == StructureKind::Unattributed;
}

/// Not by its accesses alone: in a thread, a structure may have nothing but
/// write-backs of what another thread wrote.
bool wasTouched(const Structure &S) {
  Counts None;
  None.Levels.resize(S.Total.Levels.size());
  return !(S.Total == None);
}

/// Adds what can be added of \p S to \p Sum. Peaks of different structures may
/// be at different times: their sum is an upper bound.
void addTo(Structure &Sum, const Structure &S) {
  Sum.Bytes += S.Bytes;
  Sum.PeakBytes += S.PeakBytes;
  Sum.Objects += S.Objects;
  Sum.Total += S.Total;
}

class Builder {
public:
  Builder(const std::vector<Structure> &Structures, const CacheModel &Caches,
          const ReportOptions &Options)
      : Structures(Structures), Caches(Caches), Options(Options) {}
  ReportModel run();

private:
  Structure emptySum(std::string Name) const;
  void addStructures();
  void addFixed(StructureKind Kind);
  void addTotal();
  void addShares();

  const std::vector<Structure> &Structures;
  const CacheModel &Caches;
  const ReportOptions &Options;
  ReportModel Result;
};

Structure Builder::emptySum(std::string Name) const {
  Structure S{};
  S.Kind = StructureKind::Unattributed;
  S.Name = std::move(Name);
  S.Total.Levels.resize(Caches.Levels.size());
  return S;
}

void Builder::addStructures() {
  Structure Others = emptySum("");
  Result.NotShownSum = emptySum("");
  size_t Shown = 0, Left = 0;
  for (const Structure *S : sortedStructures(Structures, Options.Sort)) {
    if (isFixed(*S))
      continue;
    if (!Options.Untouched && !wasTouched(*S)) {
      addTo(Result.NotShownSum, *S);
      // Of a library's own data only accesses are known.
      Result.NotShown += S->Kind != StructureKind::Library;
      continue;
    }
    if (Shown++ < Options.Top) {
      Result.Rows.push_back(
          {ReportRow::Role::Structure, *S, 0, size_t(S - Structures.data())});
      continue;
    }
    addTo(Others, *S);
    ++Left;
  }
  if (Left == 0)
    return;
  Others.Name = "[" + counted(Left, "other") + "]";
  Result.Rows.push_back({ReportRow::Role::Others, std::move(Others)});
}

void Builder::addFixed(StructureKind Kind) {
  Structure Sum = emptySum(std::string("[") + structureKindName(Kind) + "]");
  Sum.Kind = Kind;
  for (const Structure &S : Structures)
    if (S.Kind == Kind && isFixed(S))
      addTo(Sum, S);
  Result.Rows.push_back({ReportRow::Role::Fixed, std::move(Sum)});
}

void Builder::addTotal() {
  Structure Total = emptySum("TOTAL");
  for (const Structure &S : Structures)
    addTo(Total, S);
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
  addFixed(StructureKind::Library);
  addFixed(StructureKind::Unattributed);
  addTotal();
  addShares();
  return std::move(Result);
}

} // namespace

ReportModel makeReport(const std::vector<Structure> &Structures,
                       const CacheModel &Caches, const ReportOptions &Options) {
  return Builder(Structures, Caches, Options).run();
}

std::vector<Structure> structuresOfThread(const Profile &P, uint32_t Thread) {
  std::vector<Structure> Result;
  for (const ThreadCounts &T : P.ByThread) {
    if (T.Thread != Thread || T.Structure.Value >= P.Structures.size())
      continue;
    Result.push_back(P.Structures[T.Structure.Value]);
    Result.back().Total = T.Total;
  }
  return Result;
}

} // namespace memfacet
