//===- UsedTypes.h - as what accesses use their memory --------------------===//

#ifndef MEMFACET_USEDTYPES_H
#define MEMFACET_USEDTYPES_H

namespace memfacet {

/// Site::Type of what is read from or written to a file or a socket: bytes, as
/// far as that goes.
constexpr char UntypedBytes[] = "void";

} // namespace memfacet

#endif
