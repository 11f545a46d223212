//===- Sha256.h - the hash by which browsers identify scripts ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_HTML_SHA256_H
#define MEMFACET_HTML_SHA256_H

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace memfacet::html {

/// Returns the SHA-256 of \p Text (FIPS 180-4).
std::array<uint8_t, 32> sha256(std::string_view Text);

/// Returns \p Bytes in base64 (RFC 4648), with padding.
std::string base64(std::string_view Bytes);

} // namespace memfacet::html

#endif
