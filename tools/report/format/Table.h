//===- Table.h - renders tables -------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_FORMAT_TABLE_H
#define MEMFACET_REPORT_FORMAT_TABLE_H

#include "tools/support/Terminal.h"
#include <string>
#include <vector>

namespace memfacet::report {

struct TableColumn {
  enum class Fit {
    Always,    ///< numbers, aligned right, never cut
    CutMiddle, ///< text, cut in the middle where the terminal is narrow
    CutEnd,    ///< text, cut at the end
    Chart,     ///< a row of bars, made narrower
    CutPath,   ///< a path, whose last part is kept
  };
  std::string Header;
  Fit Fits = Fit::Always;
  /// A narrow terminal leaves out the columns with the highest number first;
  /// those with 0 last.
  unsigned Spare = 0;
};

struct TableRow {
  std::vector<std::string> Cells; ///< one per column
  Style Look = Style::Plain;
  bool RuleBefore = false;
};

struct Table {
  std::vector<TableColumn> Columns;
  std::vector<TableRow> Rows;
};

/// Returns the lines of \p T, headers first, as wide as \p Out allows.
std::string renderTable(Table T, const Terminal &Out);

} // namespace memfacet::report

#endif
