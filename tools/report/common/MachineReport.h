//===- MachineReport.h - reports for other programs -----------------------===//
//
// Always complete: every structure, every digit. docs/cli.md describes them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_COMMON_MACHINEREPORT_H
#define MEMFACET_REPORT_COMMON_MACHINEREPORT_H

#include "tools/report/common/SortColumn.h"

namespace memfacet {

/// Version of the JSON and CSV layouts.
///   1: the first.
constexpr int ReportSchemaVersion = 1;

/// \p PerThread adds each thread's counts.
std::string jsonReport(const Profile &P, const SortColumn &Sort,
                       bool PerThread);
/// A header row, then a row per structure; \p PerThread: per thread and
/// structure.
std::string csvReport(const Profile &P, const SortColumn &Sort, bool PerThread);

} // namespace memfacet

#endif
