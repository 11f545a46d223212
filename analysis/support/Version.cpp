//===- Version.cpp - the version of this MemFacet -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/support/Version.h"

namespace memfacet {

const char *toolVersion() { return MEMFACET_VERSION; }

} // namespace memfacet
