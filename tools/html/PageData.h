//===- PageData.h - the data of a page, packed ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A page has one block of data: JSON, and behind it the bytes of long rows of
// numbers, which the JSON refers to. tools/html/page/data.js reads it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_HTML_PAGEDATA_H
#define MEMFACET_HTML_PAGEDATA_H

#include "analysis/support/Error.h"
#include "tools/report/format/Columns.h"
#include <span>
#include <string>

namespace memfacet {

/// Where the bytes of a page's numbers are collected.
class PageNumbers {
public:
  /// \p Values, as differences in planes of bytes; returns what stands for them
  /// in JSON: {"at": first byte, "n": how many, "planes": bytes of each}.
  Json add(std::span<const uint64_t> Values);
  /// One byte each: {"at", "n", "planes": 0}.
  Json addBytes(std::span<const uint8_t> Values);
  const std::string &bytes() const { return All; }

private:
  std::string All;
};

/// Any number in a byte, to about 6 %: 0, or 1 + six times the logarithm of
/// base 2.
uint8_t roughly(uint64_t Value);

/// What stands in the page: base64 of gzip of (bytes of the JSON, lowest first,
/// in 4 bytes; the JSON; the numbers). An error where zlib has no memory.
Expected<std::string> packedData(const Json &Head, const PageNumbers &Numbers);

} // namespace memfacet

#endif
