//===- TextLines.cpp - lines of traces in text formats --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/import/TextLines.h"
#include <algorithm>
#include <charconv>

namespace memfacet::measure {

static constexpr std::string_view Blanks = " \t\r\f\v";
static constexpr size_t MostLetters = 4095; ///< of a line that are kept

std::string_view meaningOf(std::string_view Line) {
  Line = Line.substr(0, Line.find('#'));
  skipBlanks(Line);
  return Line.substr(0, Line.find_last_not_of(Blanks) + 1);
}

std::string_view withoutMark(std::string_view Text) {
  constexpr std::string_view ByteOrderMark = "\xef\xbb\xbf";
  return Text.substr(Text.starts_with(ByteOrderMark) ? ByteOrderMark.size()
                                                     : 0);
}

void skipBlanks(std::string_view &Text) {
  Text.remove_prefix(std::min(Text.find_first_not_of(Blanks), Text.size()));
}

std::optional<uint64_t> takeHex(std::string_view &Text) {
  std::string_view Digits = Text;
  if (Digits.starts_with("0x") || Digits.starts_with("0X"))
    Digits.remove_prefix(2);
  uint64_t Value = 0;
  const char *Begin = Digits.data(), *End = Begin + Digits.size();
  auto [NumberEnd, Failure] = std::from_chars(Begin, End, Value, 16);
  if (Failure != std::errc())
    return std::nullopt;
  Text = {NumberEnd, size_t(End - NumberEnd)};
  return Value;
}

/// Reads the next line. Returns false if there is none.
Expected<bool> TextLines::readLine() {
  Line.clear();
  for (bool Any = false;; Any = true) {
    Expected<std::string_view> Next = File.peek();
    if (!Next)
      return Next.error();
    if (Next->empty())
      return Any;
    size_t End = Next->find('\n');
    std::string_view Piece = Next->substr(0, End);
    Line += Piece.substr(0, MostLetters - std::min(MostLetters, Line.size()));
    File.take(Piece.size() + (End != Next->npos));
    if (End != Next->npos)
      return true;
  }
}

Expected<std::optional<std::string_view>> TextLines::next() {
  while (true) {
    Expected<bool> Any = readLine();
    if (!Any)
      return Any.error();
    if (!*Any)
      return std::optional<std::string_view>();
    std::string_view Meaning = Line;
    if (++Number == 1)
      Meaning = withoutMark(Meaning);
    Meaning = meaningOf(Meaning);
    if (!Meaning.empty())
      return std::optional(Meaning);
  }
}

Error TextLines::wrong(std::string_view Wanted) const {
  return makeError("'{}' line {}: '{}' is no access; expected {}", File.name(),
                   Number, meaningOf(Line).substr(0, 40), Wanted);
}

} // namespace memfacet::measure
