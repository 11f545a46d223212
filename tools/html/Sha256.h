//===- Sha256.h - the hash that browsers know scripts by ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_HTML_SHA256_H
#define MEMFACET_HTML_SHA256_H

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace memfacet {

/// FIPS 180-4.
std::array<uint8_t, 32> sha256(std::string_view Text);

/// RFC 4648, with padding.
std::string base64(std::string_view Bytes);

} // namespace memfacet

#endif
