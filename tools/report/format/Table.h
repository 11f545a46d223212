//===- Table.h - the one renderer of tables -------------------------------===//

#ifndef MEMFACET_REPORT_FORMAT_TABLE_H
#define MEMFACET_REPORT_FORMAT_TABLE_H

#include "tools/support/Terminal.h"
#include <string>
#include <vector>

namespace memfacet {

struct TableColumn {
  enum class Fit {
    Always,   ///< numbers, aligned right, never cut
    CutEnd,   ///< text, cut at the end where the terminal is narrow
    CutStart, ///< text, cut at the start (paths)
  };
  std::string Header;
  Fit Fits = Fit::Always;
  /// Left out on a narrow terminal, the highest first; 0: never.
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
std::string renderTable(const Table &T, const Terminal &Out);

} // namespace memfacet

#endif
