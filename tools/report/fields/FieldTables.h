//===- FieldTables.h - accesses and misses by member ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each record type of a structure has a table. What hits several members, or is
// of no known member, has rows of its own.
//
// docs/internals/fields.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_FIELDS_FIELDTABLES_H
#define MEMFACET_REPORT_FIELDS_FIELDTABLES_H

#include "analysis/result/profile/Profile.h"
#include "tools/report/fields/FieldLayout.h"
#include "tools/support/Terminal.h"

namespace memfacet {

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
    Unknown, ///< accesses of which the member is not known
  };
  Role Kind = Role::Member;
  std::string Name, Type;
  std::string Title;              ///< in tables; empty: Name
  uint64_t Offset = 0, Bytes = 0; ///< both 0: no place in the record
  FieldCounts Counts;
  /// Accesses in rows Several and Whole that cover this one, too.
  uint64_t InWider = 0;
};

/// How often two members were accessed in one execution of a block.
struct FieldPair {
  size_t First, Second; ///< rows
  uint64_t BothCount;   ///< executions of blocks that access both
  uint64_t EitherCount; ///< and those that access at least one
};

/// Members of one record in one structure.
struct FieldTable {
  std::string Record; ///< its name
  uint64_t Bytes = 0;
  bool IsElement = false; ///< the structure's elements are of it
  std::vector<FieldRow> Rows;
  std::vector<FieldPair> Pairs; ///< those together at least once; most first
  FieldCounts Total;
};

/// All accesses and misses of a structure: tables of its records, and rows of
/// no known member.
struct StructureFields {
  StructureId Structure;
  std::vector<FieldTable> Tables; ///< that of the elements first
  std::vector<FieldRow> Unknown;  ///< by line; most misses first
  FieldCounts Total;
};

StructureFields fieldsOf(const result::Profile &P, StructureId Structure);

/// The fewest members that have 95 % of the accesses to members.
struct HotMembers {
  uint64_t Bytes = 0;    ///< theirs; 0: there are none
  uint64_t Accesses = 0; ///< to them
  uint64_t All = 0;      ///< to all members
  std::string Names;     ///< "key, next"

  /// Whether an element of \p ElementBytes is worth splitting.
  bool areFew(uint64_t ElementBytes) const {
    return Bytes != 0 && Bytes * 4 <= ElementBytes * 3;
  }
};
/// None where elements are often moved as a whole.
HotMembers hotMembers(const FieldTable &T);

/// What splitting the record of \p T would gain; empty: little.
std::string splitHint(const FieldTable &T, uint32_t LineBytes);

/// The tables of \p Structures, one after the other. \p Top: unknown rows shown
/// one by one.
std::string fieldTextReport(const result::Profile &P,
                            const std::vector<StructureId> &Structures,
                            size_t Top, const Terminal &Out);
/// Everything.
std::string fieldJsonReport(const result::Profile &P,
                            const std::vector<StructureId> &Structures);
std::string fieldCsvReport(const result::Profile &P,
                           const std::vector<StructureId> &Structures);

/// "member", "padding", "several", "whole", "unknown": as in JSON and CSV.
const char *fieldRoleName(FieldRow::Role Role);

} // namespace memfacet

#endif
