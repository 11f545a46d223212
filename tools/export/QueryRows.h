//===- QueryRows.h - results of queries as JSON and CSV -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_EXPORT_QUERYROWS_H
#define MEMFACET_EXPORT_QUERYROWS_H

#include "analysis/result/store/QueryFile.h"
#include "tools/export/ExportFile.h"
#include "tools/report/format/Columns.h"

namespace memfacet::exports {

using QueryRow = std::vector<result::QueryValue>;

/// Returns \p V as JSON; bytes as digits of base 16.
report::Json jsonOf(const result::QueryValue &V);

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

/// Writes an array with an object for each row, one per line. Writes rows while
/// reading them: a result may be larger than memory.
Status rowsAsJson(result::QueryResult &R, ExportFile &Output);
/// Writes a line with the names of the columns, then the rows.
Status rowsAsCsv(result::QueryResult &R, ExportFile &Output);

} // namespace memfacet::exports

#endif
