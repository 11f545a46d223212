//===- EmptyDatabase.h - a file of SQLite with empty tables ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SQLite takes 2 ms to make the tables of a profile, one statement after the
// other: more than all the rest of a short recording. The file that comes out
// is short, and its format is documented (sqlite.org/fileformat2.html). So it
// is written as it is, and SQLite opens it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_STORE_EMPTYDATABASE_H
#define MEMFACET_RESULT_STORE_EMPTYDATABASE_H

#include "analysis/result/store/Table.h"
#include "analysis/result/store/Views.h"
#include <cstdint>
#include <span>

namespace memfacet::result {

/// Numbers by which programs recognise files of SQLite.
struct DatabaseNumbers {
  uint32_t Application = 0, Version = 0;
};

/// Writes to the empty file \p Fd those of \p Tables that version
/// Numbers.Version has, without any row, and \p Views. The error is what the
/// system says.
Status writeEmptyDatabase(int Fd, DatabaseNumbers Numbers,
                          std::span<const TableText> Tables,
                          std::span<const ViewText> Views);

} // namespace memfacet::result

#endif
