//===- FieldTables.h - accesses and misses by member ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each record type of a structure has a table. Accesses to several members, or
// to no known member, have rows of their own.
//
// docs/internals/fields.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_FIELDS_FIELDTABLES_H
#define MEMFACET_REPORT_FIELDS_FIELDTABLES_H

#include "analysis/result/profile/Profile.h"
#include "tools/report/fields/FieldLayout.h"
#include "tools/support/Terminal.h"

namespace memfacet::report {

struct FieldCounts {
  uint64_t Loads = 0, Stores = 0;
  std::vector<uint64_t> Misses; ///< by level
  uint64_t accesses() const { return Loads + Stores; }
  void add(const result::CodeSite &Site, const result::SiteCounts &C);
  FieldCounts &operator+=(const FieldCounts &O);
};

/// A row of a structure's table.
struct FieldRow {
  enum class Role {
    Member,  ///< or members that share bytes
    Hole,    ///< padding
    Several, ///< accesses that cover several members, not all
    Whole,   ///< accesses that cover the record, or of unknown length
    Unknown, ///< accesses whose member is not known
  };
  Role Kind = Role::Member;
  std::string Name, Type;
  std::string Title;              ///< in tables; empty: Name
  uint64_t Offset = 0, Bytes = 0; ///< both 0: no place in the record
  FieldCounts Counts;
  /// Accesses in rows Several and Whole that cover this one, too.
  uint64_t InWider = 0;
  /// Accesses to the byte of the field that most begin at, the sum over blocks;
  /// without copies of whole records. Stores of a text by seven instructions
  /// are one use. A row Unknown has those of its site with most accesses.
  uint64_t Uses = 0;
};

/// How often two members were accessed in one execution of a block.
struct FieldPair {
  size_t First, Second; ///< rows
  uint64_t BothCount;   ///< executions of blocks that access both
  uint64_t EitherCount; ///< executions of blocks that access at least one
};

/// Members of one record in one structure.
struct FieldTable {
  std::string Record; ///< the record's name
  uint64_t Bytes = 0;
  bool IsElement = false; ///< whether the structure's elements have this type
  bool HasParts = false;  ///< nested records or base classes
  std::vector<FieldRow> Rows;
  std::vector<FieldPair> Pairs; ///< used by one block; most executions first
  FieldCounts Total;
};

/// Uses of members that are not known.
struct UnknownUses {
  uint64_t All = 0;
  bool AreStores = false; ///< none of them loads
};

/// All accesses and misses of a structure: tables of its records, and rows of
/// no known member.
struct StructureFields {
  StructureId Structure;
  std::vector<FieldTable> Tables; ///< the table of the elements first
  std::vector<FieldRow> Unknown;  ///< by line; most misses first
  FieldCounts Total;
  UnknownUses unknownUses() const;
};

StructureFields fieldsOf(const result::Profile &P, StructureId Id);

/// The fewest members that have 95 % of the uses of members; or 80 %, if each
/// other member has less than 5 % of those of the first one, or is only written
/// and has less than 20 %.
struct HotMembers {
  uint64_t Bytes = 0;     ///< of these members; 0: there are none
  uint64_t Align = 1;     ///< the largest of these members
  uint64_t ColdBytes = 0; ///< of the other members, without padding
  uint64_t Accesses = 0;  ///< to these members
  uint64_t All = 0;       ///< to all members
  std::string Names;      ///< "key, next"
  /// The size of a record of all members, with least padding; 0: not known.
  uint64_t PackedBytes = 0;
  /// Whether the record, or a member, is aligned more than its type needs.
  bool IsAligned = false;

  /// Returns the size of a record of these members, padding included.
  uint64_t recordBytes() const { return (Bytes + Align - 1) / Align * Align; }
  /// Returns whether an element of \p ElementBytes is worth splitting.
  bool areFew(uint64_t ElementBytes) const {
    return Bytes != 0 && ColdBytes != 0 &&
           recordBytes() * 4 <= ElementBytes * 3;
  }
  /// Returns whether an element of \p ElementBytes has much padding.
  bool arePadded(uint64_t ElementBytes) const {
    return Bytes != 0 && PackedBytes != 0 &&
           PackedBytes * 4 <= ElementBytes * 3;
  }
};
/// Returns none if elements are often copied as a whole, if no member is left,
/// or if too many uses are of no known member: \p Unknown, of the structure.
HotMembers hotMembers(const FieldTable &T, const UnknownUses &Unknown);

/// Says what splitting the record of \p T would gain; empty: little.
std::string splitHint(const FieldTable &T, uint32_t LineBytes,
                      const UnknownUses &Unknown = {});

/// Writes the tables of \p Structures, one after the other. \p Top: the number
/// of rows without a known member that are shown one by one.
std::string fieldTextReport(const result::Profile &P,
                            const std::vector<StructureId> &Structures,
                            size_t Top, const Terminal &Out);
/// Writes all counts.
std::string fieldJsonReport(const result::Profile &P,
                            const std::vector<StructureId> &Structures);
std::string fieldCsvReport(const result::Profile &P,
                           const std::vector<StructureId> &Structures);

/// Returns "member", "padding", "several", "whole", "unknown", as in JSON and
/// CSV.
const char *fieldRoleName(FieldRow::Role Role);

} // namespace memfacet::report

#endif
