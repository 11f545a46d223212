//===- Rows.h - the rows of a profile's tables ----------------------------===//

#ifndef MEMFACET_STORE_ROWS_H
#define MEMFACET_STORE_ROWS_H

#include "analysis/store/Database.h"
#include "analysis/store/Schema.h"
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>

namespace memfacet {

inline Error damaged(ProfileTable T) {
  return makeError("table {} is damaged", tableOf(T).Name);
}

/// Calls \p Visit(statement) for each row, in order of the primary key; false
/// from it means a damaged row.
template <typename Visitor>
Status forEachRow(Database &D, ProfileTable T, const char *Order,
                  Visitor Visit) {
  Expected<Statement> S = D.prepare(
      fmt::format("SELECT * FROM {} ORDER BY {}", tableOf(T).Name, Order));
  if (!S)
    return S.error();
  while (true) {
    Expected<bool> Row = S->next();
    if (!Row)
      return Row.error();
    if (!*Row)
      return {};
    if (!Visit(*S))
      return damaged(T);
  }
}

/// Inserts rows into one table and keeps the first error. A table without rows
/// costs nothing: most profiles leave most tables empty.
class Rows {
public:
  Rows(Database &D, ProfileTable T) : D(D), Of(tableOf(T)) {}

  template <typename... Values> void add(const Values &...V) {
    if (!Insert)
      prepare();
    if (Result)
      Result = Insert->insert(V...);
  }
  const Status &status() const { return Result; }

private:
  void prepare() {
    if (!Result)
      return;
    std::string Places = "?";
    for (int I = 1; I != Of.Columns; ++I)
      Places += ",?";
    Expected<Statement> S =
        D.prepare(fmt::format("INSERT INTO {} VALUES ({})", Of.Name, Places));
    if (S)
      Insert = std::move(*S);
    else
      Result = S.error();
  }

  Database &D;
  const Table &Of;
  std::optional<Statement> Insert; ///< none before the first row
  Status Result;
};

} // namespace memfacet

#endif
