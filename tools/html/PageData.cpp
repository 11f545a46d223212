//===- PageData.cpp - the data of a page, packed --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/html/PageData.h"
#include "memfacet/Check.h"
#include "tools/html/Sha256.h"
#include "tools/support/Gzip.h"
#include <algorithm>
#include <bit>
#include <cmath>

namespace memfacet::html {

report::Json PageNumbers::add(std::span<const uint64_t> Values) {
  std::vector<uint64_t> Steps;
  uint64_t Previous = 0, Most = 0;
  for (uint64_t V : Values) {
    // Zigzag: small steps in both directions become small numbers.
    auto Step = int64_t(V - Previous);
    Steps.push_back(uint64_t(Step) << 1 ^ uint64_t(Step >> 63));
    Most = std::max(Most, Steps.back());
    Previous = V;
  }
  unsigned Planes = (unsigned(std::bit_width(Most)) + 7) / 8;
  report::Json Reference = {
      {"at", All.size()}, {"n", Values.size()}, {"planes", Planes}};
  // Rows of zeros need no bytes: their number of planes is -1.
  if (Planes == 0)
    Reference["planes"] = -1;
  for (unsigned P = 0; P != Planes; ++P)
    for (uint64_t S : Steps)
      All += char(S >> (8 * P));
  return Reference;
}

report::Json PageNumbers::addBytes(std::span<const uint8_t> Values) {
  report::Json Reference = {
      {"at", All.size()}, {"n", Values.size()}, {"planes", 0}};
  All.append(Values.begin(), Values.end());
  return Reference;
}

uint8_t roughly(uint64_t Value) {
  if (Value == 0)
    return 0;
  return uint8_t(std::min(255.0, 1 + std::round(6 * std::log2(Value))));
}

Expected<std::string> packedData(const report::Json &Head,
                                 const PageNumbers &Numbers) {
  std::string Text = report::jsonText(Head, -1), Bytes;
  MEMFACET_CHECK(Text.size() <= UINT32_MAX,
                 "four bytes say how long the head is");
  for (unsigned Shift = 0; Shift != 32; Shift += 8)
    Bytes += char(Text.size() >> Shift);
  Bytes += Text;
  Bytes += Numbers.bytes();
  Expected<std::string> Packed = gzipped(Bytes);
  if (!Packed)
    return Packed.error();
  return base64(*Packed);
}

} // namespace memfacet::html
