//===- InflateFile.cpp - what gzip has compressed -------------------------===//

#include "analysis/support/InflateFile.h"
#include <algorithm>
#include <zlib.h>

namespace memfacet {

namespace {

/// A zlib stream that reads gzip's members.
struct Inflater {
  Inflater() { Ready = inflateInit2(&Z, 15 + 16) == Z_OK; }
  ~Inflater() {
    if (Ready)
      inflateEnd(&Z);
  }
  Inflater(const Inflater &) = delete;
  Inflater &operator=(const Inflater &) = delete;

  z_stream Z = {};
  bool Ready;
};

} // namespace

Expected<std::string> inflate(std::string_view Bytes) {
  Inflater Stream;
  if (!Stream.Ready)
    return makeError("no memory to decompress it");
  std::string To;
  char Piece[1 << 16];
  int State = Z_OK;
  z_stream &Z = Stream.Z;
  while (State != Z_STREAM_END || Z.avail_in != 0 || !Bytes.empty()) {
    if (Z.avail_in == 0 && !Bytes.empty()) {
      size_t Now = std::min<size_t>(Bytes.size(), 1 << 30);
      Z.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(Bytes.data()));
      Z.avail_in = uInt(Now);
      Bytes.remove_prefix(Now);
    }
    if (State == Z_STREAM_END && inflateReset(&Z) != Z_OK)
      return makeError("no memory to decompress it");
    Z.next_out = reinterpret_cast<Bytef *>(Piece);
    Z.avail_out = sizeof(Piece);
    State = ::inflate(&Z, Z_NO_FLUSH);
    To.append(Piece, sizeof(Piece) - Z.avail_out);
    if (State != Z_OK && State != Z_STREAM_END)
      return makeError("its compressed data is {} behind byte {}",
                       State == Z_BUF_ERROR ? "cut off" : "damaged", To.size());
  }
  return To;
}

} // namespace memfacet
