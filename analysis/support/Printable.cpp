//===- Printable.cpp - texts of programs that do nothing to a terminal ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/support/Printable.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <charconv>

namespace memfacet {

Letter letterAt(std::string_view Text) {
  MEMFACET_CHECK(!Text.empty(), "a letter is at its beginning");
  auto Byte = [&](size_t I) { return uint8_t(Text[I]); };
  uint8_t First = Byte(0);
  if (First < 0x80)
    return {First, 1};
  size_t Bytes = First >= 0xf0 ? 4 : First >= 0xe0 ? 3 : 2;
  if (First < 0xc2 || First > 0xf4 || Text.size() < Bytes)
    return {0, 0};
  uint32_t Code = First & (0xff >> (Bytes + 1));
  for (size_t I = 1; I != Bytes; ++I) {
    if ((Byte(I) & 0xc0) != 0x80)
      return {0, 0};
    Code = Code << 6 | (Byte(I) & 0x3f);
  }
  // The number of bytes decides: longer forms of other letters are errors, and
  // so are halves of pairs.
  constexpr uint32_t Least[] = {0, 0, 0x80, 0x800, 0x10000};
  bool IsHalf = Code >= 0xd800 && Code <= 0xdfff;
  if (Code < Least[Bytes] || Code > 0x10ffff || IsHalf)
    return {0, 0};
  return {Code, Bytes};
}

bool isHarmful(uint32_t Code) {
  return Code < 0x20 || (Code >= 0x7f && Code <= 0x9f) || Code == 0x61c ||
         Code == 0x200e || Code == 0x200f ||
         (Code >= 0x2028 && Code <= 0x202e) ||
         (Code >= 0x2066 && Code <= 0x2069);
}

namespace {

std::string replaced(std::string_view Text, std::string_view Kept) {
  std::string Result;
  Result.reserve(Text.size());
  while (!Text.empty()) {
    auto [Code, Bytes] = letterAt(Text);
    bool Stays = Kept.find(Text.front()) != Kept.npos;
    if (!Stays && (Bytes == 0 || isHarmful(Code)))
      Result += '?';
    else
      Result += Text.substr(0, Bytes);
    Text.remove_prefix(std::max<size_t>(Bytes, 1));
  }
  return Result;
}

} // namespace

std::string printable(std::string_view Text) { return replaced(Text, ""); }
std::string printableLines(std::string_view Text) {
  return replaced(Text, "\n\t");
}

namespace {

/// Returns whether \p Text is "2.5e-07", "12 %" or empty.
bool isNumber(std::string_view Text) {
  double Value;
  auto [End, Wrong] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Value);
  std::string_view Rest = Text.substr(size_t(End - Text.data()));
  return Text.empty() || (Wrong == std::errc() &&
                          (Rest.empty() || Rest == "%" || Rest == " %"));
}

/// Returns whether a spreadsheet would compute \p Cell. A sign alone is no
/// formula.
bool isFormula(std::string_view Cell) {
  if (Cell.empty() || std::string_view("=+-@\t").find(Cell[0]) == Cell.npos)
    return false;
  bool Signed = Cell[0] == '+' || Cell[0] == '-';
  return !Signed || !isNumber(Cell.substr(1));
}

} // namespace

std::string harmlessCell(std::string_view Cell) {
  std::string Text = printableLines(Cell);
  return isFormula(Text) ? "'" + Text : Text;
}

} // namespace memfacet
