//===- FieldLayout.h - members of records: layout and names ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_FIELDS_FIELDLAYOUT_H
#define MEMFACET_REPORT_FIELDS_FIELDLAYOUT_H

#include "analysis/result/profile/Profile.h"
#include "analysis/result/profile/RecordType.h"
#include <string>
#include <vector>

namespace memfacet::report {

/// A row of the table: a member, members that share bytes (of a union,
/// bit-fields), or padding.
struct FieldUnit {
  std::string Name;            ///< "pos.x", "u.{a|b}"; empty: padding
  std::string Type;            ///< of a single member
  uint64_t Begin = 0, End = 0; ///< bytes; in an array, of the first element
  uint64_t Count = 1;          ///< elements of the array that the unit is in

  bool isHole() const { return Name.empty(); }
  uint64_t bytes() const { return (End - Begin) * Count; }
};

/// The units of a record, which cover all bytes. In an array of nested records,
/// all elements count as the first one.
class FieldLayout {
public:
  explicit FieldLayout(const result::RecordType &Record);

  /// Returns all units by offset, padding included.
  const std::vector<FieldUnit> &units() const { return Units; }
  /// Returns the numbers of the units that overlap \p Bytes from \p Offset on.
  std::vector<size_t> unitsAt(uint64_t Offset, uint64_t Bytes) const;

private:
  /// Elements of an array of nested records.
  struct Fold {
    uint64_t Begin, Stride; ///< bytes
    uint64_t Count;         ///< elements
    uint64_t end() const { return Begin + Stride * Count; }
  };

  void addUnits(const result::RecordType &Record);
  void addFold(const result::RecordMember &M);
  void addHoles(uint64_t Bytes);
  const Fold *foldAt(uint64_t Offset) const;

  std::vector<FieldUnit> Units;
  std::vector<Fold> Folds; ///< by offset; they do not overlap
};

/// Returns the member that \p Field accesses: "node.parent", "node.{x|y}".
/// Empty if it is not known, or more than one.
std::string fieldName(const result::Profile &P,
                      const result::FieldAccess &Field);

/// Returns what an object of \p S has at \p Offset, as the program would write
/// it: "count", "[3].count", "[3]", or "+24" where no more is known. The index
/// is left out where the object has one element.
std::string memberName(const result::Profile &P, const result::Structure &S,
                       uint64_t Offset);

} // namespace memfacet::report

#endif
