//===- PageData.h - the data of a page, packed ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A page has one block of data: JSON, then the bytes of long rows of numbers,
// which the JSON refers to. tools/html/page/data.js reads it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_HTML_PAGEDATA_H
#define MEMFACET_HTML_PAGEDATA_H

#include "analysis/support/Error.h"
#include "tools/report/format/Columns.h"
#include <span>
#include <string>

namespace memfacet::html {

/// Collects the bytes of a page's numbers.
class PageNumbers {
public:
  /// Adds \p Values as differences in planes of bytes. Returns what stands for
  /// them in JSON: {"at": first byte, "n": number of values, "planes": bytes of
  /// each}.
  report::Json add(std::span<const uint64_t> Values);
  /// Adds \p Values, one byte each. Returns {"at", "n", "planes": 0}.
  report::Json addBytes(std::span<const uint8_t> Values);
  const std::string &bytes() const { return All; }

private:
  std::string All;
};

/// Returns \p Value in a byte, to about 6 %: 0, or 1 + six times the logarithm
/// of base 2.
uint8_t roughly(uint64_t Value);

/// Returns the block of data: base64 of gzip of (length of the JSON in 4 bytes,
/// lowest first; the JSON; the numbers). Returns an error if zlib has no
/// memory.
Expected<std::string> packedData(const report::Json &Head,
                                 const PageNumbers &Numbers);

} // namespace memfacet::html

#endif
