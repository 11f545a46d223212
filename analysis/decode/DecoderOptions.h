//===- DecoderOptions.h - how records are expanded and cut ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_DECODE_DECODEROPTIONS_H
#define MEMFACET_DECODE_DECODEROPTIONS_H

#include "analysis/support/Error.h"
#include "analysis/support/IntervalCut.h"
#include <cstdint>

namespace memfacet::decode {

class Verifier;
class WantedIntervals;

/// Options of a Decoder.
struct DecoderOptions {
  /// A record belongs to the interval in which it begins, of its thread and of
  /// the process.
  IntervalPlan Intervals = {};
  /// Compares expanded with recorded addresses in blocks that carry them.
  Verifier *Verify = nullptr;
  /// If not null, records are expanded only while it wants them. Of the others,
  /// instructions and marks of the stack are passed on: clocks and owners stay
  /// right.
  WantedIntervals *Wanted = nullptr;
  /// Expands without vector instructions. The result is the same.
  bool Scalar = false;
  /// Number of equal parts of an interval. Batches end where the thread has
  /// executed each of them, too.
  uint32_t SlicesPerInterval = 1;
  /// Most bytes of an access of a length. A longer one is damage, or of a
  /// program that crashed there: to follow it line by line would take minutes.
  uint64_t LongestRange = uint64_t(1) << 40;
  /// What segment() returns for a selected record, if such records cannot be
  /// used.
  Status Selected = {};
};

} // namespace memfacet::decode

#endif
