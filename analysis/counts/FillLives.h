//===- FillLives.h - how long objects lived -------------------------------===//

#ifndef MEMFACET_COUNTS_FILLLIVES_H
#define MEMFACET_COUNTS_FILLLIVES_H

#include "analysis/attribute/ObjectTimes.h"
#include "analysis/profile/Profile.h"

namespace memfacet {

/// Fills Lives of the structures in \p P, of which PeakObjects are there. With
/// that, and with the sites, \p P has descriptions.
void fillLives(Profile &P, const ObjectTimes &Times);

} // namespace memfacet

#endif
