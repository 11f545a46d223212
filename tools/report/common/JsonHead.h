//===- JsonHead.h - the first keys of a JSON report -----------------------===//

#ifndef MEMFACET_REPORT_COMMON_JSONHEAD_H
#define MEMFACET_REPORT_COMMON_JSONHEAD_H

#include "analysis/profile/Profile.h"
#include "tools/report/common/MachineReport.h"
#include "tools/report/format/Columns.h"

namespace memfacet {

/// The version of the layout, the tool that recorded \p P, and what it ran.
inline Json jsonHead(const Profile &P) {
  return {{"schema_version", ReportSchemaVersion},
          {"tool_version", P.ToolVersion},
          {"program", P.Program},
          {"arguments", P.Arguments}};
}

} // namespace memfacet

#endif
