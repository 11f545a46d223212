//===- Text.h - parts of text ---------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_TEXT_H
#define MEMFACET_SUPPORT_TEXT_H

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

namespace memfacet {

/// Takes what stands before the next \p End, and that, off the front of \p
/// Text. Takes all of \p Text if there is no \p End.
inline std::string_view takeUntil(std::string_view &Text, char End) {
  std::string_view Front = Text.substr(0, Text.find(End));
  Text.remove_prefix(std::min(Text.size(), Front.size() + 1));
  return Front;
}

/// Returns what stands before, between and after the separators: at least one
/// part.
inline std::vector<std::string_view> split(std::string_view Text,
                                           char Separator) {
  std::vector<std::string_view> Parts;
  for (;;) {
    size_t Position = Text.find(Separator);
    Parts.push_back(Text.substr(0, Position));
    if (Position == Text.npos)
      return Parts;
    Text.remove_prefix(Position + 1);
  }
}

/// Returns what stands between white space, up to a '#', which begins a
/// comment.
inline std::vector<std::string_view> wordsOf(std::string_view Line) {
  constexpr const char *White = " \t\r\f\v";
  Line = Line.substr(0, Line.find('#'));
  std::vector<std::string_view> Words;
  for (size_t Position = Line.find_first_not_of(White);
       Position != Line.npos;) {
    size_t End = std::min(Line.find_first_of(White, Position), Line.size());
    Words.push_back(Line.substr(Position, End - Position));
    Position = Line.find_first_not_of(White, End);
  }
  return Words;
}

/// Returns false if \p Text is not a number of that type and nothing else.
template <typename T> bool readNumber(std::string_view Text, T &Value) {
  const char *Begin = Text.data(), *End = Begin + Text.size();
  auto [Stop, Wrong] = std::from_chars(Begin, End, Value);
  return Wrong == std::errc() && Stop == End;
}

/// Returns "vec<int>" for "vec<int>::grow" and "vec<int>::start_"; empty: the
/// name is of no class.
inline std::string_view classOfMember(std::string_view Qualified) {
  size_t Depth = 0;
  for (size_t I = Qualified.size(); I-- > 1;) {
    char C = Qualified[I];
    Depth += C == '>' || C == ')';
    Depth -= (C == '<' || C == '(') && Depth != 0;
    if (Depth == 0 && C == ':' && Qualified[I - 1] == ':')
      return Qualified.substr(0, I - 1);
  }
  return {};
}

} // namespace memfacet

#endif
