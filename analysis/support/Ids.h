//===- Ids.h - strong types for what is counted and numbered --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_IDS_H
#define MEMFACET_SUPPORT_IDS_H

#include <compare>
#include <cstdint>
#include <functional>

namespace memfacet {

/// A dense number that cannot be mixed up with another kind of number.
template <typename Tag, typename Rep = uint32_t> struct Id {
  Rep Value = Rep(-1);
  constexpr Id() = default;
  constexpr explicit Id(Rep V) : Value(V) {}
  constexpr bool valid() const { return Value != Rep(-1); }
  auto operator<=>(const Id &) const = default;
};

using ThreadId = Id<struct ThreadTag>;       ///< index in the process, 0 = main
using SiteId = Id<struct SiteTag>;           ///< index over all modules
using StructureId = Id<struct StructureTag>; ///< data structure
using IntervalId = Id<struct IntervalTag>;   ///< per thread, from 0

} // namespace memfacet

template <typename Tag, typename Rep> struct std::hash<memfacet::Id<Tag, Rep>> {
  size_t operator()(memfacet::Id<Tag, Rep> I) const {
    return std::hash<Rep>()(I.Value);
  }
};

#endif
