//===- Gzip.h - bytes, compressed -----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_GZIP_H
#define MEMFACET_SUPPORT_GZIP_H

#include "analysis/support/Error.h"
#include <string>
#include <string_view>

namespace memfacet {

/// \p Bytes, less than 4 GiB, in the format of gzip (RFC 1952). The same bytes
/// give the same: the time in it is 0.
Expected<std::string> gzipped(std::string_view Bytes);

} // namespace memfacet

#endif
