//===- Table.h - the one renderer of tables -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_FORMAT_TABLE_H
#define MEMFACET_REPORT_FORMAT_TABLE_H

#include "tools/support/Terminal.h"
#include <string>
#include <vector>

namespace memfacet {

struct TableColumn {
  enum class Fit {
    Always,    ///< numbers, aligned right, never cut
    CutMiddle, ///< text, cut in the middle where the terminal is narrow
    CutEnd,    ///< code
    Chart,     ///< a row of bars
    CutPath,   ///< a path, whose last part is kept
  };
  std::string Header;
  Fit Fits = Fit::Always;
  /// Left out on a narrow terminal, the highest first; 0: last of all.
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

/// Lines of \p T, headers first, as wide as \p Out allows.
std::string renderTable(Table T, const Terminal &Out);

} // namespace memfacet

#endif
