//===- Text.h - parts of text ---------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_TEXT_H
#define MEMFACET_SUPPORT_TEXT_H

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

namespace memfacet {

/// Takes what stands before the next \p End, and that, off the front of
/// \p Text: all of it where there is no \p End.
inline std::string_view takeUntil(std::string_view &Text, char End) {
  std::string_view Taken = Text.substr(0, Text.find(End));
  Text.remove_prefix(std::min(Text.size(), Taken.size() + 1));
  return Taken;
}

/// What stands before, between and behind the separators: at least one part.
inline std::vector<std::string_view> split(std::string_view Text,
                                           char Separator) {
  std::vector<std::string_view> Parts;
  for (;;) {
    size_t At = Text.find(Separator);
    Parts.push_back(Text.substr(0, At));
    if (At == Text.npos)
      return Parts;
    Text.remove_prefix(At + 1);
  }
}

/// What stands between white space, up to a '#', which begins a comment.
inline std::vector<std::string_view> wordsOf(std::string_view Line) {
  constexpr const char *White = " \t\r\f\v";
  Line = Line.substr(0, Line.find('#'));
  std::vector<std::string_view> Words;
  for (size_t At = Line.find_first_not_of(White); At != Line.npos;) {
    size_t End = std::min(Line.find_first_of(White, At), Line.size());
    Words.push_back(Line.substr(At, End - At));
    At = Line.find_first_not_of(White, End);
  }
  return Words;
}

/// False: \p Text is not a number of that type and nothing else.
template <typename T> bool readNumber(std::string_view Text, T &To) {
  const char *Begin = Text.data(), *End = Begin + Text.size();
  auto [At, Wrong] = std::from_chars(Begin, End, To);
  return Wrong == std::errc() && At == End;
}

/// "vec<int>" of "vec<int>::grow" and "vec<int>::start_"; empty: of no class.
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
