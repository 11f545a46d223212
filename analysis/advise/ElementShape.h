//===- ElementShape.h - what an element's bytes are -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_ADVISE_ELEMENTSHAPE_H
#define MEMFACET_ADVISE_ELEMENTSHAPE_H

#include "analysis/result/profile/Profile.h"
#include <optional>
#include <string>
#include <vector>

namespace memfacet::advise {

/// The least multiple of \p Multiple that is not below \p Value.
constexpr uint64_t roundUp(uint64_t Value, uint64_t Multiple) {
  return (Value + Multiple - 1) / Multiple * Multiple;
}

/// Bytes of an element that stay together wherever they are moved: a member,
/// members that share bytes, or all of an array of nested records.
struct ElementUnit {
  std::string Name; ///< "pos.x", "a|b"
  std::string Type; ///< of a single member, else empty
  uint64_t Begin = 0, Bytes = 0;
  uint64_t Align = 1; ///< a power of two, at most 16
  uint64_t end() const { return Begin + Bytes; }
};

struct ElementShape {
  std::string Record; ///< empty: elements are numbers or pointers
  uint64_t Bytes = 0;
  /// By offset, apart from one another; what they leave is padding.
  std::vector<ElementUnit> Units;

  uint64_t padding() const;
};

/// Of \p R; nothing where it has no members, or they do not fit into it.
std::optional<ElementShape> shapeOf(const result::RecordType &R);

/// Of the elements of a structure: of the record that its type says, or that
/// most of its accesses are of, if that is as large as its elements are; or one
/// number or pointer. Nothing where neither is known.
std::optional<ElementShape> shapeOf(const result::Profile &P, StructureId Id);

/// Whether \p Type is an integer of 8 bytes or a pointer, or an array of them.
bool isWideInteger(const std::string &Type);
bool isPointer(const std::string &Type);

} // namespace memfacet::advise

#endif
