//===- Version.cpp - the version of this MemFacet -------------------------===//

#include "analysis/support/Version.h"

namespace memfacet {

const char *toolVersion() { return MEMFACET_VERSION; }

} // namespace memfacet
