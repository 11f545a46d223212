//===- MemberName.h - what stands at an offset ----------------------------===//

#ifndef MEMFACET_REPORT_FIELDS_MEMBERNAME_H
#define MEMFACET_REPORT_FIELDS_MEMBERNAME_H

#include "analysis/profile/Profile.h"

namespace memfacet {

/// What an object of \p S has at \p Offset, as the program would write it:
/// "count", "[3].count", "[3]", or "+24" where no more is known. The index is
/// left out where the object has one element.
std::string memberName(const Profile &P, const Structure &S, uint64_t Offset);

} // namespace memfacet

#endif
