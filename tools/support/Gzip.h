//===- Gzip.h - compresses bytes -----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_GZIP_H
#define MEMFACET_SUPPORT_GZIP_H

#include "analysis/support/Error.h"
#include <string>
#include <string_view>

namespace memfacet {

/// Returns \p Bytes, less than 4 GiB, in the format of gzip (RFC 1952). The
/// time in the header is 0, so that equal bytes give equal results.
Expected<std::string> gzipped(std::string_view Bytes);

} // namespace memfacet

#endif
