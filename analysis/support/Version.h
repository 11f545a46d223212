//===- Version.h - the version of this MemFacet ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_VERSION_H
#define MEMFACET_SUPPORT_VERSION_H

namespace memfacet {

/// "0.1.0"
const char *toolVersion();

} // namespace memfacet

#endif
