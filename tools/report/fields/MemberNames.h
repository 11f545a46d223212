//===- MemberNames.h - names of members -----------------------------------===//

#ifndef MEMFACET_REPORT_FIELDS_MEMBERNAMES_H
#define MEMFACET_REPORT_FIELDS_MEMBERNAMES_H

#include "analysis/profile/Profile.h"

namespace memfacet {

/// The member that an access is of: "node.parent", "node.{x|y}". Empty where it
/// is not known, or more than one.
std::string fieldName(const Profile &P, const FieldAccess &Field);

/// What an object of \p S has at \p Offset, as the program would write it:
/// "count", "[3].count", "[3]", or "+24" where no more is known. The index is
/// left out where the object has one element.
std::string memberName(const Profile &P, const Structure &S, uint64_t Offset);

} // namespace memfacet

#endif
