//===- decode/Batch.h - expanded accesses, structure of arrays ------------===//

#ifndef MEMFACET_DECODE_BATCH_H
#define MEMFACET_DECODE_BATCH_H

#include "analysis/support/Ids.h"
#include "memfacet/Events.h"
#include "memfacet/Tables.h"
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace memfacet {

/// Accesses of one thread within one interval, in program order. Between two
/// batches lie the events and interval ends that separate them.
struct AccessBatch {
  static constexpr size_t Capacity = 4096;

  ThreadId Thread;
  IntervalId Interval;
  /// Instructions of this thread executed in the blocks of this batch.
  uint64_t Instructions = 0;
  size_t Count = 0;
  alignas(64) std::array<uint64_t, Capacity> Address; ///< first byte
  alignas(64) std::array<uint32_t, Capacity> Size;    ///< bytes, at least 1
  alignas(64) std::array<uint32_t, Capacity> Site;    ///< SiteId::Value
  alignas(64) std::array<uint8_t, Capacity> Write;    ///< 1: store or RMW
};

/// An event, decoded. Text and Bytes are valid during the call only.
struct Event {
  EventKind Kind;
  ThreadId Thread;
  uint32_t Argument = 0;
  uint64_t Order = 0;                ///< 0 where the kind has none
  std::span<const uint64_t> Payload; ///< words after the order number
};

/// Takes batches and events in order, from one thread.
class BatchSink {
public:
  virtual ~BatchSink() = default;
  virtual void batch(const AccessBatch &B) = 0;
  virtual void event(const Event &E) = 0;
};

} // namespace memfacet

#endif
