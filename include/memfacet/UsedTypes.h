//===- UsedTypes.h - types that accesses use memory as -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_USEDTYPES_H
#define MEMFACET_USEDTYPES_H

namespace memfacet {

/// The Site::Type of memory that is read from or written to a file or a socket:
/// bytes without a type.
constexpr char UntypedBytes[] = "void";

} // namespace memfacet

#endif
