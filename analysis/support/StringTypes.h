//===- StringTypes.h - what strings of the C++ library consist of ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_STRINGTYPES_H
#define MEMFACET_SUPPORT_STRINGTYPES_H

#include <cstdint>
#include <string_view>

namespace memfacet {

struct CharacterType {
  std::string_view String, Name;
  uint32_t Bytes;
};

/// Returns the characters of \p Type, a string class of the C++ library;
/// without a name if it is none: of "std::string", "char" with one byte.
constexpr CharacterType charactersOf(std::string_view Type) {
  constexpr CharacterType Known[] = {{"string", "char", 1},
                                     {"wstring", "wchar_t", 4},
                                     {"u8string", "char8_t", 1},
                                     {"u16string", "char16_t", 2},
                                     {"u32string", "char32_t", 4}};
  if (!Type.starts_with("std::"))
    return {};
  Type.remove_prefix(Type.starts_with("std::pmr::") ? 10 : 5);
  bool IsTemplate = Type.starts_with("basic_string<");
  std::string_view Argument =
      Type.substr(IsTemplate ? Type.find('<') + 1 : Type.size());
  Argument = Argument.substr(0, Argument.find_first_of(",>"));
  for (const CharacterType &C : Known)
    if (Type == C.String || Argument == C.Name)
      return C;
  return {};
}

} // namespace memfacet

#endif
