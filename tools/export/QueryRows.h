//===- QueryRows.h - results of queries as JSON and CSV -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_EXPORT_QUERYROWS_H
#define MEMFACET_EXPORT_QUERYROWS_H

#include "analysis/result/store/QueryFile.h"
#include "tools/export/ExportFile.h"
#include "tools/report/format/Columns.h"

namespace memfacet {

using QueryRow = std::vector<result::QueryValue>;

/// Bytes as digits of base 16.
Json jsonOf(const result::QueryValue &V);

/// Calls \p Visit for each row.
template <typename Visitor>
Status forEachRow(result::QueryResult &R, Visitor Visit) {
  QueryRow Row;
  while (true) {
    Expected<bool> Next = R.next(Row);
    if (!Next)
      return Next.error();
    if (!*Next)
      return {};
    Visit(Row);
  }
}

/// An array with an object for each row, which stands on a line of its own. The
/// rows are written while they are read: there may be more than memory holds.
Status rowsAsJson(result::QueryResult &R, ExportFile &Output);
/// The names of the columns, then the rows.
Status rowsAsCsv(result::QueryResult &R, ExportFile &Output);

} // namespace memfacet

#endif
