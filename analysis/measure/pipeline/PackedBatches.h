//===- PackedBatches.h - few accesses in little memory --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_PIPELINE_PACKEDBATCHES_H
#define MEMFACET_MEASURE_PIPELINE_PACKEDBATCHES_H

#include "analysis/decode/Batch.h"

namespace memfacet::measure {

/// The contents of batches, one after the other, without unused memory: where
/// events are close together, batches have few accesses, and thousands of them
/// wait.
class PackedBatches {
public:
  /// Larger batches are not packed, as they are full enough. A batch takes 40
  /// KB, and 50 KB more for marks.
  static constexpr size_t MaxAccesses = 256;
  static constexpr size_t MaxHeapWords = 512;

  static bool fits(const decode::AccessBatch &B) {
    return B.Count <= MaxAccesses && B.Heap.words() <= MaxHeapWords;
  }
  /// Moves the contents of \p B, which fits, to the end. \p B is empty
  /// afterwards.
  void add(decode::AccessBatch &B);
  /// Moves the first contents that are left to \p B, which must be empty.
  void next(decode::AccessBatch &B);
  void clear();

private:
  /// The lengths of the lists of a batch, or of all batches before it.
  struct Sizes {
    size_t Accesses = 0, OutsideAccesses = 0, Marks = 0, Runs = 0, Heap = 0,
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
  std::vector<uint32_t> OutsideAccesses;
  std::vector<decode::StackMark> Marks;
  std::vector<decode::ExecutedRun> Runs;
  decode::HeapEvents Heap;
  std::vector<decode::LineMovement> Moves;
  size_t NextHeader = 0;
  Sizes Returned; ///< of the batches that next() returned
};

} // namespace memfacet::measure

#endif
