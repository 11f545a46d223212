//===- FieldTables.cpp - accesses and misses by member --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/fields/FieldTables.h"
#include "memfacet/Check.h"
#include "tools/report/common/Places.h"
#include "tools/report/format/Units.h"
#include "tools/support/Say.h"
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace memfacet::report {

void FieldCounts::add(const result::CodeSite &Site,
                      const result::SiteCounts &C) {
  (Site.Write ? Stores : Loads) += C.Accesses;
  Misses.resize(std::max(Misses.size(), C.Misses.size()));
  for (size_t L = 0; L != C.Misses.size(); ++L)
    Misses[L] += C.Misses[L];
}

FieldCounts &FieldCounts::operator+=(const FieldCounts &O) {
  Loads += O.Loads;
  Stores += O.Stores;
  Misses.resize(std::max(Misses.size(), O.Misses.size()));
  for (size_t L = 0; L != O.Misses.size(); ++L)
    Misses[L] += O.Misses[L];
  return *this;
}

namespace {

/// The record that an access is to, and the bytes of it that it uses.
struct Target {
  uint32_t Record;
  std::vector<result::RecordBytes> Pieces;
};

/// Returns the offset of \p Part in record \p Whole; nothing if it is nowhere,
/// or in several places.
std::optional<uint64_t> partOffset(const result::RecordType &Whole,
                                   const result::RecordType &Part) {
  std::optional<uint64_t> Found;
  for (const result::RecordPart &P : Whole.Parts) {
    if (P.Type != Part.Name)
      continue;
    if (Found && *Found != P.BitOffset / 8)
      return std::nullopt;
    Found = P.BitOffset / 8;
  }
  return Found;
}

Target targetOf(const result::Profile &P, const result::Structure &S,
                const result::FieldAccess &F) {
  const result::RecordType &Accessed = P.Records[F.Record];
  Target Result{F.Record, usedBytes(F, Accessed.Bytes)};
  if (S.Record == result::NoRecord || S.Record == F.Record)
    return Result;
  const result::RecordType &Element = P.Records[S.Record];
  if (Element.Name == Accessed.Name && Element.Bytes == Accessed.Bytes) {
    Result.Record = S.Record;
  } else if (std::optional<uint64_t> Offset = partOffset(Element, Accessed)) {
    Result.Record = S.Record;
    for (result::RecordBytes &B : Result.Pieces)
      B.Offset += *Offset;
  }
  return Result;
}

/// Counts, per pair of rows, the executions of blocks that access both.
class PairCounter {
public:
  /// Adds the \p Accesses of a site of \p Block to row \p Row.
  void add(uint32_t Block, size_t Row, uint64_t Accesses);
  /// Returns the pairs, most executions that access both first.
  std::vector<FieldPair> pairs() const;

private:
  /// By block and row: executions of the block that access the row. They are
  /// the accesses of the block's site with most accesses to the row.
  std::map<uint32_t, std::map<size_t, uint64_t>> Blocks;
};

void PairCounter::add(uint32_t Block, size_t Row, uint64_t Accesses) {
  uint64_t &Executions = Blocks[Block][Row];
  Executions = std::max(Executions, Accesses);
}

std::vector<FieldPair> PairCounter::pairs() const {
  std::map<size_t, uint64_t> Executions; // by row
  std::map<std::pair<size_t, size_t>, uint64_t> BothCounts;
  for (const auto &[Block, Rows] : Blocks)
    for (auto A = Rows.begin(); A != Rows.end(); ++A) {
      Executions[A->first] += A->second;
      for (auto B = std::next(A); B != Rows.end(); ++B)
        BothCounts[{A->first, B->first}] += std::min(A->second, B->second);
    }
  std::vector<FieldPair> Result;
  for (const auto &[Rows, Both] : BothCounts)
    if (Both != 0)
      Result.push_back(
          {Rows.first, Rows.second, Both,
           Executions[Rows.first] + Executions[Rows.second] - Both});
  std::ranges::sort(Result, {}, [](const FieldPair &P) {
    return std::tuple(~P.BothCount, P.First, P.Second);
  });
  return Result;
}

/// Counts the uses of members: in a block, accesses to the place in the member
/// that is accessed most often. An unrolled loop uses several elements, stores
/// to all of a text one.
class UseCounter {
public:
  /// Adds the \p Accesses of a site of \p Block to byte \p Offset of the
  /// record, in row \p Row.
  void add(uint32_t Block, size_t Row, uint64_t Offset, uint64_t Accesses) {
    Places[{Block, Row}][Offset] += Accesses;
  }
  /// Sets the uses of \p Rows.
  void fill(std::vector<FieldRow> &Rows) const {
    for (const auto &[Key, Offsets] : Places) {
      uint64_t Most = 0;
      for (auto [Offset, Accesses] : Offsets)
        Most = std::max(Most, Accesses);
      Rows[Key.second].Uses += Most;
    }
  }

private:
  /// By block and row, by offset.
  std::map<std::pair<uint32_t, size_t>, std::map<uint64_t, uint64_t>> Places;
};

/// Collects the table of one record.
class TableBuilder {
public:
  TableBuilder(const result::RecordType &Record, size_t Levels)
      : Record(Record), Layout(Record), Levels(Levels), Units(Layout.units()) {
    Result.Record = Record.Name;
    Result.Bytes = Record.Bytes;
    Result.HasParts = !Record.Parts.empty();
    for (const FieldUnit &U : Units) {
      FieldRow Row =
          empty(U.isHole() ? FieldRow::Role::Hole : FieldRow::Role::Member);
      Row.Name = U.isHole() ? "[padding]" : U.Name;
      Row.Type = U.Type;
      Row.Offset = U.Begin;
      Row.Bytes = U.bytes();
      Result.Rows.push_back(std::move(Row));
    }
  }

  /// Returns false if the access is not in the record.
  bool add(const result::CodeSite &Site, const result::SiteCounts &C,
           const std::vector<result::RecordBytes> &Pieces);
  FieldTable take();

private:
  FieldRow empty(FieldRow::Role Role) const {
    FieldRow Row;
    Row.Kind = Role;
    Row.Counts.Misses.resize(Levels);
    return Row;
  }
  std::vector<size_t>
  unitsOf(const std::vector<result::RecordBytes> &Pieces) const;
  std::string namesOf(const std::vector<size_t> &Members,
                      bool AreNeighbours) const;
  FieldRow &wide(const std::vector<result::RecordBytes> &Pieces,
                 const std::vector<size_t> &Covered, bool IsCopy);

  const result::RecordType &Record;
  FieldLayout Layout;
  size_t Levels;
  const std::vector<FieldUnit> &Units;
  FieldTable Result;
  PairCounter Pairs;
  UseCounter Uses;
  /// Offset, bytes, rows of the members.
  using WideKey = std::tuple<uint64_t, uint64_t, std::vector<size_t>>;
  /// Rows of accesses that cover several members.
  std::map<WideKey, FieldRow> Wide;
};

/// Returns "x to z", or "x, z" for members with others between them.
std::string TableBuilder::namesOf(const std::vector<size_t> &Members,
                                  bool AreNeighbours) const {
  MEMFACET_CHECK(!Members.empty(), "an access covers a member");
  if (AreNeighbours)
    return fmt::format("{} to {}", Result.Rows[Members.front()].Name,
                       Result.Rows[Members.back()].Name);
  std::string Names;
  for (size_t I : Members)
    Names += (Names.empty() ? "" : ", ") + Result.Rows[I].Name;
  return Names;
}

FieldRow &TableBuilder::wide(const std::vector<result::RecordBytes> &Pieces,
                             const std::vector<size_t> &Covered, bool IsCopy) {
  MEMFACET_CHECK(!Pieces.empty() && !Covered.empty(),
                 "wide accesses cover members");
  uint64_t Offset = Pieces.front().Offset;
  uint64_t Bytes = Pieces.back().Offset + Pieces.back().Bytes - Offset;
  bool IsWhole = IsCopy && Pieces.size() == 1 &&
                 (Bytes == 0 || (Offset == 0 && Bytes >= Record.Bytes));
  auto [It, New] = Wide.try_emplace(IsWhole ? WideKey{~uint64_t(0), 0, {}}
                                            : WideKey{Offset, Bytes, Covered});
  FieldRow &Row = It->second;
  if (!New)
    return Row;
  Row = empty(IsWhole ? FieldRow::Role::Whole : FieldRow::Role::Several);
  Row.Offset = IsWhole ? 0 : Offset;
  Row.Bytes = IsWhole ? 0 : Bytes;
  Row.Name = IsWhole
                 ? "[whole elements]"
                 : fmt::format("[{}]", namesOf(Covered, Pieces.size() == 1));
  return Row;
}

/// Returns the units that \p Pieces overlap; without padding, which is copied
/// with the members around it, if there are others.
std::vector<size_t>
TableBuilder::unitsOf(const std::vector<result::RecordBytes> &Pieces) const {
  std::set<size_t> Covered;
  for (const result::RecordBytes &P : Pieces)
    for (size_t I : Layout.unitsAt(P.Offset, P.Bytes ? P.Bytes : Record.Bytes))
      Covered.insert(I);
  std::vector<size_t> Members;
  std::ranges::copy_if(Covered, std::back_inserter(Members),
                       [&](size_t I) { return !Units[I].isHole(); });
  return Members.empty() ? std::vector(Covered.begin(), Covered.end())
                         : Members;
}

bool TableBuilder::add(const result::CodeSite &Site,
                       const result::SiteCounts &C,
                       const std::vector<result::RecordBytes> &Pieces) {
  std::vector<result::RecordBytes> Used = Pieces;
  MEMFACET_CHECK(!Used.empty(), "usedBytes returns a group");
  // Only the run says how long it is: rarely longer than the member that it
  // begins in.
  if (Used.front().Bytes == 0 && Used.front().Offset != 0)
    Used.front().Bytes = 1;
  std::vector<size_t> Members = unitsOf(Used);
  if (Members.empty())
    return false;
  Result.Total.add(Site, C);
  if (Members.size() == 1 && Used.front().Bytes != 0) {
    Result.Rows[Members.front()].Counts.add(Site, C);
  } else {
    FieldRow &Row = wide(Used, Members, Site.Field.Used == 0);
    Row.Counts.add(Site, C);
    for (size_t I : Members)
      Result.Rows[I].InWider += C.Accesses;
    // A copy does not say which members are used together.
    if (Row.Kind == FieldRow::Role::Whole)
      return true;
  }
  for (size_t I : Members) {
    Pairs.add(Site.Field.Block, I, C.Accesses);
    Uses.add(Site.Field.Block, I, Used.front().Offset, C.Accesses);
  }
  return true;
}

FieldTable TableBuilder::take() {
  Result.Total.Misses.resize(Levels);
  Result.Pairs = Pairs.pairs();
  Uses.fill(Result.Rows);
  for (auto &[Key, Row] : Wide)
    Result.Rows.push_back(std::move(Row));
  return std::move(Result);
}

/// Returns the name of a row without a known member, with \p Path for the file.
std::string unknownName(const result::CodeSite &Site, const std::string &Path) {
  if (Site.File.empty())
    return "[no field: no debug information]";
  std::string Place = Path;
  if (!Place.empty() && Site.Line != 0)
    Place += fmt::format(":{}", Site.Line);
  return fmt::format("[no field: {}{}{}]", Place,
                     Place.empty() || Site.Function.empty() ? "" : " ",
                     shortName(Site.Function));
}

void addUnknown(StructureFields &Result, const result::Profile &P,
                const result::SiteCounts &C) {
  const result::CodeSite &Site = P.Sites[C.Site];
  std::string Name = unknownName(Site, Site.File);
  auto Found = std::ranges::find(Result.Unknown, Name, &FieldRow::Name);
  if (Found == Result.Unknown.end()) {
    FieldRow Row;
    Row.Kind = FieldRow::Role::Unknown;
    Row.Name = std::move(Name);
    Row.Title = unknownName(Site, tableFile(P, Site.File));
    Found = Result.Unknown.insert(Found, std::move(Row));
  }
  Found->Counts.add(Site, C);
  Found->Uses = std::max(Found->Uses, C.Accesses);
}

} // namespace

StructureFields fieldsOf(const result::Profile &P, StructureId Id) {
  const result::Structure &S = P.Structures[Id.Value];
  size_t Levels = P.Caches.Levels.size();
  StructureFields Result;
  Result.Structure = Id;
  Result.Total.Misses.resize(Levels);
  std::map<uint32_t, TableBuilder> Tables;
  auto Table = [&](uint32_t Record) -> TableBuilder & {
    return Tables.try_emplace(Record, P.Records[Record], Levels).first->second;
  };
  // A structure without accesses to members has a table, too.
  if (S.Record != result::NoRecord)
    Table(S.Record);
  for (const result::SiteCounts &C : P.BySite) {
    if (C.Structure != Id)
      continue;
    const result::CodeSite &Site = P.Sites[C.Site];
    Result.Total.add(Site, C);
    if (Site.Field.Record == result::NoRecord) {
      addUnknown(Result, P, C);
      continue;
    }
    Target Accessed = targetOf(P, S, Site.Field);
    if (!Table(Accessed.Record).add(Site, C, Accessed.Pieces))
      addUnknown(Result, P, C);
  }
  for (auto &[Record, Builder] : Tables) {
    FieldTable T = Builder.take();
    T.IsElement = Record == S.Record;
    Result.Tables.push_back(std::move(T));
  }
  std::ranges::sort(Result.Tables, {}, [](const FieldTable &T) {
    return std::tuple(!T.IsElement, ~T.Total.accesses(),
                      std::string_view(T.Record));
  });
  std::ranges::sort(Result.Unknown, {}, [](const FieldRow &R) {
    return std::tuple(~R.Counts.Misses[0], ~R.Counts.accesses(),
                      std::string_view(R.Name));
  });
  return Result;
}

} // namespace memfacet::report
