//===- StructureColumns.h - the columns of the main report ----------------===//

#ifndef MEMFACET_REPORT_STRUCTURES_STRUCTURECOLUMNS_H
#define MEMFACET_REPORT_STRUCTURES_STRUCTURECOLUMNS_H

#include "tools/report/common/ReportModel.h"
#include "tools/report/format/Columns.h"

namespace memfacet {

/// A row of the main report: for programs, a structure.
struct StructureRow {
  const Structure &Sum;
  /// For people: a structure or a sum of some; else null.
  const ReportRow *Shown = nullptr;
  const MemoryCounters *Detail = nullptr; ///< or null
  const SampledErrors *Errors = nullptr;  ///< or null
};

/// What all rows have in common.
struct StructureTable {
  const Profile &P;
  bool HasErrors = false;  ///< of a sampled run
  std::string Folder = {}; ///< files below it are shown relative to it
  std::string ShareOf = {};
  bool ShareKnown = false;
};

/// Accesses, misses and the like. \p T outlives the columns.
Columns<StructureRow> structureCounts(const StructureTable &T);
/// All columns. To add one, add an element to a list. \p T outlives them.
Columns<StructureRow> structureColumns(const StructureTable &T);

} // namespace memfacet

#endif
