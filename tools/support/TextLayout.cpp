//===- TextLayout.cpp - texts in the columns of a terminal ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/support/TextLayout.h"
#include <algorithm>
#include <vector>

namespace memfacet {

namespace {

bool isContinuation(char C) { return (C & 0xc0) == 0x80; }

/// One character of UTF-8 at the beginning of a text.
struct Character {
  size_t Bytes = 1;
  char32_t Code = 0;
};

/// Returns the length of the escape sequence, such as a change of colour, that
/// \p Text begins with; 0: none.
size_t escapeLength(std::string_view Text) {
  if (!Text.starts_with("\033["))
    return 0;
  return std::min(Text.find('m'), Text.size() - 1) + 1;
}

Character firstOf(std::string_view Text) {
  constexpr char32_t NoWidth = 0x200b;
  if (size_t Escape = escapeLength(Text))
    return {Escape, NoWidth};
  auto Lead = static_cast<unsigned char>(Text[0]);
  size_t Wanted = Lead >= 0xf0 ? 4 : Lead >= 0xe0 ? 3 : Lead >= 0xc0 ? 2 : 1;
  Character C = {1, Wanted == 1 ? Lead : Lead & (0xffu >> (Wanted + 1))};
  while (C.Bytes < Wanted && C.Bytes < Text.size() &&
         isContinuation(Text[C.Bytes]))
    C.Code = C.Code << 6 | (static_cast<unsigned char>(Text[C.Bytes++]) & 0x3f);
  return C;
}

struct CodeRange {
  char32_t First, Last;
};

/// Characters that are drawn over the character before.
constexpr CodeRange Combining[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x064b, 0x065f},
    {0x0e34, 0x0e3a}, {0x0e47, 0x0e4e}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff},
    {0x200b, 0x200f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};

/// Characters that are two columns wide.
constexpr CodeRange Wide[] = {
    {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},
    {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},
    {0xff00, 0xff60},   {0xffe0, 0xffe6},   {0x1f300, 0x1f64f},
    {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};

template <size_t N> bool isIn(const CodeRange (&Ranges)[N], char32_t Code) {
  return std::ranges::any_of(Ranges, [&](const CodeRange &R) {
    return R.First <= Code && Code <= R.Last;
  });
}

size_t widthOf(const Character &C) {
  if (C.Code < Combining[0].First)
    return 1;
  return isIn(Combining, C.Code) ? 0 : isIn(Wide, C.Code) ? 2 : 1;
}

/// Returns the longest beginning of \p Text that fits into \p Width columns.
std::string_view beginning(std::string_view Text, size_t Width) {
  size_t End = 0;
  while (End != Text.size()) {
    Character C = firstOf(Text.substr(End));
    if (widthOf(C) > Width)
      break;
    Width -= widthOf(C);
    End += C.Bytes;
  }
  return Text.substr(0, End);
}

/// Returns the longest end of \p Text that fits into \p Width columns.
std::string_view ending(std::string_view Text, size_t Width) {
  size_t Columns = displayWidth(Text);
  while (Columns > Width) {
    Character C = firstOf(Text);
    Columns -= widthOf(C);
    Text.remove_prefix(C.Bytes);
  }
  // Remove what is drawn over the last removed character.
  while (!Text.empty() && widthOf(firstOf(Text)) == 0)
    Text.remove_prefix(firstOf(Text).Bytes);
  return Text;
}

/// Returns whether \p Word is a unit, which belongs to the number before it.
bool isUnit(std::string_view Word) {
  Word = Word.substr(0, Word.find_last_not_of(",.;)") + 1);
  constexpr std::string_view Units[] = {"%", "K",   "M",   "G",  "T",
                                        "B", "KiB", "MiB", "GiB"};
  return std::ranges::count(Units, Word) != 0;
}

} // namespace

size_t displayWidth(std::string_view Text) {
  size_t Width = 0;
  while (!Text.empty()) {
    Character C = firstOf(Text);
    Width += widthOf(C);
    Text.remove_prefix(C.Bytes);
  }
  return Width;
}

static std::string joined(std::string_view Head, std::string_view Tail) {
  return std::string(Head) + ".." + std::string(Tail);
}

std::string elided(std::string_view Text, size_t Width) {
  if (displayWidth(Text) <= Width)
    return std::string(Text);
  if (Width <= 2)
    return std::string(Width, '.');
  size_t Tail = (Width - 2) * 2 / 5;
  return joined(beginning(Text, Width - 2 - Tail), ending(Text, Tail));
}

std::string elidedPath(std::string_view Text, size_t Width) {
  size_t Slash = Text.rfind('/');
  if (displayWidth(Text) <= Width || Slash == Text.npos)
    return elided(Text, Width);
  std::string_view Last = Text.substr(Slash);
  size_t LastWidth = displayWidth(Last);
  if (LastWidth + 2 > Width)
    return elided(Last.substr(1), Width);
  return joined(beginning(Text, Width - 2 - LastWidth), Last);
}

std::string cutAtEnd(std::string_view Text, size_t Width) {
  if (displayWidth(Text) <= Width)
    return std::string(Text);
  return Width <= 2 ? std::string(Width, '.')
                    : joined(beginning(Text, Width - 2), "");
}

std::string wrapped(std::string_view Text, size_t Indent, size_t Width) {
  std::string Lines;
  size_t Column = Indent;
  for (size_t Begin = 0; Begin < Text.size();) {
    size_t End = std::min(Text.find(' ', Begin), Text.size());
    if (End != Text.size()) {
      size_t Next = std::min(Text.find(' ', End + 1), Text.size());
      if (isUnit(Text.substr(End + 1, Next - End - 1)))
        End = Next;
    }
    std::string_view Word = Text.substr(Begin, End - Begin);
    size_t WordWidth = displayWidth(Word);
    if (Begin != 0 && Width != 0 && Column + 1 + WordWidth > Width) {
      Lines += "\n" + std::string(Indent, ' ');
      Column = Indent;
    } else if (Begin != 0) {
      Lines += ' ';
      ++Column;
    }
    Lines += Word;
    Column += WordWidth;
    Begin = End + 1;
  }
  return Lines + "\n";
}

std::string shrunkChart(std::string_view Text, size_t Width) {
  std::vector<std::string_view> Bars;
  while (!Text.empty()) {
    Bars.push_back(Text.substr(0, firstOf(Text).Bytes));
    Text.remove_prefix(Bars.back().size());
  }
  Width = std::min(Width, Bars.size());
  std::string Result;
  for (size_t I = 0; I != Width; ++I) {
    auto BarAt = [&](size_t Column) {
      return Bars.begin() + std::ptrdiff_t(Column * Bars.size() / Width);
    };
    // Higher bars have higher codes, and UTF-8 keeps the order of codes.
    Result += *std::max_element(BarAt(I), BarAt(I + 1));
  }
  return Result;
}

/// Returns where the text of a line begins: after spaces, or after a label and
/// at least two spaces. Returns npos for a command to copy.
static size_t textOf(std::string_view Line) {
  size_t Begin = std::min(Line.find_first_not_of(' '), Line.size());
  if (Line.substr(Begin).starts_with("memfacet "))
    return Line.npos;
  size_t Gap = Line.find("  ", Begin);
  if (Gap == Line.npos)
    return Begin;
  size_t TextBegin = std::min(Line.find_first_not_of(' ', Gap), Line.size());
  return Line.find("  ", TextBegin) == Line.npos ? TextBegin : Begin;
}

std::string fitted(std::string_view Text, size_t Width) {
  // Less is hard to read.
  constexpr size_t LeastWidth = 20;
  std::string Result;
  while (!Text.empty()) {
    std::string_view Line = Text.substr(0, Text.find('\n'));
    bool IsWhole = Line.size() != Text.size();
    Text.remove_prefix(Line.size() + IsWhole);
    size_t Begin =
        Width == 0 || displayWidth(Line) <= Width ? Line.npos : textOf(Line);
    size_t Indent = displayWidth(Line.substr(0, Begin));
    Result += Line.substr(0, Begin);
    if (Begin == Line.npos)
      Result += "\n";
    else
      Result += wrapped(Line.substr(Begin), Indent,
                        std::max(Width, Indent + LeastWidth));
    if (!IsWhole)
      Result.pop_back();
  }
  return Result;
}

} // namespace memfacet
