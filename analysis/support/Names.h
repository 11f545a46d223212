//===- Names.h - the names of an enumeration's values ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An enumeration whose values count up from 0 lists their names once, next to
// the definition:
//
//   template <>
//   inline constexpr std::array NamesOf<Colour> = {"red", "green"};
//
// Reports, JSON and the database take the names from there.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_SUPPORT_NAMES_H
#define MEMFACET_SUPPORT_NAMES_H

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace memfacet {

template <typename E> inline constexpr std::array<const char *, 0> NamesOf = {};

template <typename E>
concept Named = (NamesOf<E>.size() != 0);

template <Named E> constexpr const char *nameOf(E Value) {
  return NamesOf<E>[size_t(Value)];
}

/// Returns nothing if no value is called \p Name.
template <Named E>
constexpr std::optional<E> valueNamed(std::string_view Name) {
  for (size_t I = 0; I != NamesOf<E>.size(); ++I)
    if (Name == NamesOf<E>[I])
      return E(I);
  return std::nullopt;
}

} // namespace memfacet

#endif
