//===- RecordType.h - structs, classes and unions -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RESULT_PROFILE_RECORDTYPE_H
#define MEMFACET_RESULT_PROFILE_RECORDTYPE_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace memfacet::result {

/// No record is known.
constexpr uint32_t NoRecord = ~uint32_t(0);

/// Returns whether a member of \p Type is an array of any length, of which one
/// element stands for all: `int data[]`, `int data[0]`.
inline bool hasAnyLength(std::string_view Type) {
  return Type.ends_with("[]") || Type.ends_with("[0]");
}

/// A plain member, or all elements of one in an array of nested records.
struct RecordMember {
  std::string Name; ///< full path: "pos.x", "points[].y", "Animal::legs"
  std::string Type;
  uint64_t BitOffset = 0, Bits = 0; ///< of the first
  uint64_t Count = 1;
  uint64_t StrideBits = 0; ///< from one to the next
  bool operator==(const RecordMember &) const = default;
};

/// A nested record or a base class.
struct RecordPart {
  std::string Type;
  uint64_t BitOffset = 0, Bits = 0;
  bool operator==(const RecordPart &) const = default;
};

struct RecordType {
  std::string Name; ///< as Structure::Type has it
  uint64_t Bytes = 0;
  std::vector<RecordMember> Members; ///< sorted by offset
  std::vector<RecordPart> Parts;
  bool operator==(const RecordType &) const = default;
};

/// Parses the layout that stands after a type's name (memfacet/Tables.h).
/// Returns nothing if \p Layout makes no sense.
std::optional<RecordType> parseLayout(std::string_view Layout);

/// Which bytes of a record a site accesses.
struct FieldAccess {
  uint32_t Record = NoRecord; ///< index into Profile::Records
  uint32_t Offset = 0;        ///< bytes; may be after an array's first element
  uint64_t Bytes = 0;         ///< 0: only known at run time
  /// Sites with the same number are executed together, as one block.
  uint32_t Block = 0;
  /// UsedBytes::code(), of Bytes: accesses to members of several elements, of
  /// which some are not used. UsedBytes::ofElements(): all of Bytes, in each
  /// element by itself.
  uint32_t Used = 0;
  bool operator==(const FieldAccess &) const = default;
};

/// Neighbouring bytes of a record.
struct RecordBytes {
  uint64_t Offset = 0, Bytes = 0;
  bool operator==(const RecordBytes &) const = default;
};

/// Returns the bytes of a record of \p Bytes bytes that \p Field uses, in
/// ascending order: in whichever element of an array they are. Returns at least
/// one group.
std::vector<RecordBytes> usedBytes(const FieldAccess &Field, uint64_t Bytes);

/// Returns whether \p Field is the same part of several records of \p Bytes
/// bytes. Then Field.Bytes are those of one record: how many there are is not
/// known.
bool isOfSeveral(const FieldAccess &Field, uint64_t Bytes);

} // namespace memfacet::result

#endif
