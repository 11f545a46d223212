//===- TextReport.h - a report for people ---------------------------------===//

#ifndef MEMFACET_REPORT_STRUCTURES_TEXTREPORT_H
#define MEMFACET_REPORT_STRUCTURES_TEXTREPORT_H

#include "tools/report/common/ReportModel.h"
#include "tools/support/Terminal.h"

namespace memfacet {

struct TextOptions {
  bool PerThread = false; ///< a table for each thread as well
  std::string Folder;     ///< files below it are shown relative to it
};

/// The lines above a report's table.
std::string headerText(const Profile &P, const Terminal &Out);

std::string textReport(const Profile &P, const ReportOptions &Options,
                       const TextOptions &Text, const Terminal &Out);

} // namespace memfacet

#endif
