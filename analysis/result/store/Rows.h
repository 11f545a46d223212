//===- Rows.h - rows of tables, written and read --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A RowWriter and a RowReader each keep the first error, and do nothing after
// it: callers ask once, at the end.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_STORE_ROWS_H
#define MEMFACET_RESULT_STORE_ROWS_H

#include "analysis/result/store/Schema.h"
#include <array>
#include <functional>
#include <unordered_map>
#include <utility>

namespace memfacet::result {

inline Error damaged(std::string_view Table) {
  return makeError("table {} is damaged", Table);
}

/// Inserts rows. A table without rows costs nothing: most profiles leave most
/// tables empty.
class RowWriter {
public:
  explicit RowWriter(Database &D) : D(D) {}

  /// Inserts \p R, after the \p Numbers that the table has in front.
  template <typename Row, size_t Outer, typename... Ns>
  void add(const StoredTable<Row, Outer> &T, const Row &R, Ns... Numbers) {
    static_assert(sizeof...(Ns) == Outer);
    add(T, &R, std::array<uint64_t, Outer>{uint64_t(Numbers)...});
  }
  /// Inserts each of \p List.
  template <typename Row, size_t Outer, typename... Ns>
  void all(const StoredTable<Row, Outer> &T, const std::vector<Row> &List,
           Ns... Numbers) {
    for (const Row &Each : List)
      add(T, Each, Numbers...);
  }
  /// Inserts each of \p List, with its index after \p Numbers.
  template <typename Row, size_t Outer, typename... Ns>
  void list(const StoredTable<Row, Outer> &T, const std::vector<Row> &List,
            Ns... Numbers) {
    for (size_t I = 0; I != List.size(); ++I)
      add(T, List[I], Numbers..., I);
  }

  /// Keeps an error of \p S, unless there was one before.
  void check(Status S) {
    if (Result)
      Result = std::move(S);
  }
  const Status &status() const { return Result; }
  Database &database() { return D; }

private:
  /// Inserts \p Row, which is one of \p T.
  void add(const TableDefinition &T, const void *Row,
           std::span<const uint64_t> Numbers);
  /// Returns null after an error.
  Statement *insertionInto(const TableDefinition &T);

  Database &D;
  /// Key: address of the table's name.
  std::unordered_map<const char *, Statement> Insertions;
  Status Result;
};

/// Reads rows of a file that may be anything: what cannot have been written is
/// an error. Tables that the file's version does not have are empty.
class RowReader {
public:
  RowReader(Database &D, uint64_t Version) : D(D), Version(Version) {
    if (Expected<uint64_t> Size = D.size())
      Budget = 2 * *Size;
    else
      Result = Size.error();
  }

  /// Makes structures from \p Count on, from here on, an error.
  void limitStructures(size_t Count) { Structures = Count; }
  bool has(const TableDefinition &T) const { return T.In.contains(Version); }

  /// Calls \p Visit(statement) for each row; false from it means a damaged row.
  void visit(const TableText &T,
             const std::function<bool(const Statement &)> &Visit) {
    if (Result)
      Result = read(T, Visit);
  }

  struct Always {
    bool operator()(const auto &) const { return true; }
  };

  /// Reads each row into what \p Find(numbers in front) points to. The row is
  /// damaged if that is null, or if \p Check(row) is false.
  template <typename Row, size_t Outer, typename Finder,
            typename Checker = Always>
  void into(const StoredTable<Row, Outer> &T, Finder Find, Checker Check = {}) {
    if (has(T))
      visit(profileTable(T.Name), [&](const Statement &Source) {
        Row *Target = find(Find, Source, std::make_index_sequence<Outer>());
        return Target && T.read(Source, Structures, Target) && Check(*Target);
      });
  }
  /// Appends each row to \p List.
  template <typename Row, typename Checker = Always>
  void all(const StoredTable<Row, 0> &T, std::vector<Row> &List,
           Checker Check = {}) {
    into(T, [&] { return &List.emplace_back(); }, Check);
  }
  /// The same for rows that have their index in front.
  template <typename Row, typename Checker = Always>
  void list(const StoredTable<Row, 1> &T, std::vector<Row> &List,
            Checker Check = {}) {
    into(T, [&](uint64_t I) { return next(List, I); }, Check);
  }
  /// Completes members of \p List, whose indices the rows have in front.
  template <typename Row, typename Checker = Always>
  void inside(const StoredTable<Row, 1> &T, std::vector<Row> &List,
              Checker Check = {}) {
    into(T, [&](uint64_t I) { return at(List, I); }, Check);
  }
  /// Reads the only row into \p Target. Returns whether there is one.
  template <typename Row, typename Checker = Always>
  bool one(const StoredTable<Row, 0> &T, Row &Target, Checker Check = {}) {
    size_t Rows = 0;
    into(T, [&] { return Rows++ == 0 ? &Target : nullptr; }, Check);
    return Rows != 0;
  }

  /// Returns null if \p List has no element \p I.
  template <typename T> static T *at(std::vector<T> &List, uint64_t I) {
    return I < List.size() ? &List[I] : nullptr;
  }
  /// Appends element number \p I; returns null if another one comes next.
  template <typename T> static T *next(std::vector<T> &List, uint64_t I) {
    return I == List.size() ? &List.emplace_back() : nullptr;
  }

  /// Keeps an error of \p S, unless there was one before.
  void check(Status S) {
    if (Result)
      Result = std::move(S);
  }
  const Status &status() const { return Result; }

  /// Counts bytes that were read. In a damaged file, pages may belong to
  /// several tables, and a table have a page many times: its rows would never
  /// end. In a whole file, everything is there once, and no table is read more
  /// than twice. Returns false if there are more bytes.
  bool spend(uint64_t Bytes) {
    bool Enough = Bytes <= Budget;
    Budget -= Enough ? Bytes : Budget;
    return Enough;
  }

private:
  /// A row takes a byte for its length, its key and its header each.
  static constexpr uint64_t LeastRow = 3;

  Status read(const TableText &T,
              const std::function<bool(const Statement &)> &Visit);
  template <size_t... Indices>
  static auto find(auto &Find, const Statement &Source,
                   std::index_sequence<Indices...>) {
    return Find(Source.number(int(Indices))...);
  }

  Database &D;
  uint64_t Version;
  size_t Structures = 0;
  uint64_t Budget = 0; ///< bytes
  Status Result;
};

} // namespace memfacet::result

#endif
