//===- ElementShape.cpp - the parts of an element -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/ElementShape.h"
#include "analysis/advise/MemberAlign.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace memfacet::advise {

uint64_t ElementShape::padding() const {
  uint64_t Rest = Bytes;
  for (const ElementUnit &U : Units) {
    MEMFACET_CHECK(U.Bytes <= Rest, "units lie in the element, apart");
    Rest -= U.Bytes;
  }
  return Rest;
}

/// Returns the type of an array's elements, or the type itself.
static std::string_view elementType(std::string_view Type) {
  Type = Type.substr(0, Type.find('['));
  while (Type.ends_with(' '))
    Type.remove_suffix(1);
  for (std::string_view Word : {"const ", "volatile ", "_Atomic "})
    while (Type.starts_with(Word))
      Type.remove_prefix(Word.size());
  return Type;
}

/// Returns whether \p Type has a declarator in parentheses, as pointers to
/// functions and arrays have, "void (*)(int)", or one to members; not in a
/// template's arguments.
static bool hasInnerPointer(std::string_view Type) {
  return std::min(Type.find("(*"), Type.find("::*")) < Type.find('<');
}

bool isPointer(const std::string &Type) {
  std::string_view Element = elementType(Type);
  if (Element.ends_with("*const") || Element.ends_with("*volatile"))
    return true;
  return Element.ends_with('*') || hasInnerPointer(Type);
}

bool isWideInteger(const std::string &Type) {
  static constexpr std::array<std::string_view, 16> Names = {
      "long",
      "long int",
      "unsigned long",
      "long long",
      "unsigned long long",
      "long unsigned int",
      "size_t",
      "ssize_t",
      "int64_t",
      "uint64_t",
      "intptr_t",
      "uintptr_t",
      "ptrdiff_t",
      "std::size_t",
      "std::int64_t",
      "std::uint64_t",
  };
  return std::ranges::find(Names, elementType(Type)) != Names.end();
}

uint64_t memberAlign(const std::string &Type, uint64_t Begin, uint64_t Bytes) {
  std::string_view Name = elementType(Type);
  if (Name == "char" || Name == "bool" || Name == "_Bool" ||
      Name == "unsigned char" || Name == "signed char" || Name == "int8_t" ||
      Name == "uint8_t")
    return 1;
  if (Name.ends_with("short") || Name == "int16_t" || Name == "uint16_t")
    return 2;
  if (Name == "int" || Name == "unsigned int" || Name == "unsigned" ||
      Name == "float" || Name == "int32_t" || Name == "uint32_t")
    return 4;
  uint64_t Bits = Begin | Bytes | 8;
  return Bits & -Bits;
}

/// Returns the bytes of a member, with all elements of the array that it is in.
static ElementUnit unitOf(const result::RecordMember &M) {
  ElementUnit U;
  U.Name = M.Name;
  U.Type = M.Count == 1 ? M.Type : std::string();
  U.Begin = M.BitOffset / 8;
  uint64_t LastBit = M.BitOffset + M.Bits;
  if (M.Count > 1)
    LastBit += (M.Count - 1) * M.StrideBits;
  U.Bytes = std::max((LastBit + 7) / 8, U.Begin + 1) - U.Begin;
  U.Align = memberAlign(U.Type, U.Begin, U.Bytes);
  return U;
}

std::optional<ElementShape> shapeOf(const result::RecordType &R) {
  ElementShape Shape;
  Shape.Record = R.Name;
  Shape.Bytes = R.Bytes;
  for (const result::RecordMember &M : R.Members) {
    ElementUnit U = unitOf(M);
    if (U.end() > R.Bytes || result::hasAnyLength(M.Type))
      return std::nullopt;
    if (Shape.Units.empty() || U.Begin >= Shape.Units.back().end()) {
      Shape.Units.push_back(std::move(U));
      continue;
    }
    ElementUnit &Last = Shape.Units.back();
    Last.Bytes = std::max(Last.end(), U.end()) - Last.Begin;
    Last.Align = std::max(Last.Align, U.Align);
    Last.Type.clear();
    Last.Name += "|" + U.Name;
  }
  if (Shape.Units.empty())
    return std::nullopt;
  return Shape;
}

uint32_t accessedRecord(const result::Profile &P, StructureId Id,
                        uint64_t Bytes) {
  std::map<uint32_t, uint64_t> Accesses;
  for (const result::SiteCounts &C : P.BySite)
    if (uint32_t R = P.Sites[C.Site].Field.Record; C.Structure == Id &&
                                                   R != result::NoRecord &&
                                                   P.Records[R].Bytes == Bytes)
      Accesses[R] += C.Accesses;
  auto Most = std::ranges::max_element(
      Accesses, {}, [](const auto &Entry) { return Entry.second; });
  return Most == Accesses.end() ? result::NoRecord : Most->first;
}

std::optional<ElementShape> shapeOf(const result::Profile &P, StructureId Id) {
  const result::Structure &S = P.Structures[Id.Value];
  if (S.Record != result::NoRecord &&
      (S.ElementBytes == P.Records[S.Record].Bytes || S.ElementBytes == 0))
    return shapeOf(P.Records[S.Record]);
  if (S.ElementBytes == 0)
    return std::nullopt;
  if (uint32_t R = accessedRecord(P, Id, S.ElementBytes); R != result::NoRecord)
    return shapeOf(P.Records[R]);
  if (S.Record != result::NoRecord || S.ElementBytes > 8)
    return std::nullopt;
  ElementShape Shape;
  Shape.Bytes = S.ElementBytes;
  Shape.Units = {{"element", std::string(elementType(S.Type)), 0,
                  S.ElementBytes, S.ElementBytes}};
  return Shape;
}

} // namespace memfacet::advise
