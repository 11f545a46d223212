//===- Table.cpp - tables as SQL knows them -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/Table.h"
#include "memfacet/Check.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace memfacet::result {

bool TableText::hasRowId() const {
  // A single number is SQLite's own number of the row.
  return KeyColumns == 1  ? Columns.front().Type != "TEXT"
         : KeyColumns > 1 ? WithRowId
                          : true;
}

std::string TableText::definition() const {
  std::vector<std::string> Parts;
  std::vector<std::string_view> Keys;
  for (const Column &C : Columns) {
    Parts.push_back(
        fmt::format("{}{}{}", C.Name, C.Type.empty() ? "" : " ", C.Type));
    if (Keys.size() != KeyColumns)
      Keys.push_back(C.Name);
  }
  if (KeyColumns == 1)
    Parts.front() += " PRIMARY KEY";
  else if (KeyColumns > 1)
    Parts.push_back(fmt::format("PRIMARY KEY ({})", fmt::join(Keys, ", ")));
  return fmt::format("({}){}", fmt::join(Parts, ", "),
                     hasRowId() ? "" : " WITHOUT ROWID");
}

std::string TableText::insertion() const {
  return fmt::format(
      "INSERT INTO {} VALUES ({})", Name,
      fmt::join(std::vector<std::string_view>(Columns.size(), "?"), ","));
}

std::string TableText::selection() const {
  std::vector<std::string_view> Names, Order;
  for (const Column &C : Columns) {
    if (C.InRow)
      Names.push_back(C.Name);
    if (Order.size() != KeyColumns)
      Order.push_back(C.Name);
  }
  if (Order.empty())
    Order.push_back("rowid");
  return fmt::format("SELECT {} FROM {} ORDER BY {}", fmt::join(Names, ", "),
                     Name, fmt::join(Order, ", "));
}

constinit const MemberKind KindOfBytes = {
    "BLOB",
    [](Statement &Insertion, int Parameter, const void *Member) {
      Insertion.bind(Parameter,
                     Blob{*static_cast<const std::string *>(Member)});
    },
    [](const Statement &Row, int Column, size_t, void *Member) {
      *static_cast<std::string *>(Member) = Row.text(Column);
      return true;
    },
    [](const void *Member) {
      return MemberValue{*static_cast<const std::string *>(Member), 0};
    }};

TableText TableDefinition::text() const {
  TableText Text{Name, In, Primary.Columns, Primary.WithRowId, {}};
  for (size_t I = 0; I != Primary.Outer; ++I)
    Text.Columns.push_back({Primary.Numbers[I], "INTEGER", true});
  for (const StoredColumn &C : Columns)
    Text.Columns.push_back({C.Name, C.Kind->Type, C.InRow});
  return Text;
}

Status TableDefinition::insert(Statement &Insertion, const void *Row,
                               std::span<const uint64_t> Numbers) const {
  MEMFACET_CHECK(Numbers.size() == Primary.Outer,
                 "a row has as many numbers in front as its key");
  int Parameter = 0;
  for (uint64_t Number : Numbers)
    Insertion.bind(++Parameter, Number);
  for (const StoredColumn &C : Columns)
    C.bind(Insertion, ++Parameter, Row);
  return Insertion.finish();
}

bool TableDefinition::read(const Statement &Source, size_t Structures,
                           void *Row) const {
  int Column = int(Primary.Outer);
  for (const StoredColumn &C : Columns)
    if (C.InRow && !C.Kind->Read(Source, Column++, Structures, C.Find(Row)))
      return false;
  return true;
}

} // namespace memfacet::result
