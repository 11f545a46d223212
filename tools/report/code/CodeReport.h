//===- CodeReport.h - reports by site, line or function -------------------===//

#ifndef MEMFACET_REPORT_CODE_CODEREPORT_H
#define MEMFACET_REPORT_CODE_CODEREPORT_H

#include "tools/report/code/CodeRows.h"
#include "tools/report/structures/TextReport.h"

namespace memfacet {

/// A table of \p Options.Top rows, the rest as one, and their total.
std::string codeTextReport(const Profile &P, ReportBy By, size_t Top,
                           const std::string &Folder, const Terminal &Out);
/// All rows.
std::string codeJsonReport(const Profile &P, ReportBy By);
std::string codeCsvReport(const Profile &P, ReportBy By);

/// "net->arcs 84 %, net->nodes 16 %": who misses in the first level there;
/// at most \p Most of them.
std::string missingStructures(const Profile &P, const CodeRow &Row,
                              size_t Most);

} // namespace memfacet

#endif
