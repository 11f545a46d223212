//===- FieldNames.h - which member an access is of ------------------------===//

#ifndef MEMFACET_REPORT_FIELDS_FIELDNAMES_H
#define MEMFACET_REPORT_FIELDS_FIELDNAMES_H

#include "analysis/profile/Profile.h"

namespace memfacet {

/// "node.parent", "node.{x|y}"; empty where it is not known, or more than one.
std::string fieldName(const Profile &P, const FieldAccess &Field);

} // namespace memfacet

#endif
