//===- FieldReport.h - the members of a structure: `report --fields` ------===//

#ifndef MEMFACET_REPORT_FIELDS_FIELDREPORT_H
#define MEMFACET_REPORT_FIELDS_FIELDREPORT_H

#include "tools/report/fields/FieldTables.h"
#include "tools/support/Terminal.h"

namespace memfacet {

/// The tables of \p Structures, one after the other. \p Top: unknown rows shown
/// one by one.
std::string fieldTextReport(const Profile &P,
                            const std::vector<StructureId> &Structures,
                            size_t Top, const std::string &Folder,
                            const Terminal &Out);
/// Everything.
std::string fieldJsonReport(const Profile &P,
                            const std::vector<StructureId> &Structures);
std::string fieldCsvReport(const Profile &P,
                           const std::vector<StructureId> &Structures);

/// "member", "padding", "several", "whole", "unknown": as in JSON and CSV.
const char *fieldRoleName(FieldRow::Role Role);

} // namespace memfacet

#endif
