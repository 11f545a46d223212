//===- profile/WriteRows.h - into the rows of a profile's tables ----------===//

#ifndef MEMFACET_PROFILE_WRITEROWS_H
#define MEMFACET_PROFILE_WRITEROWS_H

#include "analysis/profile/Database.h"
#include "analysis/profile/Schema.h"
#include <fmt/format.h>

namespace memfacet {

/// Inserts rows into one table and keeps the first error.
class Rows {
public:
  Rows(Database &D, ProfileTable T) : Insert(prepare(D, tableOf(T))) {}

  template <typename... Values> void add(const Values &...V) {
    if (!Insert || !Result)
      return;
    Result = Insert->insert(V...);
  }
  Status status() const { return Insert ? Result : Insert.error(); }

private:
  static Expected<Statement> prepare(Database &D, const Table &T) {
    std::string Places = "?";
    for (int I = 1; I != T.Columns; ++I)
      Places += ",?";
    return D.prepare(fmt::format("INSERT INTO {} VALUES ({})", T.Name, Places));
  }

  Expected<Statement> Insert;
  Status Result;
};

} // namespace memfacet

#endif
