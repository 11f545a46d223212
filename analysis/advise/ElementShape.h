//===- ElementShape.h - the parts of an element ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_ADVISE_ELEMENTSHAPE_H
#define MEMFACET_ADVISE_ELEMENTSHAPE_H

#include "analysis/result/profile/Profile.h"
#include "memfacet/Check.h"
#include <optional>
#include <string>
#include <vector>

namespace memfacet::advise {

/// Returns the least multiple of \p Multiple that is not less than \p Value.
constexpr uint64_t roundUp(uint64_t Value, uint64_t Multiple) {
  MEMFACET_CHECK(Multiple != 0, "each value has a multiple above it");
  return (Value + Multiple - 1) / Multiple * Multiple;
}

/// Bytes of an element that stay together wherever they are moved: a member,
/// members that share bytes, or all of an array of nested records.
struct ElementUnit {
  std::string Name; ///< "pos.x", "a|b"
  std::string Type; ///< type of a single member, else empty
  uint64_t Begin = 0, Bytes = 0;
  uint64_t Align = 1; ///< a power of two, at most 16
  uint64_t end() const { return Begin + Bytes; }
};

struct ElementShape {
  std::string Record; ///< empty: elements are numbers or pointers
  uint64_t Bytes = 0;
  /// Units by offset. They do not overlap; gaps between them are padding.
  std::vector<ElementUnit> Units;

  uint64_t padding() const;
};

/// Returns the shape of \p R, or nothing if it has no members, or members that
/// do not fit into it.
std::optional<ElementShape> shapeOf(const result::RecordType &R);

/// Returns the record that most accesses to structure \p Id are to, among those
/// of \p Bytes; result::NoRecord: none.
uint32_t accessedRecord(const result::Profile &P, StructureId Id,
                        uint64_t Bytes);

/// Returns the shape of the elements of a structure: of the record that its
/// type names, or that most of its accesses are to, if that is as large as its
/// elements; or one number or pointer. Returns nothing if neither is known.
std::optional<ElementShape> shapeOf(const result::Profile &P, StructureId Id);

/// Return whether \p Type is an integer of 8 bytes, or a pointer; an array
/// counts as its elements.
bool isWideInteger(const std::string &Type);
bool isPointer(const std::string &Type);

} // namespace memfacet::advise

#endif
