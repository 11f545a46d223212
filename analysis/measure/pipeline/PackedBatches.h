//===- PackedBatches.h - few accesses in little memory --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_PIPELINE_PACKEDBATCHES_H
#define MEMFACET_MEASURE_PIPELINE_PACKEDBATCHES_H

#include "analysis/decode/Batch.h"

namespace memfacet::measure {

/// What batches hold, one behind the other, in as much memory as it needs:
/// where events lie close together, batches have a handful of accesses, and
/// thousands of them wait.
class PackedBatches {
public:
  /// Larger batches are better left as they are: they are full enough. One
  /// takes 40 KB, and 50 KB more for marks.
  static constexpr size_t MaxAccesses = 256;
  static constexpr size_t MaxHeapWords = 512;

  static bool fits(const decode::AccessBatch &B) {
    return B.Count <= MaxAccesses && B.Heap.words() <= MaxHeapWords;
  }
  /// Takes what is in \p B, which fits and is empty afterwards.
  void add(decode::AccessBatch &B);
  /// Gives the first one that was not given back yet to \p B, which is empty.
  void next(decode::AccessBatch &B);
  void clear();

private:
  /// How much of each list is of a batch, or of those before it.
  struct Sizes {
    size_t Accesses = 0, OutsideNumbers = 0, Marks = 0, Runs = 0, Heap = 0,
           Moves = 0;
  };
  struct Header {
    decode::BatchPlace Place;
    uint64_t Instructions;
    Sizes Lengths;
  };

  std::vector<Header> Headers;
  std::vector<uint64_t> Address;
  std::vector<decode::AccessInfo> Info;
  std::vector<uint32_t> OutsideNumbers;
  std::vector<decode::StackMark> Marks;
  std::vector<decode::ExecutedRun> Runs;
  decode::HeapEvents Heap;
  std::vector<decode::LineMovement> Moves;
  size_t NextHeader = 0;
  Sizes Returned; ///< of those that were given back
};

} // namespace memfacet::measure

#endif
