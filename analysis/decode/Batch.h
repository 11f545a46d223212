//===- decode/Batch.h - expanded accesses, structure of arrays ------------===//

#ifndef MEMFACET_DECODE_BATCH_H
#define MEMFACET_DECODE_BATCH_H

#include "analysis/support/Ids.h"
#include "memfacet/Events.h"
#include "memfacet/Tables.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace memfacet {

/// What one access is, in one word, so that it is copied at once: site in the
/// low half, then whether it writes, then the size in bytes.
class AccessInfo {
public:
  static constexpr uint64_t MaxSize = (uint64_t(1) << 31) - 1;

  constexpr AccessInfo() = default;
  /// \p Size: at most MaxSize.
  constexpr AccessInfo(uint32_t Site, uint32_t Size, bool Write)
      : Word(uint64_t(Size) << 33 | uint64_t(Write) << 32 | Site) {}

  constexpr uint32_t site() const { return uint32_t(Word); }
  constexpr uint32_t size() const { return uint32_t(Word >> 33); }
  constexpr bool write() const { return Word >> 32 & 1; }
  /// Size and whether it writes, without the site.
  constexpr uint32_t shape() const { return uint32_t(Word >> 32); }

private:
  uint64_t Word = 0;
};

/// What becomes of the thread's stack between two accesses of a batch.
struct StackMark {
  uint32_t At;    ///< before this access
  uint32_t Site;  ///< SiteId of the mark
  SiteShape What; ///< one of those that are no accesses
  uint64_t Address;
  uint64_t Bytes; ///< LocalBegin
};

/// Accesses of one thread within one interval, in program order. Between two
/// batches lie the events and interval ends that separate them.
struct AccessBatch {
  static constexpr size_t Capacity = 2048;
  static constexpr size_t MaxMarks = 2048;

  ThreadId Thread;
  IntervalId Interval;
  /// Instructions of this thread executed in the blocks of this batch.
  uint64_t Instructions = 0;
  size_t Count = 0;
  alignas(64) std::array<uint64_t, Capacity> Address; ///< first byte
  alignas(64) std::array<AccessInfo, Capacity> Info;  ///< size at least 1
  std::vector<StackMark> Marks;                       ///< in order

  void add(uint64_t At, AccessInfo What) {
    Address[Count] = At;
    Info[Count++] = What;
  }
};

/// An event, decoded. Text and Bytes are valid during the call only.
struct Event {
  EventKind Kind;
  ThreadId Thread;
  uint32_t Argument = 0;
  uint64_t Order = 0;                ///< 0 where the kind has none
  std::span<const uint64_t> Payload; ///< words after the order number
};

/// The text of \p E: its byte count is payload word \p At, then come the bytes.
inline std::string_view textIn(const Event &E, size_t At) {
  if (E.Payload.size() <= At)
    return {};
  std::span<const uint64_t> Words = E.Payload.subspan(At + 1);
  uint64_t Bytes = std::min<uint64_t>(E.Payload[At], Words.size_bytes());
  std::string_view Text(reinterpret_cast<const char *>(Words.data()), Bytes);
  return Text.substr(0, Text.find('\0'));
}

/// Takes batches and events in order, from one thread.
class BatchSink {
public:
  virtual ~BatchSink() = default;
  virtual void batch(const AccessBatch &B) = 0;
  virtual void event(const Event &E) = 0;
};

} // namespace memfacet

#endif
