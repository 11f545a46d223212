//===- StreamCodec.h - streams as bytes -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values of a group of measures are rows, one for each interval in which
// they are not all 0, in blocks of at most MaxStreamRows. The bytes of a
// measure are, for each block, a column:
//
//   head      1 byte: form in bits 0 and 1, whether there is a source in bit 2,
//             number of planes in bits 4 to 7
//   source    varint (Varint.h): an earlier measure of the group, if there is
//             one
//   planes    for each, lowest bytes first: varint of 2 * bytes + whether they
//             are compressed; the bytes: one for each row, or zstd of them
//
// The first measure of the group has the number of rows, as a varint, before
// its head, and the intervals as gaps: interval - previous interval - 1.
//
// What the planes hold, modulo 2^64, for a row's value v, the source's s (0
// without one) and those of the row before, v' and s' (0 in the first row):
//
//   form 0    nothing: all values are 0
//   form 1    v; with a source, zigzag(v - s)
//   form 2    zigzag((v - s) - (v' - s'))
//
// Which form and source take the fewest bits is guessed from some of the rows.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_STORE_STREAMCODEC_H
#define MEMFACET_RESULT_STORE_STREAMCODEC_H

#include "analysis/result/profile/Streams.h"
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace memfacet::result {

constexpr size_t MaxStreamRows = 4096;

/// Packs blocks. Not synchronised.
class StreamPacker {
public:
  StreamPacker();
  ~StreamPacker();

  /// Appends a block to \p Target, a string for each column. \p Columns, all of
  /// one length up to MaxStreamRows, are those of \p Kinds; the first one has
  /// gaps.
  void pack(std::span<const std::vector<uint64_t>> Columns,
            std::span<const Measure> Kinds, std::span<std::string> Target);

private:
  void packColumn(std::span<const std::vector<uint64_t>> Columns,
                  std::span<const Measure> Kinds, size_t Index,
                  std::string &Target);
  void packPlane(std::string &Target);

  struct Compressor;
  std::unique_ptr<Compressor> Zstd;
  std::vector<uint64_t> Residuals;
  std::vector<uint8_t> Plane;
  std::string Packed;
};

/// What stands before a column's planes.
struct StreamColumn {
  enum Form : uint8_t { Zero, Values, Differences };
  Form Kind = Zero;
  unsigned Planes = 0;
  std::optional<Measure> Source;
  std::span<const uint8_t> Bytes; ///< of the planes, with their lengths
};

/// Takes a column from the front of \p In. Returns nothing if there is no whole
/// one. Other damage is found by unpack.
std::optional<StreamColumn> takeColumn(std::span<const uint8_t> &In);

/// Unpacks columns. Not synchronised.
class StreamUnpacker {
public:
  StreamUnpacker();
  ~StreamUnpacker();

  /// Unpacks the values of \p C to \p Values, whose length is that of the
  /// block. \p Source has the values of its source, if there is one. Returns
  /// false if the bytes are damaged.
  bool unpack(const StreamColumn &C, std::span<const uint64_t> Source,
              std::span<uint64_t> Values);

private:
  bool unpackPlanes(const StreamColumn &C, std::span<uint64_t> Values);

  struct Expander;
  std::unique_ptr<Expander> Zstd;
  std::vector<uint8_t> Planes;
};

} // namespace memfacet::result

#endif
