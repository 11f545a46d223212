//===- Table.h - how a table and a C++ type belong together ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table is described once:
//
//   table<CoreInterval>("core_intervals", since(5), key(2), C(thread, Thread),
//                       C(interval, Interval), C(cycles, Cycles))
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
#include <string>
#include <tuple>
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

/// A primary key: the first \p Columns columns. The first of these may be \p
/// Numbers in front of the members.
template <size_t Outer> struct Key {
  size_t Columns;
  std::array<const char *, Outer> Numbers = {};
  bool WithRowId = false; ///< where the key has several columns
};
template <typename... Names>
constexpr Key<sizeof...(Names)> key(size_t Columns, Names... Numbers) {
  return {Columns, {Numbers...}};
}
template <size_t Outer> constexpr Key<Outer> withRowId(Key<Outer> K) {
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

  /// Whether SQLite numbers the rows. Else, rows are found by the key.
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

/// A column that holds a member of a row; \p Get finds the member.
template <typename Getter> struct StoredColumn {
  static constexpr bool InRow = true;
  const char *Name;
  Getter Get;

  template <typename Row> TableText::Column text() const {
    using T = std::remove_reference_t<std::invoke_result_t<Getter, Row &>>;
    bool IsText = std::same_as<T, std::string> || Named<T>;
    return {Name, IsText ? "TEXT" : "INTEGER", true};
  }
  auto bound(const auto &Row) const {
    using T = std::remove_cvref_t<decltype(Get(Row))>;
    if constexpr (Named<T>)
      return std::string_view(nameOf(Get(Row)));
    else
      return stored(Get(Row));
  }
  bool read(const Statement &Source, int &Column, size_t Structures,
            auto &Row) const {
    return take(Source, Column++, Structures, Get(Row));
  }
};
template <typename Getter>
StoredColumn(const char *, Getter) -> StoredColumn<Getter>;

/// A column of bytes.
template <bool Read, typename Getter> struct BytesColumn {
  static constexpr bool InRow = Read;
  const char *Name;
  Getter Get;

  template <typename Row> TableText::Column text() const {
    return {Name, "BLOB", InRow};
  }
  Blob bound(const auto &Row) const { return {Get(Row)}; }
  bool read(const Statement &Source, int &Column, size_t, auto &Row) const {
    if constexpr (InRow)
      Get(Row) = Source.text(Column++);
    return true;
  }
};

template <bool Read, typename Getter>
constexpr BytesColumn<Read, Getter> bytesColumn(const char *Name, Getter Get) {
  return {Name, Get};
}

template <typename Row, size_t Outer, typename... Columns> struct StoredTable {
  const char *Name;
  VersionRange In;
  Key<Outer> Primary;
  std::tuple<Columns...> Members;

  TableText text() const {
    TableText Text{Name, In, Primary.Columns, Primary.WithRowId, {}};
    for (const char *Number : Primary.Numbers)
      Text.Columns.push_back({Number, "INTEGER", true});
    std::apply(
        [&](const auto &...C) {
          (Text.Columns.push_back(C.template text<Row>()), ...);
        },
        Members);
    return Text;
  }

  template <typename... Numbers>
  Status insert(Statement &Insertion, const Row &R, Numbers... Leading) const {
    static_assert(sizeof...(Numbers) == Outer);
    return std::apply(
        [&](const auto &...C) {
          return Insertion.insert(uint64_t(Leading)..., C.bound(R)...);
        },
        Members);
  }

  /// Reads the members from the row that \p Source is at. Returns false if it
  /// is damaged.
  bool read(const Statement &Source, size_t Structures, Row &R) const {
    int Column = Outer;
    return std::apply(
        [&](const auto &...C) {
          return (C.read(Source, Column, Structures, R) && ...);
        },
        Members);
  }
};

template <typename Row, size_t Outer, typename... Columns>
constexpr StoredTable<Row, Outer, Columns...>
table(const char *Name, VersionRange In, Key<Outer> Primary,
      Columns... Members) {
  return {Name, In, Primary, {Members...}};
}

/// Returns \p Table as it is in other versions, under another name.
template <typename T>
constexpr T renamed(T Table, const char *Name, VersionRange In) {
  Table.Name = Name;
  Table.In = In;
  return Table;
}

} // namespace memfacet::result

#endif
