//===- Gzip.cpp - compresses bytes ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/support/Gzip.h"
#include <zlib.h>

namespace memfacet {

Expected<std::string> gzipped(std::string_view Bytes) {
  z_stream Z = {};
  constexpr int Level = 6, GzipOf32K = 15 + 16, Memory = 9;
  if (deflateInit2(&Z, Level, Z_DEFLATED, GzipOf32K, Memory,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    return makeError("no memory to compress");
  std::string Packed(deflateBound(&Z, Bytes.size()) + 32, '\0');
  // zlib's input is not const.
  Z.next_in =
      const_cast<Bytef *>(reinterpret_cast<const Bytef *>(Bytes.data()));
  Z.avail_in = uInt(Bytes.size());
  Z.next_out = reinterpret_cast<Bytef *>(Packed.data());
  Z.avail_out = uInt(Packed.size());
  int Result = deflate(&Z, Z_FINISH);
  Packed.resize(Z.total_out);
  deflateEnd(&Z);
  if (Result != Z_STREAM_END)
    return makeError("no memory to compress");
  return Packed;
}

} // namespace memfacet
