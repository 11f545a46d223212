//===- InflateFile.h - what gzip has compressed ---------------------------===//

#ifndef MEMFACET_SUPPORT_INFLATEFILE_H
#define MEMFACET_SUPPORT_INFLATEFILE_H

#include "analysis/support/Error.h"
#include <string>
#include <string_view>

namespace memfacet {

/// Whether it begins as gzip's files do.
inline bool isGzip(std::string_view Bytes) {
  return Bytes.starts_with("\x1f\x8b");
}
/// All members of a gzip file, one behind the other.
Expected<std::string> inflate(std::string_view Bytes);

} // namespace memfacet

#endif
