//===- FieldLayout.cpp - members of records: layout and names -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/fields/FieldLayout.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace memfacet::report {

/// Returns the length of the path that all of \p Names begin with, in whole
/// members.
static size_t commonPath(const std::vector<std::string> &Names) {
  MEMFACET_CHECK(!Names.empty(), "bytes that are shared have members");
  size_t Length = Names.front().size();
  for (const std::string &Name : Names) {
    auto [A, B] = std::ranges::mismatch(Names.front(), Name);
    Length = std::min(Length, size_t(A - Names.front().begin()));
  }
  size_t Position = Names.front().find_last_of(".:", Length ? Length - 1 : 0);
  return Length == 0 || Position == std::string::npos ? 0 : Position + 1;
}

/// Returns "u.{a|b}" for members that share bytes.
static std::string joinedName(const std::vector<std::string> &Names) {
  if (Names.size() == 1)
    return Names.front();
  size_t Common = commonPath(Names);
  std::string Text = Names.front().substr(0, Common) + "{";
  for (size_t I = 0; I != Names.size(); ++I)
    Text += (I ? "|" : "") + Names[I].substr(Common);
  return Text + "}";
}

FieldLayout::FieldLayout(const result::RecordType &Record) {
  addUnits(Record);
  addHoles(Record.Bytes);
}

void FieldLayout::addFold(const result::RecordMember &M) {
  uint64_t Begin = M.BitOffset / 8, Stride = M.StrideBits / 8;
  if (M.Count == 1 || Stride == 0)
    return;
  // Other members of the same element are in the fold already. Of the arrays of
  // a union, the first one counts.
  if (!Folds.empty() && Begin < Folds.back().end())
    return;
  Folds.push_back({Begin, Stride, M.Count});
}

void FieldLayout::addUnits(const result::RecordType &Record) {
  std::vector<std::string> Names; // of the last unit
  for (const result::RecordMember &M : Record.Members) {
    addFold(M);
    uint64_t Begin = M.BitOffset / 8;
    uint64_t End = std::max((M.BitOffset + M.Bits + 7) / 8, Begin + 1);
    if (Units.empty() || Begin >= Units.back().End) {
      const Fold *F = foldAt(Begin);
      Units.push_back({M.Name, M.Type, Begin, End, F ? F->Count : 1});
      Names = {M.Name};
      continue;
    }
    FieldUnit &U = Units.back();
    U.End = std::max(U.End, End);
    Names.push_back(M.Name);
    U.Name = joinedName(Names);
    if (U.Type != M.Type)
      U.Type.clear();
  }
}

void FieldLayout::addHoles(uint64_t Bytes) {
  std::vector<FieldUnit> All;
  uint64_t Position = 0;
  const Fold *Current = nullptr;
  auto Gap = [&](uint64_t End, uint64_t Count) {
    if (Position < End)
      All.push_back({"", "", Position, End, Count});
  };
  auto Leave = [&] {
    if (!Current)
      return;
    Gap(Current->Begin + Current->Stride, Current->Count);
    Position = Current->end();
    Current = nullptr;
  };
  for (FieldUnit &U : Units) {
    const Fold *F = foldAt(U.Begin);
    if (F != Current) {
      Leave();
      if (F) {
        Gap(F->Begin, 1);
        Position = F->Begin;
      }
      Current = F;
    }
    Gap(U.Begin, F ? F->Count : 1);
    Position = U.End;
    All.push_back(std::move(U));
  }
  Leave();
  Gap(Bytes, 1);
  Units = std::move(All);
}

const FieldLayout::Fold *FieldLayout::foldAt(uint64_t Offset) const {
  for (const Fold &F : Folds)
    if (Offset >= F.Begin && Offset < F.end())
      return &F;
  return nullptr;
}

std::vector<size_t> FieldLayout::unitsAt(uint64_t Offset,
                                         uint64_t Bytes) const {
  if (const Fold *F = foldAt(Offset)) {
    Offset = F->Begin + (Offset - F->Begin) % F->Stride;
    // An access that covers an element covers all members of the element.
    if (Bytes >= F->Stride)
      Offset = F->Begin;
  }
  std::vector<size_t> Result;
  for (size_t I = 0; I != Units.size(); ++I)
    if (Units[I].Begin < Offset + Bytes && Units[I].End > Offset)
      Result.push_back(I);
  return Result;
}

/// Returns \p Type without "struct", "class" or "union".
static std::string_view plainName(std::string_view Type) {
  for (std::string_view Word : {"struct ", "class ", "union "})
    if (Type.starts_with(Word))
      return Type.substr(Word.size());
  return Type;
}

std::string fieldName(const result::Profile &P,
                      const result::FieldAccess &Field) {
  if (Field.Record >= P.Records.size() || Field.Bytes == 0)
    return "";
  const result::RecordType &Record = P.Records[Field.Record];
  FieldLayout Layout(Record);
  std::vector<size_t> Units = Layout.unitsAt(Field.Offset, Field.Bytes);
  if (Units.size() != 1 || Layout.units()[Units[0]].isHole())
    return "";
  return std::string(plainName(Record.Name)) + "." +
         Layout.units()[Units[0]].Name;
}

/// Returns "Lock" for "Lock.{a|b}": the member whose parts share bytes.
static std::string withoutChoices(const std::string &Name) {
  size_t Position = Name.find('{');
  return Position == Name.npos || Position < 2 ? Name
                                               : Name.substr(0, Position - 1);
}

std::string memberName(const result::Profile &P, const result::Structure &S,
                       uint64_t Offset) {
  const result::RecordType *Record =
      S.Record == result::NoRecord ? nullptr : &P.Records[S.Record];
  uint64_t Element = S.ElementBytes ? S.ElementBytes
                     : Record       ? Record->Bytes
                                    : 0;
  if (Element == 0)
    return fmt::format("+{}", Offset);
  std::string Text;
  bool Several = S.Objects == 0 || S.Bytes / S.Objects > Element;
  if (Several || Offset >= Element)
    Text = fmt::format("[{}]", Offset / Element);
  uint64_t OffsetInElement = Offset % Element;
  if (Record && Record->Bytes == Element) {
    FieldLayout Layout(*Record);
    std::vector<size_t> Units = Layout.unitsAt(OffsetInElement, 1);
    if (!Units.empty() && !Layout.units()[Units.front()].isHole())
      return Text + (Text.empty() ? "" : ".") +
             withoutChoices(Layout.units()[Units.front()].Name);
  }
  if (OffsetInElement != 0 || Text.empty())
    Text += fmt::format("+{}", OffsetInElement);
  return Text;
}

} // namespace memfacet::report
