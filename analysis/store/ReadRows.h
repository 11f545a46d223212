//===- ReadRows.h - the rows of a profile's tables ------------------------===//
//-----------------===//

#ifndef MEMFACET_STORE_READROWS_H
#define MEMFACET_STORE_READROWS_H

#include "analysis/store/Database.h"
#include "analysis/store/Schema.h"
#include <fmt/format.h>

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

} // namespace memfacet

#endif
