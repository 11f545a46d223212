//===- FrameParts.h - the parts of a coded frame, packed ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_CODING_FRAMEPARTS_H
#define MEMFACET_WORDS_CODING_FRAMEPARTS_H

#include "analysis/support/Error.h"
#include "analysis/words/coding/CodedFrame.h"
#include "memfacet/Check.h"
#include <array>
#include <memory>
#include <span>
#include <vector>

namespace memfacet::words {

/// Bytes that grow. New bytes are not zeroed.
class ByteBuffer {
public:
  /// Adds \p Count bytes and returns where they begin.
  uint8_t *grow(size_t Count) {
    if (Used + Count > Room)
      enlarge(Used + Count);
    uint8_t *Begin = Data.get() + Used;
    Used += Count;
    return Begin;
  }
  void clear() { Used = 0; }
  uint8_t *data() { return Data.get(); }
  const uint8_t *data() const { return Data.get(); }
  size_t size() const { return Used; }
  std::span<const uint8_t> bytes() const { return {Data.get(), Used}; }

private:
  void enlarge(size_t Least);

  std::unique_ptr<uint8_t[]> Data;
  size_t Used = 0, Room = 0;
};

/// Packs each part as blocks, or with zstd where that was much smaller when
/// both were tried last.
class FramePartsWriter {
public:
  FramePartsWriter();
  ~FramePartsWriter();
  FramePartsWriter(const FramePartsWriter &) = delete;
  FramePartsWriter &operator=(const FramePartsWriter &) = delete;

  ByteBuffer &part(FramePart P) { return Parts[size_t(P)]; }
  ByteBuffer &plane(unsigned Number) {
    MEMFACET_CHECK(Number < PlaneCount, "a word has as many bytes");
    return Parts[size_t(FramePart::Planes) + Number];
  }
  /// Appends sizes and parts to \p Target, then clears the parts.
  Status pack(std::vector<char> &Target);

private:
  struct Packer;
  Expected<size_t> pack(size_t Number, char *Target, size_t Room,
                        FramePartSize &Size);
  Expected<size_t> compress(const ByteBuffer &Part, char *Target, size_t Room);

  std::unique_ptr<Packer> Compressor;
  std::array<ByteBuffer, FramePartCount> Parts;
  std::array<PartPacking, FramePartCount> Best;
  ByteBuffer Packed;
  std::vector<char> Tried;
  uint64_t Frames = 0;
};

class FramePartsReader {
public:
  FramePartsReader();
  ~FramePartsReader();
  FramePartsReader(const FramePartsReader &) = delete;
  FramePartsReader &operator=(const FramePartsReader &) = delete;

  /// Returns an error if \p Bytes is not what a writer made of a frame of \p
  /// Words words and pieces. Needs at most some 100 bytes for each of them.
  Status unpack(std::span<const char> Bytes, size_t Words);
  std::span<const uint8_t> part(FramePart P) const {
    return Parts[size_t(P)].bytes();
  }
  std::span<const uint8_t> plane(unsigned Number) const {
    return Parts[size_t(FramePart::Planes) + Number].bytes();
  }

private:
  struct Unpacker;
  Status unpackPart(size_t Number, const FramePartSize &Size,
                    std::span<const char> Bytes);

  std::unique_ptr<Unpacker> Decompressor; ///< null: no part needed it
  std::array<ByteBuffer, FramePartCount> Parts;
};

} // namespace memfacet::words

#endif
