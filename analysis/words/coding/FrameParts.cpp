//===- FrameParts.cpp - the parts of a coded frame, packed ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/coding/FrameParts.h"
#include "analysis/words/coding/PackedBlocks.h"
#include <algorithm>
#include <cstring>
#include <zstd.h>

namespace memfacet::words {

/// Higher levels save a few per cent and take twice as long.
static constexpr int CompressionLevel = 1;
/// The frames in which both packings are tried: the first TryAlways, so that
/// short runs have short traces, and then every TryEvery-th.
static constexpr uint64_t TryAlways = 4, TryEvery = 64;
/// zstd must save 1 / LeastSaved of the bytes to be worth its time.
static constexpr size_t LeastSaved = 2;
static constexpr size_t LeastTried = 512;

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

FramePartsWriter::FramePartsWriter() : Compressor(std::make_unique<Packer>()) {
  Best.fill(PartPacking::Blocks);
}
FramePartsWriter::~FramePartsWriter() = default;

Expected<size_t> FramePartsWriter::compress(const ByteBuffer &Part,
                                            char *Target, size_t Room) {
  size_t Packed = ZSTD_compress2(Compressor->Context, Target, Room, Part.data(),
                                 Part.size());
  if (ZSTD_isError(Packed))
    return makeError("{}", ZSTD_getErrorName(Packed));
  return Packed;
}

/// Packs part \p Number to \p Target. Returns the packed bytes.
Expected<size_t> FramePartsWriter::pack(size_t Number, char *Target,
                                        size_t Room, FramePartSize &Size) {
  const ByteBuffer &Part = Parts[Number];
  // Plain words are mostly tables: there are few, and much of them is text.
  bool Try = (Frames < TryAlways || Frames % TryEvery == 0 ||
              FramePart(Number) == FramePart::Plain) &&
             Part.size() >= LeastTried;
  Size = {uint32_t(Part.size()), 0, Best[Number]};
  Expected<size_t> Packed = 0;
  if (!Try && Size.Packing == PartPacking::Zstd)
    Packed = compress(Part, Target, Room);
  else
    Packed = packBlocks(Part.bytes(), reinterpret_cast<uint8_t *>(Target));
  if (Try) {
    Size.Packing = PartPacking::Blocks;
    Tried.resize(ZSTD_compressBound(Part.size()));
    Expected<size_t> Other = compress(Part, Tried.data(), Tried.size());
    if (!Other)
      return Other;
    bool Worth = *Other + Part.size() / LeastSaved < *Packed;
    Best[Number] = Worth ? PartPacking::Zstd : PartPacking::Blocks;
    if (*Other < *Packed) {
      std::copy_n(Tried.data(), *Other, Target);
      Packed = *Other;
      Size.Packing = PartPacking::Zstd;
    }
  }
  if (Packed && *Packed >= Part.size()) {
    std::memcpy(Target, Part.data(), Part.size());
    Packed = Part.size();
    Size.Packing = PartPacking::None;
  }
  if (Packed)
    Size.Packed = uint32_t(*Packed);
  return Packed;
}

Status FramePartsWriter::pack(std::vector<char> &Target) {
  FramePartSizes Sizes = {};
  size_t Most = 0;
  for (const ByteBuffer &Part : Parts)
    Most += std::max(ZSTD_compressBound(Part.size()),
                     mostPackedBlocks(Part.size()));
  Packed.clear();
  char *Begin = reinterpret_cast<char *>(Packed.grow(Most)), *Position = Begin;
  for (size_t I = 0; I != FramePartCount; ++I) {
    if (Parts[I].size() == 0)
      continue;
    Expected<size_t> Size =
        pack(I, Position, size_t(Begin + Most - Position), Sizes.Parts[I]);
    if (!Size)
      return Size.error();
    Position += *Size;
    Parts[I].clear();
  }
  ++Frames;
  const char *Head = reinterpret_cast<const char *>(&Sizes);
  Target.insert(Target.end(), Head, Head + sizeof(Sizes));
  Target.insert(Target.end(), Begin, Position);
  return {};
}

struct FramePartsReader::Unpacker {
  Unpacker() : Context(ZSTD_createDCtx()) {}
  ~Unpacker() { ZSTD_freeDCtx(Context); }
  Unpacker(const Unpacker &) = delete;
  Unpacker &operator=(const Unpacker &) = delete;
  ZSTD_DCtx *Context;
};

FramePartsReader::FramePartsReader() = default;
FramePartsReader::~FramePartsReader() = default;

/// Returns the most bytes of part \p P of a frame of \p Words words and pieces.
static size_t mostBytes(size_t P, size_t Words) {
  switch (FramePart(P)) {
  case FramePart::Directory:
    // Every list has at most an entry for each word.
    return (DirectoryLists * Words + DirectoryCounts) * sizeof(uint64_t);
  case FramePart::Plain:
    return Words * sizeof(uint64_t);
  default:
    return Words;
  }
}

Status FramePartsReader::unpackPart(size_t Number, const FramePartSize &Size,
                                    std::span<const char> Bytes) {
  Parts[Number].clear();
  uint8_t *Target = Parts[Number].grow(Size.Bytes);
  size_t Unpacked = 0;
  switch (Size.Packing) {
  case PartPacking::None:
    Unpacked = Bytes.size();
    std::copy_n(Bytes.data(), std::min<size_t>(Unpacked, Size.Bytes),
                reinterpret_cast<char *>(Target));
    break;
  case PartPacking::Zstd:
    if (!Decompressor)
      Decompressor = std::make_unique<Unpacker>();
    Unpacked = ZSTD_decompressDCtx(Decompressor->Context, Target, Size.Bytes,
                                   Bytes.data(), Bytes.size());
    if (ZSTD_isError(Unpacked))
      return makeError("part {} of a frame: {}", Number,
                       ZSTD_getErrorName(Unpacked));
    break;
  case PartPacking::Blocks:
    if (!unpackBlocks(
            {reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size()},
            {Target, Size.Bytes}))
      return makeError("part {} of a frame: {} bytes are not {} in blocks",
                       Number, Bytes.size(), Size.Bytes);
    Unpacked = Size.Bytes;
    break;
  default:
    return makeError("part {} of a frame is packed in way {}", Number,
                     uint32_t(Size.Packing));
  }
  if (Unpacked != Size.Bytes)
    return makeError("part {} of a frame holds {} bytes instead of {}", Number,
                     Unpacked, Size.Bytes);
  return {};
}

Status FramePartsReader::unpack(std::span<const char> Bytes, size_t Words) {
  FramePartSizes Sizes;
  if (Bytes.size() < sizeof(Sizes))
    return makeError("a coded frame of {} bytes", Bytes.size());
  std::memcpy(&Sizes, Bytes.data(), sizeof(Sizes));
  Bytes = Bytes.subspan(sizeof(Sizes));
  for (size_t I = 0; I != FramePartCount; ++I) {
    const FramePartSize &Size = Sizes.Parts[I];
    if (Size.Bytes > mostBytes(I, Words) || Size.Packed > Bytes.size() ||
        Size.Packed > Size.Bytes)
      return makeError("part {} of a frame claims {} bytes, packed {}", I,
                       Size.Bytes, Size.Packed);
    if (Status S = unpackPart(I, Size, Bytes.first(Size.Packed)); !S)
      return S;
    Bytes = Bytes.subspan(Size.Packed);
  }
  if (!Bytes.empty())
    return makeError("{} bytes follow a frame's parts", Bytes.size());
  return {};
}

} // namespace memfacet::words
