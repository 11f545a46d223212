//===- ScanFormat.cpp - what scanf writes, from its format ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pass/accesses/ScanFormat.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using namespace llvm;
using namespace memfacet;
using namespace memfacet::accesses;

static uint64_t integerBytes(StringRef Length) {
  return Length == "hh" ? 1 : Length == "h" ? 2 : Length == "" ? 4 : 8;
}

static uint64_t realBytes(StringRef Length) {
  return Length == "" ? 4 : Length == "L" ? 16 : 8;
}

/// Skips the set after "%[" up to its end; the set may begin with a ']'.
static StringRef afterSet(StringRef Rest) {
  Rest.consume_front("^");
  Rest.consume_front("]");
  size_t End = Rest.find(']');
  return End == StringRef::npos ? "" : Rest.substr(End + 1);
}

namespace {
/// "%[*][width][m][length]kind".
struct Conversion {
  bool Skips = false, Allocates = false;
  StringRef Width, Length;
  char Kind = 0;
};
} // namespace

/// Takes a conversion from the front of \p Format, after its "%". Kind 0: it is
/// none, or one that numbers its argument.
static Conversion takeConversion(StringRef &Format) {
  Conversion C;
  C.Skips = Format.consume_front("*");
  C.Width = Format.take_while(isDigit);
  Format = Format.drop_front(C.Width.size());
  C.Allocates = Format.consume_front("m");
  C.Length = Format.take_while(
      [](char L) { return StringRef("hlLqjzt").contains(L); });
  Format = Format.drop_front(C.Length.size());
  if (Format.empty() || Format.starts_with("$"))
    return C;
  C.Kind = Format.front();
  Format = Format.drop_front();
  if (C.Kind == '[')
    Format = afterSet(Format);
  return C;
}

/// Returns the bytes that \p C writes; 0: a text of unknown length; nothing:
/// not known.
static std::optional<uint64_t> bytesOf(const Conversion &C) {
  bool Wide = C.Length == "l";
  if (StringRef("dioxuXn").contains(C.Kind))
    return integerBytes(C.Length);
  if (StringRef("aefgAEFG").contains(C.Kind))
    return realBytes(C.Length);
  if (C.Kind == 'p')
    return 8;
  if (C.Kind == 'c') {
    uint64_t Letters = 1;
    C.Width.getAsInteger(10, Letters);
    return Letters * (Wide ? 4 : 1);
  }
  // The length of a wide text is not known here.
  if ((C.Kind == '[' || C.Kind == 's') && !Wide)
    return 0;
  return std::nullopt;
}

SmallVector<ScanOutput, 8> memfacet::accesses::scanOutputs(StringRef Format) {
  SmallVector<ScanOutput, 8> Outputs;
  unsigned Assigned = 0;
  while (true) {
    Format = Format.substr(std::min(Format.find('%'), Format.size()));
    if (!Format.consume_front("%"))
      return Outputs;
    if (Format.consume_front("%"))
      continue;
    Conversion C = takeConversion(Format);
    std::optional<uint64_t> Bytes = C.Kind ? bytesOf(C) : std::nullopt;
    if (!Bytes)
      return {};
    if (C.Skips)
      continue;
    Assigned += C.Kind != 'n';
    Outputs.push_back({C.Allocates ? 8 : *Bytes, Assigned});
  }
}
