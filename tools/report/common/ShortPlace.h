//===- ShortPlace.h - source places, short --------------------------------===//

#ifndef MEMFACET_REPORT_COMMON_SHORTPLACE_H
#define MEMFACET_REPORT_COMMON_SHORTPLACE_H

#include "analysis/profile/Profile.h"

namespace memfacet {

/// "simplex.c:120 pivot": the file relative to \p Folder where it is below it,
/// else its last two components.
std::string shortPlace(const Structure &S, const std::string &Folder);

} // namespace memfacet

#endif
