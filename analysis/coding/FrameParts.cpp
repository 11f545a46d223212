//===- coding/FrameParts.cpp - the parts of a coded frame, packed ---------===//

#include "analysis/coding/FrameParts.h"
#include <algorithm>
#include <cstring>
#include <zstd.h>

namespace memfacet {

/// Higher ones save a few per cent and take twice as long.
static constexpr int CompressionLevel = 1;

void ByteBuffer::enlarge(size_t Least) {
  Room = std::max(Least, 2 * Room);
  std::unique_ptr<uint8_t[]> Larger(new uint8_t[Room]);
  if (Used != 0)
    std::memcpy(Larger.get(), Data.get(), Used);
  Data = std::move(Larger);
}

struct FramePartsWriter::Packer {
  Packer() : Context(ZSTD_createCCtx()) {
    ZSTD_CCtx_setParameter(Context, ZSTD_c_compressionLevel, CompressionLevel);
    ZSTD_CCtx_setParameter(Context, ZSTD_c_contentSizeFlag, 0);
  }
  ~Packer() { ZSTD_freeCCtx(Context); }
  Packer(const Packer &) = delete;
  Packer &operator=(const Packer &) = delete;
  ZSTD_CCtx *Context;
};

FramePartsWriter::FramePartsWriter() : Compressor(std::make_unique<Packer>()) {}
FramePartsWriter::~FramePartsWriter() = default;

Status FramePartsWriter::pack(std::vector<char> &To) {
  FramePartSizes Sizes = {};
  size_t Begin = To.size(), Most = sizeof(Sizes);
  for (const ByteBuffer &Part : Parts)
    Most += ZSTD_compressBound(Part.size());
  To.resize(Begin + Most);
  char *At = To.data() + Begin + sizeof(Sizes);
  for (size_t I = 0; I != FramePartCount; ++I) {
    ByteBuffer &Part = Parts[I];
    Sizes.Of[I] = {uint32_t(Part.size()), 0};
    if (Part.size() == 0)
      continue;
    size_t Packed = ZSTD_compress2(Compressor->Context, At,
                                   size_t(To.data() + To.size() - At),
                                   Part.data(), Part.size());
    if (ZSTD_isError(Packed))
      return makeError("{}", ZSTD_getErrorName(Packed));
    if (Packed >= Part.size()) {
      std::memcpy(At, Part.data(), Part.size());
      Packed = Part.size();
    }
    Sizes.Of[I].Packed = uint32_t(Packed);
    At += Packed;
    Part.clear();
  }
  std::memcpy(To.data() + Begin, &Sizes, sizeof(Sizes));
  To.resize(size_t(At - To.data()));
  return {};
}

struct FramePartsReader::Unpacker {
  Unpacker() : Context(ZSTD_createDCtx()) {}
  ~Unpacker() { ZSTD_freeDCtx(Context); }
  Unpacker(const Unpacker &) = delete;
  Unpacker &operator=(const Unpacker &) = delete;
  ZSTD_DCtx *Context;
};

FramePartsReader::FramePartsReader()
    : Decompressor(std::make_unique<Unpacker>()) {}
FramePartsReader::~FramePartsReader() = default;

/// Most bytes of part \p P of a frame of \p Words words, all counted.
static size_t mostBytes(size_t P, size_t Words) {
  switch (FramePart(P)) {
  case FramePart::Directory:
    // Every list has at most an entry for each word.
    return (8 * Words + DirectoryCounts) * sizeof(uint64_t);
  case FramePart::Plain:
    return Words * sizeof(uint64_t);
  default:
    return Words;
  }
}

Status FramePartsReader::unpack(std::span<const char> From, size_t Words) {
  FramePartSizes Sizes;
  if (From.size() < sizeof(Sizes))
    return makeError("a coded frame of {} bytes", From.size());
  std::memcpy(&Sizes, From.data(), sizeof(Sizes));
  From = From.subspan(sizeof(Sizes));
  for (size_t I = 0; I != FramePartCount; ++I) {
    size_t Bytes = Sizes.Of[I].Bytes, Packed = Sizes.Of[I].Packed;
    if (Bytes > mostBytes(I, Words) || Packed > From.size() || Packed > Bytes)
      return makeError("part {} of a frame claims {} bytes, packed {}", I,
                       Bytes, Packed);
    Parts[I].clear();
    uint8_t *To = Parts[I].grow(Bytes);
    size_t Got = Bytes;
    if (Packed == Bytes)
      std::copy_n(From.data(), Bytes, reinterpret_cast<char *>(To));
    else
      Got = ZSTD_decompressDCtx(Decompressor->Context, To, Bytes, From.data(),
                                Packed);
    if (ZSTD_isError(Got))
      return makeError("part {} of a frame: {}", I, ZSTD_getErrorName(Got));
    if (Got != Bytes)
      return makeError("part {} of a frame holds {} bytes instead of {}", I,
                       Got, Bytes);
    From = From.subspan(Packed);
  }
  if (!From.empty())
    return makeError("{} bytes follow a frame's parts", From.size());
  return {};
}

} // namespace memfacet
