//===- UsedTypes.cpp - record types, and types of memory by its use -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/counts/UsedTypes.h"
#include "memfacet/UsedTypes.h"
#include <algorithm>

namespace memfacet::measure {

uint32_t RecordNumbers::number(std::string_view Layout) {
  if (Layout.empty())
    return result::NoRecord;
  auto [Entry, New] = ByLayout.try_emplace(Layout, result::NoRecord);
  if (!New)
    return Entry->second;
  std::optional<result::RecordType> Parsed = result::parseLayout(Layout);
  if (!Parsed)
    return result::NoRecord;
  auto Known = std::ranges::find(P.Records, *Parsed);
  Entry->second = uint32_t(Known - P.Records.begin());
  if (Known == P.Records.end())
    P.Records.push_back(std::move(*Parsed));
  return Entry->second;
}

result::FieldAccess RecordNumbers::fieldOf(const decode::SiteInfo &Site) {
  result::FieldAccess Field;
  std::string_view Layout = Modules.layout(Site.TypeAddress);
  // Where members of a class are accessed, the class may only be declared.
  if (Layout.empty() && !Site.Type.empty())
    Layout = Modules.layoutNamed(Site.Type);
  Field.Record = number(Layout);
  Field.Bytes = Site.Bytes;
  Field.Block = Site.Block;
  if (Field.Record == result::NoRecord)
    return Field;
  Field.Used = Site.Used.code();
  const uint64_t RecordBytes = P.Records[Field.Record].Bytes;
  // Code of LLVM 22 may say the distance from an earlier element. At the end of
  // a record, an array of any length begins.
  Field.Offset = Site.TypeOffset > RecordBytes && RecordBytes != 0
                     ? uint32_t(Site.TypeOffset % RecordBytes)
                     : Site.TypeOffset;
  std::vector<result::RecordBytes> Used = usedBytes(Field, RecordBytes);
  // An access to all members of several elements is no copy of them.
  if (Used.size() == 1 && Used[0].Bytes < RecordBytes) {
    bool AreSeveral = Field.Bytes > RecordBytes;
    Field.Offset = uint32_t(Used[0].Offset);
    Field.Bytes = Used[0].Bytes;
    Field.Used = AreSeveral ? UsedBytes::ofElements().code() : 0;
  }
  return Field;
}

void RecordNumbers::fillStructures() {
  for (result::Structure &S : P.Structures) {
    // A container's memory has the type of the container, and holds others.
    bool Contained =
        S.Kind == result::StructureKind::Heap && S.Type.starts_with("std::");
    if (S.Type.empty() || Contained)
      continue;
    uint32_t Number = numberOf(S.Type);
    // So does that of a class of the program, whose size tells.
    bool Keeps = Number != result::NoRecord &&
                 S.Kind == result::StructureKind::Heap && S.ElementBytes != 0 &&
                 P.Records[Number].Bytes != S.ElementBytes;
    if (!Keeps)
      S.Record = Number;
  }
}

namespace {

/// A structure with more types than these gets none.
constexpr size_t MaxTypes = 3;
/// Uses below 1 / 100 of all are another view of the same memory.
constexpr uint64_t LeastShare = 100;

struct Use {
  std::string_view Type;
  uint64_t Accesses = 0;
  uint32_t Number = result::NoRecord;
  const result::RecordType *Record = nullptr; ///< null: a scalar
};

/// Returns whether \p S has memory whose type is not declared.
bool canHaveType(const result::Structure &S) {
  bool Anonymous = S.Kind == result::StructureKind::Mapping && S.File.empty();
  return S.Type.empty() &&
         (S.Kind == result::StructureKind::Heap ||
          S.Kind == result::StructureKind::Local || Anonymous);
}

/// Returns whether \p Record is only a packed word, by which unaligned bytes
/// are read.
bool isWord(const result::RecordType &Record) {
  return Record.Bytes <= sizeof(uint64_t) &&
         std::ranges::all_of(Record.Members, [](const result::RecordMember &M) {
           return M.BitOffset == 0 && M.Count == 1;
         });
}

bool isPartOf(const result::RecordType &Inner,
              const result::RecordType &Outer) {
  return &Inner != &Outer && Inner.Bytes <= Outer.Bytes &&
         std::ranges::any_of(Outer.Parts, [&](const result::RecordPart &P) {
           return P.Type == Inner.Name;
         });
}

/// Drops parts of other records: pointers to them are pointers into the record.
void dropParts(std::vector<Use> &Records) {
  std::vector<Use> All = Records;
  std::erase_if(Records, [&](const Use &Candidate) {
    return std::ranges::any_of(All, [&](const Use &Other) {
      return isPartOf(*Candidate.Record, *Other.Record);
    });
  });
}

void dropRare(std::vector<Use> &Uses) {
  uint64_t Sum = 0;
  for (const Use &U : Uses)
    Sum += U.Accesses;
  std::erase_if(Uses,
                [&](const Use &U) { return U.Accesses * LeastShare < Sum; });
}

/// Gives memory that a file is read into the type of the program's other uses.
/// If there are none, it is bytes.
void settleTransfers(std::vector<Use> &Scalars) {
  auto Transfers = std::ranges::find(Scalars, UntypedBytes, &Use::Type);
  if (Transfers == Scalars.end())
    return;
  if (Scalars.size() == 1)
    Transfers->Type = "char";
  else
    Scalars.erase(Transfers);
}

/// Drops bytes next to one other type, as all memory can be accessed as bytes.
/// Memory that is accessed as bytes and as numbers of several sizes is bytes.
void settleBytes(std::vector<Use> &Scalars) {
  auto Bytes = std::ranges::find(Scalars, "char", &Use::Type);
  if (Bytes == Scalars.end() || Scalars.size() == 1)
    return;
  if (Scalars.size() > 2)
    Scalars = {*Bytes};
  else
    Scalars.erase(Bytes);
}

uint64_t scalarBytes(std::string_view Type) {
  for (std::string_view Byte : {"char", "bool"})
    if (Type == Byte)
      return 1;
  if (Type == "short")
    return 2;
  for (std::string_view Word : {"int", "float"})
    if (Type == Word)
      return 4;
  for (std::string_view Long : {"long", "long long", "double", "void *"})
    if (Type == Long)
      return 8;
  return 0;
}

/// Returns whether all objects of \p S are one record each.
bool isOne(const result::RecordType &Record, const result::Structure &S) {
  return S.Objects != 0 && S.Bytes == S.Objects * Record.Bytes;
}

/// Returns those of \p All that say what \p S is.
std::vector<Use> decisiveUses(std::vector<Use> All,
                              const result::Structure &S) {
  auto FirstScalar = std::partition(
      All.begin(), All.end(), [](const Use &U) { return U.Record != nullptr; });
  std::vector<Use> Scalars(FirstScalar, All.end());
  All.erase(FirstScalar, All.end());
  // Too large: the memory begins like the record and holds something else.
  std::erase_if(All,
                [&](const Use &U) { return S.PeakBytes < U.Record->Bytes; });
  for (const Use &U : All)
    if (isOne(*U.Record, S))
      return {U};
  if (!Scalars.empty())
    std::erase_if(All, [](const Use &U) { return isWord(*U.Record); });
  dropRare(All);
  dropParts(All);
  if (!All.empty())
    return All;
  settleTransfers(Scalars);
  dropRare(Scalars);
  settleBytes(Scalars);
  return Scalars;
}

} // namespace

UsedTypes::UsedTypes(std::span<const result::Structure> Structures)
    : ByStructure(Structures.size()), Guessed(Structures.size()) {
  for (const result::Structure &S : Structures)
    Watched.push_back(canHaveType(S));
}

void UsedTypes::add(StructureId S, const decode::SiteInfo &Site,
                    uint64_t Accesses, bool IsCertain) {
  if (Watched[S.Value] && !Site.Type.empty() && Accesses != 0)
    (IsCertain ? ByStructure : Guessed)[S.Value][Site.Type] += Accesses;
}

void UsedTypes::fill(result::Profile &P, RecordNumbers &Records) const {
  for (size_t I = 0; I != ByStructure.size(); ++I) {
    std::vector<Use> All;
    for (const auto &[Type, Accesses] :
         ByStructure[I].empty() ? Guessed[I] : ByStructure[I])
      All.push_back({Type, Accesses, Records.numberOf(Type)});
    for (Use &U : All)
      U.Record = Records.record(U.Number);
    result::Structure &S = P.Structures[I];
    std::vector<Use> Best = decisiveUses(std::move(All), S);
    if (Best.empty() || Best.size() > MaxTypes)
      continue;
    std::ranges::stable_sort(Best, std::greater(), &Use::Accesses);
    for (const Use &U : Best)
      S.Type += fmt::format("{}{}{}", S.Type.empty() ? "" : " | ", U.Type,
                            U.Record ? "" : "[]");
    if (Best.size() != 1)
      continue;
    S.Record = Best[0].Number;
    S.ElementBytes =
        Best[0].Record ? Best[0].Record->Bytes : scalarBytes(Best[0].Type);
  }
}

} // namespace memfacet::measure
