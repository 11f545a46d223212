//===- StreamReader.h - streams become numbers again ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RESULT_STORE_STREAMREADER_H
#define MEMFACET_RESULT_STORE_STREAMREADER_H

#include "analysis/result/profile/Profile.h"
#include "analysis/result/store/StreamCodec.h"
#include <functional>

namespace memfacet::result {

/// Reads streams, and only what is asked for of them. Not synchronised.
class StreamReader {
public:
  /// \p Set must outlive this.
  explicit StreamReader(const StreamSet &Set) : Set(Set) {}

  /// Intervals, ascending, and their values; some are 0.
  using Visitor = std::function<void(std::span<const uint32_t> Intervals,
                                     std::span<const uint64_t> Values)>;
  /// Visits one measure of \p Structure in \p Thread, part by part. A stream
  /// that is not there is 0: nothing is visited. Whatever the bytes are, this
  /// ends with all of the stream's total visited, or with an error.
  Status read(uint32_t Thread, StructureId Structure, Measure Kind,
              const Visitor &Visit);

  /// Returns sums of \p PerPoint intervals each, from the first on: \p Points
  /// of them. What lies after them is left out.
  Expected<std::vector<uint64_t>> sums(uint32_t Thread, StructureId Structure,
                                       Measure Kind, uint64_t PerPoint,
                                       size_t Points);

private:
  struct Column;
  struct Block;

  const StreamSet &Set;
  StreamUnpacker Unpacker;
};

} // namespace memfacet::result

#endif
