//===- Table.h - how a table and a C++ type belong together ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table is described once, in Tables.cpp:
//
//   TABLE(CoreIntervals, CoreInterval, "core_intervals", since(5), key(2),
//         C(thread, Thread), C(interval, Interval), C(cycles, Cycles))
//
// The table's text in SQL, the writing and reading of its rows, and its part of
// the profile's check value follow from that. Some rows have numbers in front
// that are no members: their place in a list, or the place of what they belong
// to. The key names them: key(2, "structure", "level").
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_STORE_TABLE_H
#define MEMFACET_RESULT_STORE_TABLE_H

#include "analysis/result/store/Database.h"
#include "analysis/support/Ids.h"
#include "analysis/support/Names.h"
#include <array>
#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace memfacet::result {

/// The versions of profiles that have a table.
struct VersionRange {
  uint64_t First, Last;
  constexpr bool contains(uint64_t Version) const {
    return First <= Version && Version <= Last;
  }
};
constexpr VersionRange since(uint64_t Version) { return {Version, UINT64_MAX}; }
constexpr VersionRange before(uint64_t Version) { return {1, Version - 1}; }
constexpr VersionRange between(uint64_t First, uint64_t Last) {
  return {First, Last};
}

/// A primary key: the first \p Columns columns. The first of these may be
/// numbers in front of the members.
struct Key {
  static constexpr size_t MaxNumbers = 3;

  size_t Columns = 0;
  std::array<const char *, MaxNumbers> Numbers = {};
  size_t Outer = 0;       ///< of Numbers
  bool WithRowId = false; ///< where the key has several columns
};
template <typename... Names>
constexpr Key key(size_t Columns, Names... Numbers) {
  return {Columns, {Numbers...}, sizeof...(Names)};
}
constexpr Key withRowId(Key K) {
  K.WithRowId = true;
  return K;
}

/// A table as SQL knows it.
struct TableText {
  struct Column {
    std::string_view Name, Type;
    bool InRow; ///< false: bytes that stay in the file until they are wanted
  };

  std::string_view Name;
  VersionRange In;
  size_t KeyColumns;
  bool WithRowId;
  std::vector<Column> Columns;
  /// Set by profileTables() to definition() and selection().
  std::string Creation = {}, Selection = {};

  /// Returns whether SQLite numbers the rows. Else, rows are found by the key.
  bool hasRowId() const;
  /// Returns what stands in `CREATE TABLE name (...)`, tail included.
  std::string definition() const;
  std::string insertion() const;
  /// Selects in the order of the key, else as the rows were inserted.
  std::string selection() const;
};

/// Returns what is bound for a member. Check values are made of the same.
template <typename T> auto stored(const T &Value) {
  if constexpr (std::same_as<T, std::string>)
    return std::string_view(Value);
  else if constexpr (std::same_as<T, StructureId>)
    return uint64_t(Value.Value);
  else
    return uint64_t(Value);
}

/// Reads column \p Column of \p Row into \p Target. Returns false if no writer
/// has stored that. \p Structures is the number of structures of the profile.
template <typename T>
bool take(const Statement &Row, int Column, size_t Structures, T &Target) {
  if constexpr (std::same_as<T, std::string>) {
    Target = Row.text(Column);
    return true;
  } else if constexpr (std::same_as<T, StructureId>) {
    Target = StructureId(uint32_t(Row.number(Column)));
    return Row.number(Column) < Structures;
  } else if constexpr (Named<T>) {
    std::optional<T> Value = valueNamed<T>(Row.text(Column));
    Target = Value.value_or(T());
    return Value.has_value();
  } else {
    Target = T(Row.number(Column));
    return uint64_t(Target) == Row.number(Column);
  }
}

/// What a check value is made of: a text, or else a number.
struct MemberValue {
  std::optional<std::string_view> Text = {};
  uint64_t Number = 0;
};

/// How members of one type are stored. The pointers are to such a member.
struct MemberKind {
  std::string_view Type; ///< in SQL
  void (*Bind)(Statement &Insertion, int Parameter, const void *Member);
  /// As take().
  bool (*Read)(const Statement &Row, int Column, size_t Structures,
               void *Member);
  MemberValue (*Value)(const void *Member);
};

template <typename T>
constexpr MemberKind KindOf = {
    std::same_as<T, std::string> || Named<T> ? "TEXT" : "INTEGER",
    [](Statement &Insertion, int Parameter, const void *Member) {
      const T &Value = *static_cast<const T *>(Member);
      if constexpr (Named<T>)
        Insertion.bind(Parameter, std::string_view(nameOf(Value)));
      else
        Insertion.bind(Parameter, stored(Value));
    },
    [](const Statement &Row, int Column, size_t Structures, void *Member) {
      return take(Row, Column, Structures, *static_cast<T *>(Member));
    },
    [](const void *Member) {
      auto Value = stored(*static_cast<const T *>(Member));
      if constexpr (std::same_as<decltype(Value), uint64_t>)
        return MemberValue{{}, Value};
      else
        return MemberValue{Value, 0};
    }};
/// Bytes, in a std::string.
extern const MemberKind KindOfBytes;

/// A column that holds a member of a row.
struct StoredColumn {
  const char *Name;
  const MemberKind *Kind;
  bool InRow; ///< as in TableText
  /// Returns the member of \p Row.
  void *(*Find)(void *Row);

  void bind(Statement &Insertion, int Parameter, const void *Row) const {
    Kind->Bind(Insertion, Parameter, member(Row));
  }
  MemberValue value(const void *Row) const { return Kind->Value(member(Row)); }

private:
  const void *member(const void *Row) const {
    return Find(const_cast<void *>(Row));
  }
};

/// A table whose rows are of a type that only its StoredTable knows.
struct TableDefinition {
  const char *Name;
  VersionRange In;
  Key Primary;
  std::span<const StoredColumn> Columns;

  TableText text() const;
  /// Inserts \p Row after the numbers in front, as many as the key has.
  Status insert(Statement &Insertion, const void *Row,
                std::span<const uint64_t> Numbers) const;
  /// Reads the members from the row that \p Source is at. Returns false if it
  /// is damaged.
  bool read(const Statement &Source, size_t Structures, void *Row) const;
};

/// The same of rows that are a \p Row each, with \p Outer numbers in front.
template <typename Row, size_t Outer> struct StoredTable : TableDefinition {};

} // namespace memfacet::result

#endif
