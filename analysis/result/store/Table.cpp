//===- Table.cpp - tables as SQL knows them -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/Table.h"
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

} // namespace memfacet::result
